import type { Attributes, PartNumber, PartType } from '#contract/part-lists.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import type { PartFacts, SeenFacts } from '#contract/parts.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Database } from '#server/shop.ts';
import { brandNamed } from './brands-store.ts';
import { inOrder } from './part-lists.ts';
import { refuseLoop } from './replacements.ts';
import { findPartType } from './types-store.ts';

/** The part that the facts are for: without facts, if it is new. */
interface Target {
  readonly id: string;
  readonly facts?: SeenFacts;
}

/**
 * The facts as they are stored: the brand in the shop's spelling, the category that the type has, each number once. Refuses with
 * `type_unknown`, `category_unknown`, `attribute_unknown`, `number_taken`, `replacement_unknown` or `replacement_loops`.
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
    attributes: attributesOf(type, wanted.attributes, current?.attributes),
    numbers: wanted.numbers && inOrder(eachOnce(wanted.numbers)),
    fitments: wanted.fitments && inOrder(wanted.fitments),
  };
  if (type === undefined && facts.category) await requireCategory(tx, facts.category);
  await refuseTaken(tx, id, facts);
  return facts;
}

async function typeOf(tx: Database, id: string | null): Promise<PartType | undefined> {
  return id === null ? undefined : ((await findPartType(tx, id)) ?? refuse('type_unknown'));
}

async function requireCategory(tx: Database, id: string): Promise<void> {
  const found = tx.selectFrom('categories').select('id').where('id', '=', id);
  if ((await found.executeTakeFirst()) === undefined) refuse('category_unknown');
}

/** The attributes of the type; of another type's, which were there before, only those that both have. */
function attributesOf(
  type: PartType | undefined,
  wanted: Attributes | undefined,
  current: Attributes = {},
): Attributes {
  const fits = ([key, value]: [string, number | string]) => {
    const known = type?.attributes.find((one) => one.key === key);
    if (known === undefined) return false;
    return known.choices === null
      ? typeof value === 'number'
      : known.choices.includes(String(value));
  };
  const wrong = Object.entries(wanted ?? {}).find((one) => !fits(one));
  if (wrong) refuse('attribute_unknown', { details: { attribute: wrong[0] } });
  return Object.fromEntries(Object.entries(wanted ?? current).filter(fits));
}

const keyOf = ({ kind, number, maker }: PartNumber) => `${kind} ${partNumberKey(number)} ${maker}`;

function eachOnce(numbers: readonly PartNumber[]): PartNumber[] {
  return [...new Map(numbers.map((one) => [keyOf(one), one])).values()];
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
