import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** The title and the question of its dialog. */
export const shipTitle = 'Confirm Order Approve';

export function shipQuestion({ quantity, productName, name, email }: Order): string {
  return `Are ${quantity} × ${productName} on their way to ${name || email}? The customer then sees the order as shipped.`;
}

/** Marks a paid order as shipped and says so (Spec §8); the texts of `parcel` may be empty. */
export async function shipOrder(
  id: string,
  parcel?: { readonly carrier: string; readonly trackingNumber: string },
): Promise<StepOutcome> {
  const body = { status: 'shipped', ...parcel } as const;
  const ship = () => call('shipOrder', { params: { id }, body });
  const outcome = await takeStep(ship, id, 'Not shipped.');
  if (outcome.kind === 'done') toastSuccess(texts.orderShipped);
  return outcome;
}
