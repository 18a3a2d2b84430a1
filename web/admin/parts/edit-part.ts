import * as z from 'zod/mini';
import { PartFacts, type SeenFacts } from '#contract/parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { refusalOf, type Refusal } from './add-part.ts';
import type { TypedPart } from './part-form.ts';

/** The facts somebody else changed meanwhile: only those, as they are now. */
export type ChangedFacts = Partial<SeenFacts>;

/** How an edit turned out. */
export type EditOutcome =
  | { readonly kind: 'saved'; readonly facts: PartFacts; readonly sentence: string }
  | {
      readonly kind: 'changed';
      readonly changed: ChangedFacts;
      readonly typed: TypedPart;
      readonly sentence: string;
    }
  | Refusal;

/** Stores the typed facts, unless somebody else changed what the editor saw. */
export async function saveFacts(
  id: string,
  seen: SeenFacts,
  typed: TypedPart,
): Promise<EditOutcome> {
  const facts = z.parse(PartFacts, typed);
  try {
    await call('editPart', { params: { id }, body: { seen, facts } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'part_changed')
      return {
        kind: 'changed',
        changed: changedFacts(error.body['changed']),
        typed,
        sentence: 'Not saved. Please look at what somebody else changed.',
      };
    return refusalOf(error, 'Not saved.');
  }
  toastSuccess('Product saved.');
  return { kind: 'saved', facts, sentence: 'Product saved. Orders that exist keep their price.' };
}

/** What a refusal says is no longer as it was seen (`changed: { price: { was, is } }`). */
export function changedFacts(changed: unknown): ChangedFacts {
  const now = Object.entries((changed ?? {}) as Record<string, { readonly is?: unknown }>).map(
    ([field, { is }]) => [field, is],
  );
  return Object.fromEntries(now) as ChangedFacts;
}
