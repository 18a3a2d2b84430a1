import type { Attributes, PartNumber, PartType } from '#contract/part-lists.ts';
import { ruleFault } from '#contract/order-rules.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import type { PartFacts, SeenFacts } from '#contract/parts.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import { spellFitments } from '#server/vehicles/spell-fitments.ts';
import { brandNamed } from './brands-store.ts';
import { keptAttributes, takes } from './kept-attributes.ts';
import { inOrder } from './part-lists.ts';
import { refuseLoop } from './replacements.ts';
import { findPartType } from './types-store.ts';

/** The part that the facts are for: without facts, if it is new. */
interface Target {
  readonly id: string;
  readonly facts?: SeenFacts;
}

/**
 * The facts as they are stored: brand and vehicles in the shop's spelling, the category that the type has, each number once. Refuses with
 * one of `unsettled` (contract/parts.ts).
 */
export async function settleFacts(
  tx: Database,
  { id, facts: current }: Target,
  wanted: PartFacts,
): Promise<PartFacts> {
  const type = await typeOf(tx, wanted.type === undefined ? (current?.type ?? null) : wanted.type);
  if (wanted.replacedBy) await refuseLoop(tx, id, wanted.replacedBy);
  const facts = {
    ...wanted,
    brand: wanted.brand && (await brandNamed(tx, wanted.brand)),
    category: type === undefined ? wanted.category : type.category,
    attributes: wanted.attributes
      ? requireAttributes(type, wanted.attributes)
      : keptAttributes(current?.attributes ?? {}, {
          before: await typeBefore(tx, type, current),
          now: type,
        }),
    // Words of the picture before would describe another one.
    imageAlt: wanted.imageAlt ?? (current && current.image !== wanted.image ? '' : undefined),
    numbers: wanted.numbers && inOrder(eachOnce(wanted.numbers)),
    fitments: wanted.fitments && inOrder(spellFitments(wanted.fitments, await vehiclesOf(tx))),
  };
  refuseContradiction(wanted, current);
  if (type === undefined && facts.category) await requireCategory(tx, facts.category);
  await refuseTaken(tx, id, facts);
  return facts;
}

/** Refuses rules of quantities that stay, and contradict the new minimum, price or other rules; the schema has compared what the request has. */
function refuseContradiction(wanted: PartFacts, current: Partial<SeenFacts> = {}): void {
  const [field, message] =
    ruleFault({
      ...wanted,
      largestOrder: wanted.largestOrder === undefined ? current.largestOrder : wanted.largestOrder,
      priceBreaks: wanted.priceBreaks ?? current.priceBreaks,
    }) ?? [];
  if (field)
    refuse('invalid_input', { details: { issues: [{ field: `facts.${field}`, message }] } });
}

async function typeOf(tx: Database, id: string | null): Promise<PartType | undefined> {
  return id === null ? undefined : ((await findPartType(tx, id)) ?? refuse('type_unknown'));
}

/** The type that the part had; of one that stays, as it was read. */
async function typeBefore(
  tx: Database,
  type: PartType | undefined,
  { type: before = null }: Partial<SeenFacts> = {},
): Promise<PartType | undefined> {
  return before === (type?.id ?? null) ? type : await typeOf(tx, before);
}

async function requireCategory(tx: Database, id: string): Promise<void> {
  const found = tx.selectFrom('categories').select('id').where('id', '=', id);
  if ((await found.executeTakeFirst()) === undefined) refuse('category_unknown');
}

function requireAttributes(type: PartType | undefined, wanted: Attributes): Attributes {
  const wrong = Object.entries(wanted).find(([key, value]) => !takes(type, key, value));
  if (wrong) refuse('attribute_unknown', { details: { attribute: wrong[0] } });
  return wanted;
}

const keyOf = ({ kind, number, maker }: PartNumber) => `${kind} ${partNumberKey(number)} ${maker}`;

/** Each number once. A barcode is nobody's: who made the part stands in it. */
function eachOnce(numbers: readonly PartNumber[]): PartNumber[] {
  const plain = numbers.map((one) => (one.kind === 'barcode' ? { ...one, maker: '' } : one));
  return [...new Map(plain.map((one) => [keyOf(one), one])).values()];
}

/** Own numbers and barcodes are one part's. The indexes hold that, too, against whoever takes one at the same moment. */
async function refuseTaken(tx: Database, id: string, facts: PartFacts): Promise<void> {
  const own = facts.partNumber && partNumberKey(facts.partNumber);
  const owner =
    own &&
    (await tx
      .selectFrom('parts')
      .select(['id', 'name'])
      .where('part_number_key', '=', own)
      .where('id', '<>', id)
      .executeTakeFirst());
  if (owner) refuseNumber(facts.partNumber ?? '', owner);
  for (const { number } of facts.numbers?.filter(({ kind }) => kind === 'barcode') ?? []) {
    const bearer = await tx
      .selectFrom('part_numbers')
      .innerJoin('parts', 'parts.id', 'part_numbers.part_id')
      .select(['parts.id', 'parts.name'])
      .where('kind', '=', 'barcode')
      .where('number_key', '=', partNumberKey(number))
      .where('parts.id', '<>', id)
      .executeTakeFirst();
    if (bearer) refuseNumber(number, bearer);
  }
}

function refuseNumber(number: string, { id, name }: { id: string; name: string }): never {
  refuse('number_taken', { details: { number, part: { _id: id, name } } });
}
