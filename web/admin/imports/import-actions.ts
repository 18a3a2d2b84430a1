import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { failureOf, takeStep } from '#web/ui/take-step.ts';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { reasonOf } from './reason-of.ts';
import { typedCheck, typedReading, typedTicks } from './typed-check.ts';

/** How a form of an import's page turned out. */
export type ImportOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'invalid'; readonly errors: { readonly minimumOrder?: string } }
  | { readonly kind: 'failed'; readonly code: ApiErrorCode; readonly sentence: string };

/** Carries out what a form or button of an import's page asks for. */
export function takeImportStep(id: string, form: FormData): Promise<ImportOutcome | StepOutcome> {
  const params = { id };
  switch (form.get('step')) {
    case 'read':
      return asked(() => call('reopenImport', { params, body: typedReading(form) }));
    case 'check':
      return asked(() => call('checkImport', { params, body: typedCheck(form) }));
    case 'apply':
      return asked(() => call('applyImport', { params, body: typedTicks(form) }));
    case 'stop':
      return takeStep(() => call('stopImport', { params }), id, 'It goes on.');
    case 'undo':
      return takeStep(() => call('undoImport', { params }), id, 'Nothing was undone.');
    default:
      return unknownStep(form);
  }
}

/** The columns stay as they are chosen, and the shop as it is, when the shop refuses. */
async function asked(step: () => Promise<unknown>): Promise<ImportOutcome> {
  try {
    await step();
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      kind: 'failed',
      code: error.code,
      sentence: failureOf(
        { status: error.status, message: reasonOf(error) },
        'Nothing was changed.',
      ),
    };
  }
}
