import { ApiError } from '#web/api/api-error.ts';
import type { StepOutcome } from './step-note.tsx';

/** Carries out a step on one row. A refusal becomes the sentence beside it; `notDone` begins that sentence, as in 'Not shipped.' */
export async function takeStep(
  step: () => Promise<unknown>,
  rowId: string,
  notDone: string,
): Promise<StepOutcome> {
  try {
    await step();
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return { kind: 'signed-out' };
    return {
      kind: error.status === 403 ? 'forbidden' : 'refused',
      rowId,
      sentence: `${notDone} ${error.message}`,
    };
  }
}
