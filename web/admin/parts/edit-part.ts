import * as z from 'zod/mini';
import { PartFacts, type ManagedPart, type PartEdit } from '#contract/parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { isKeyUsed, refusalOf } from './add-part.ts';
import { factsErrors, type PartErrors, type TypedPart } from './part-form.ts';

/** The facts of a part as an editor saw them. */
export type SeenFacts = PartEdit['seen'];

/** The facts somebody else changed meanwhile: only those, as they are now. */
export type ChangedFacts = Partial<SeenFacts>;

/** How an edit turned out. */
export type EditOutcome =
  | { readonly kind: 'saved'; readonly facts: SeenFacts }
  | { readonly kind: 'changed'; readonly changed: ChangedFacts }
  | { readonly kind: 'invalid'; readonly errors: PartErrors }
  | { readonly kind: 'failed'; readonly sentence: string };

/** How a stock adjustment turned out. */
export type StockOutcome =
  | { readonly kind: 'adjusted'; readonly change: number }
  | { readonly kind: 'used'; readonly sentence: string }
  | { readonly kind: 'invalid'; readonly errors: StockErrors }
  | { readonly kind: 'failed'; readonly sentence: string };

/** The sentence beside each field of the stock form that cannot be taken. */
export type StockErrors = Readonly<Partial<Record<'change' | 'reason', string>>>;

/** What an edit is compared with. */
export function seenFacts({
  name,
  image,
  description,
  price,
  orderQuantity,
}: ManagedPart): SeenFacts {
  return { name, image, description, price, orderQuantity };
}

/** Stores the typed facts, unless somebody else changed what the editor saw. */
export async function saveFacts(
  id: string,
  seen: SeenFacts,
  typed: TypedPart,
): Promise<EditOutcome> {
  const errors = factsErrors(typed);
  if (errors) return { kind: 'invalid', errors };
  const facts = z.parse(PartFacts, typed);
  try {
    await call('editPart', { params: { id }, body: { seen, facts } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'part_changed')
      return { kind: 'changed', changed: changedFacts(error.body['changed']) };
    return refusalOf(error, 'Not saved.');
  }
  toastSuccess('Product saved.');
  return { kind: 'saved', facts };
}

/** What a refusal says is no longer as it was seen (`changed: { price: { was, is } }`). */
export function changedFacts(changed: unknown): ChangedFacts {
  const now = Object.entries((changed ?? {}) as Record<string, { readonly is?: unknown }>).map(
    ([field, { is }]) => [field, is],
  );
  return Object.fromEntries(now) as ChangedFacts;
}

/** What is wrong with a stock adjustment; undefined when nothing is. */
export function stockErrors({
  change,
  reason,
}: Readonly<Record<'change' | 'reason', string>>): StockErrors | undefined {
  const errors: Partial<Record<'change' | 'reason', string>> = {};
  if (change.trim() === '') errors.change = 'Change is required';
  else if (!/^[-+]?\d{1,9}$/.test(change.trim()) || Number(change) === 0)
    errors.change = 'Must be a whole number, not zero.';
  if (reason.trim() === '') errors.reason = 'Reason is required';
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/**
 * Puts pieces in or takes them out, with the reason: once per key, however often the form is sent.
 * The part's facts are not the adjuster's concern: they are seen as they are now.
 */
export async function adjustStock(
  id: string,
  typed: Readonly<Record<'change' | 'reason', string>>,
  idempotencyKey: string,
): Promise<StockOutcome> {
  const errors = stockErrors(typed);
  if (errors) return { kind: 'invalid', errors };
  const change = Number(typed.change);
  try {
    const seen = seenFacts(await call('getManagedPart', { params: { id } }));
    await call(
      'editPart',
      { params: { id }, body: { seen, stock: { change, reason: typed.reason } } },
      { idempotencyKey },
    );
  } catch (error) {
    if (isKeyUsed(error))
      return {
        kind: 'used',
        sentence:
          'An earlier try of yours was done after all. Look at the ledger before you adjust again.',
      };
    const refused = refusalOf(error, 'The stock is unchanged.');
    return refused.kind === 'failed'
      ? refused
      : { kind: 'invalid', errors: { reason: 'Must be one line of at most 200 characters.' } };
  }
  toastSuccess('Stock adjusted.');
  return { kind: 'adjusted', change };
}
