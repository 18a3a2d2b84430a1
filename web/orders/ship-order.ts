import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** The parcel as it is typed; empty where there is none to follow. */
interface TypedParcel {
  readonly carrier: string;
  readonly trackingNumber: string;
}

/** What the dialog before it is called and asks. */
export const shipTitle = 'Confirm Order Approve';

export function shipQuestion({ quantity, productName, name, email }: Order): string {
  return `Are ${quantity} × ${productName} on their way to ${name || email}? The customer then sees the order as shipped.`;
}

/** Marks a paid order as shipped and says so (Spec §8). */
export async function shipOrder(id: string, parcel?: TypedParcel): Promise<StepOutcome> {
  const body = { status: 'shipped', ...parcel } as const;
  const outcome = await takeStep(
    () => call('shipOrder', { params: { id }, body }),
    id,
    'Not shipped.',
  );
  if (outcome.kind === 'done') toastSuccess(texts.orderShipped);
  return outcome;
}
