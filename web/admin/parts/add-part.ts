import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { issuesBeside, type PartErrors, type TypedPart } from './part-form.ts';

/** A no of the shop: beside the fields where it names them. */
export type Refusal =
  | { readonly kind: 'invalid'; readonly errors: PartErrors }
  | { readonly kind: 'failed'; readonly sentence: string };

/** How a press of 'Add product' turned out. */
export type AddOutcome =
  | { readonly kind: 'added'; readonly id: string; readonly name: string }
  | { readonly kind: 'used'; readonly sentence: string }
  | Refusal;

/**
 * Adds the part, once per key, however often the form is sent.
 * A failure shows no toast (Spec §8) but a line beside the button; the form stays filled.
 */
export async function addPart(typed: TypedPart, idempotencyKey: string): Promise<AddOutcome> {
  try {
    const { insertedId } = await call('addPart', { body: typed }, { idempotencyKey });
    toastSuccess(texts.productAdded);
    return { kind: 'added', id: insertedId, name: typed.name.trim() };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'key_reused')
      return {
        kind: 'used',
        sentence:
          'An earlier try of yours added this product after all. Look at it before you add another.',
      };
    return refusalOf(error, 'Not added.');
  }
}

/** What the shop refused. Rethrows what is no refusal. */
export function refusalOf(error: unknown, notDone: string): Refusal {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'image_unknown') return { kind: 'invalid', errors: { image: error.message } };
  const errors = issuesBeside(error.body['issues']);
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors };
  return { kind: 'failed', sentence: `${notDone} ${error.message}` };
}
