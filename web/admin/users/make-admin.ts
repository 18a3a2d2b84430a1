import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/admin/list/step-note.tsx';
import { takeStep } from '#web/admin/list/take-step.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';

/** Makes an account an admin and says so; a 403 has words of its own (Spec §8). */
export async function makeAdmin(email: string): Promise<StepOutcome> {
  const outcome = await takeStep(() => call('makeAdmin', { params: { email } }), email, 'Not made an admin.');
  if (outcome.kind === 'done') toastSuccess(texts.adminAssigned);
  if (outcome.kind !== 'forbidden') return outcome;
  toastError(texts.onlyAdmins);
  return { ...outcome, sentence: texts.onlyAdmins };
}
