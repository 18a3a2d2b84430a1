import { ApiError } from '#web/api/api-error.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { failureOf } from '#web/ui/take-step.ts';
import { unknownStep } from '#web/ui/unknown-step.ts';

/** How adding an entry turned out; the sentence beside each field that cannot be taken. */
export type AddOutcome<Errors> =
  | { readonly kind: 'done' | 'failed'; readonly sentence: string }
  | { readonly kind: 'invalid'; readonly errors: Errors };

/** Errors, or undefined when there are none. */
export function unlessEmpty<Errors extends object>(errors: Errors): Errors | undefined {
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/** Adds an entry unless something is wrong with it; says `sentence` when it is added. */
export async function addEntry<Errors>(
  errors: Errors | undefined,
  ask: () => Promise<unknown>,
  sentence: string,
): Promise<AddOutcome<Errors>> {
  if (errors !== undefined) return { kind: 'invalid', errors };
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', sentence: failureOf(error, 'Nothing was added.') };
  }
  return { kind: 'done', sentence };
}

/** The action of a page of entries: its form adds one, its table deletes one. */
export function entriesAction<Errors>(steps: {
  add: (form: FormData) => Promise<AddOutcome<Errors>>;
  remove: (id: string) => Promise<StepOutcome>;
}) {
  return async ({ request }: { readonly request: Request }) => {
    const form = await request.formData();
    switch (form.get('step')) {
      case 'add':
        return steps.add(form);
      case 'delete':
        return steps.remove(String(form.get('id')));
      default:
        return unknownStep(form);
    }
  };
}
