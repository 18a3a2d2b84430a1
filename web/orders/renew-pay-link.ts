import { takeStep } from '#web/ui/take-step.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** Gives an unpaid order another pay link and says so. The key is the dialog's: sent twice, it is one new link. */
export async function renewPayLink(id: string, idempotencyKey: string): Promise<StepOutcome> {
  const renew = () => call('renewPayLink', { params: { id } }, { idempotencyKey });
  const outcome = await takeStep(renew, id, 'No new link.');
  if (outcome.kind === 'done') toastSuccess('The order has a new payment link');
  return outcome;
}
