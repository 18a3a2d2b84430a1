import { takeStep } from '#web/ui/take-step.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** Replaces an order's pay link and shows a toast. The key is the dialog's, so sending it twice makes one new link. */
export async function renewPayLink(id: string, idempotencyKey: string): Promise<StepOutcome> {
  const renew = () => call('renewPayLink', { params: { id } }, { idempotencyKey });
  const outcome = await takeStep(renew, id, 'No new link.');
  if (outcome.kind === 'done') toastSuccess('The order has a new payment link');
  return outcome;
}
