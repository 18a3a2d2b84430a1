import { ApiError, mayBeDone } from '#web/api/api-error.ts';
import type { StepOutcome } from './step-note.tsx';
import { toastError } from './toasts.tsx';

/** Why a step failed, for people. It begins with `notDone`, such as 'Not shipped.', unless no answer says so. */
export function failureOf(error: Pick<ApiError, 'status' | 'message'>, notDone: string): string {
  const begin = mayBeDone(error) ? 'It is not known whether this was done.' : notDone;
  return `${begin} ${error.message}`;
}

/** Carries out a step on a row. A refusal becomes the row's error text (`failureOf`). */
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
    return { kind: refusalKind(error), rowId, sentence: failureOf(error, notDone) };
  }
}

/** Tells a refusal in a toast, too: the page is loaded anew after it, and the form that it stands at may be gone. */
export function alsoInToast(outcome: StepOutcome): StepOutcome {
  if ('sentence' in outcome) toastError(outcome.sentence);
  return outcome;
}

function refusalKind({ status, code }: ApiError): 'forbidden' | 'used' | 'refused' {
  if (code === 'key_reused') return 'used';
  return status === 403 ? 'forbidden' : 'refused';
}
