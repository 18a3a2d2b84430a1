import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** How renaming a list turned out. */
export type RenameOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'invalid'; readonly errors: { readonly name?: string } };

/** Gives a list another name. */
export async function renameList(form: FormData): Promise<RenameOutcome> {
  const body = { name: typedText(form, 'name') };
  try {
    await call('renameSavedList', { params: { id: typedText(form, 'id') }, body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'invalid', errors: { name: error.message } };
  }
  return { kind: 'done' };
}

export function deleteList(id: string): Promise<StepOutcome> {
  return takeStep(() => call('deleteSavedList', { params: { id } }), id, 'Not deleted.');
}
