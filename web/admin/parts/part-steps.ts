import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** Takes a part out of the shop and says so (Spec §8). */
export async function deletePart(id: string): Promise<StepOutcome> {
  const outcome = await takeStep(() => call('deletePart', { params: { id } }), id, 'Not deleted.');
  if (outcome.kind === 'done') toastSuccess(texts.productDeleted);
  return outcome;
}

/** Puts a deleted part back into the shop. */
export async function restorePart(id: string): Promise<StepOutcome> {
  const outcome = await takeStep(
    () => call('restorePart', { params: { id } }),
    id,
    'Not restored.',
  );
  if (outcome.kind === 'done') toastSuccess('Product restored.');
  return outcome;
}
