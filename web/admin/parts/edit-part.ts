import * as z from 'zod/mini';
import { PartFacts, SeenFacts } from '#contract/parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { namesIn, namesOfPart, type Names } from '#web/admin/parts/facts/part-names.ts';
import type { TypedPart } from './part-form.ts';
import { refusalOf, type Refusal } from './refusal-of.ts';

/** The facts somebody else changed meanwhile: only those, as they are now. */
export type ChangedFacts = Partial<SeenFacts>;

/** How an edit turned out; `names` are those of what the facts refer to. */
export type EditOutcome =
  | {
      readonly kind: 'saved';
      readonly facts: Partial<SeenFacts>;
      readonly names: Names;
      readonly sentence: string;
    }
  | {
      readonly kind: 'changed';
      readonly changed: ChangedFacts;
      readonly typed: TypedPart;
      readonly names: Names;
      readonly sentence: string;
    }
  | { readonly kind: 'used'; readonly sentence: string }
  | Refusal;

/**
 * Stores the typed facts, once per key, unless somebody else changed what the editor saw: a repetition of what was stored, but whose
 * answer was lost, is no change of somebody else.
 */
export async function saveFacts(
  id: string,
  seen: SeenFacts,
  typed: TypedPart,
  idempotencyKey: string,
): Promise<EditOutcome> {
  const facts = z.parse(PartFacts, typed);
  try {
    await call('editPart', { params: { id }, body: { seen, facts } }, { idempotencyKey });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'key_reused')
      return {
        kind: 'used',
        sentence:
          'Not saved: an earlier try of yours was saved after all. Save again to compare it with what you typed.',
      };
    if (!(error instanceof ApiError) || error.code !== 'part_changed')
      return refusalOf(error, typed, 'Not saved.');
    const changed = changedFacts(error.body['changed']);
    return {
      kind: 'changed',
      changed,
      typed,
      names: await namesIn([changed, facts]),
      sentence: 'Not saved. Please look at what somebody else changed.',
    };
  }
  toastSuccess('Product saved.');
  return {
    kind: 'saved',
    ...(await stored(id, facts)),
    sentence: 'Product saved. Orders that exist keep their price.',
  };
}

/** What the shop made of the facts: it spells brands its own way, sorts lists, and knows the category of a type. */
async function stored(id: string, facts: PartFacts) {
  try {
    const part = await call('getManagedPart', { params: { id } });
    return { facts: z.parse(SeenFacts, part), names: namesOfPart(part) };
  } catch {
    return { facts: facts as Partial<SeenFacts>, names: await namesIn([facts]) };
  }
}

/** What a refusal says is no longer as it was seen (`changed: { price: { was, is } }`). */
export function changedFacts(changed: unknown): ChangedFacts {
  const now = Object.entries((changed ?? {}) as Record<string, { readonly is?: unknown }>).map(
    ([field, { is }]) => [field, is],
  );
  return Object.fromEntries(now) as ChangedFacts;
}
