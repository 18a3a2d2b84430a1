import * as z from 'zod/mini';
import { NewPart } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import type { TypedPart } from './part-form.ts';
import { refusalOf, type Refusal } from './refusal-of.ts';

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
  const body = z.parse(NewPart, typed);
  try {
    const { insertedId } = await call('addPart', { body }, { idempotencyKey });
    toastSuccess(texts.productAdded);
    return { kind: 'added', id: insertedId, name: body.name };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'key_reused')
      return {
        kind: 'used',
        sentence:
          'An earlier try of yours added this product after all. Look at it before you add another.',
      };
    return refusalOf(error, typed, 'Not added.');
  }
}
