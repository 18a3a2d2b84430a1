import type { AnswerFor, InputFor } from '#contract/api.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import type { Part } from '#contract/parts.ts';
import { showPart } from '#server/parts/part-row.ts';
import { findReplacements } from '#server/parts/replacements.ts';
import { findPartsById } from '#server/parts/store.ts';
import { near, partsWithKeys, type KeyedPart } from '#server/search/numbers-store.ts';
import type { Database } from '#server/shop.ts';

type Asked = InputFor<'checkOrderList'>['body']['lines'][number];
type Meant = AnswerFor<'checkOrderList'>['lines'][number]['parts'][number];

/** Parts of one number that somebody may choose from. */
const mostParts = 8;
/** Numbers that no part has and for which near ones are looked up. */
const mostMissed = 40;
const mostNear = 3;

/** What the lines of a list mean, each in its place; in four statements, for one line as for five hundred. */
export async function checkList(
  db: Database,
  { lines }: InputFor<'checkOrderList'>['body'],
): Promise<AnswerFor<'checkOrderList'>> {
  const known = await learn(db, lines);
  const checked = lines.map((line) => ({
    number: line.number ?? '',
    key: keyOf(line),
    parts: partsOf(line, known),
  }));
  const missed = checked.filter(({ key, parts }) => key !== '' && parts.length === 0);
  const keys = [...new Set(missed.map(({ key }) => key))].slice(0, mostMissed);
  const nearest = await near(db, keys);
  return {
    lines: checked.map(({ number, key, parts }) => {
      const numbers = parts.length > 0 ? [] : nearest.get(key)?.map((row) => row.number);
      return { number, parts, nearest: [...new Set(numbers)].slice(0, mostNear) };
    }),
  };
}

const keyOf = ({ number = '' }: Asked): string => partNumberKey(number);

/** What the shop knows of the lines of a list. */
interface Known {
  readonly byKey: ReadonlyMap<string, readonly KeyedPart[]>;
  /** What is sold no more, and what takes its place. */
  readonly replacements: Awaited<ReturnType<typeof findReplacements>>;
  /** Parts on sale, by their ids. */
  readonly onSale: ReadonlyMap<string, Part>;
}

async function learn(db: Database, lines: readonly Asked[]): Promise<Known> {
  const rows = await partsWithKeys(db, [...new Set(lines.map(keyOf))].filter(Boolean));
  const chosen = lines.flatMap(({ productId }) => productId ?? []);
  const archived = rows.filter(({ isArchived }) => isArchived).map(({ partId }) => partId);
  const replacements = await findReplacements(db, [...new Set([...archived, ...chosen])]);
  const ids = new Set([
    ...rows.map(({ partId }) => partId),
    ...chosen,
    ...[...replacements.values()].map(({ by }) => by),
  ]);
  return {
    byKey: Map.groupBy(rows, ({ key }) => key),
    replacements,
    onSale: new Map((await findPartsById(db, [...ids])).map((row) => [row.id, showPart(row)])),
  };
}

/** A chosen part is meant alone. */
function partsOf(line: Asked, known: Known): Meant[] {
  const named = likeliest(known.byKey.get(keyOf(line)) ?? [], known);
  const chosen = line.productId === undefined ? undefined : soldAs(line.productId, known);
  if (chosen === undefined) return named.slice(0, mostParts);
  const match = named.find(({ part }) => part._id === chosen.part._id)?.match;
  return [{ ...chosen, match }];
}

/**
 * A number of the shop's own means that part, whoever else has it. Otherwise it means the parts that have it, and what takes the
 * place of the one whose own it was; what is sold no more under another number counts where nothing else has it.
 */
function likeliest(rows: readonly KeyedPart[], known: Known): Meant[] {
  for (const isLikely of [isOwnOnSale, isOwnOrOnSale, () => true]) {
    const its = new Map<string, Meant>();
    for (const { partId, kind, number, maker } of rows.filter(isLikely)) {
      const sold = soldAs(partId, known);
      if (sold && !its.has(sold.part._id))
        its.set(sold.part._id, { ...sold, match: { kind, number, maker } });
    }
    if (its.size > 0) return [...its.values()];
  }
  return [];
}

const isOwnOnSale = ({ kind, isArchived }: KeyedPart): boolean => kind === 'own' && !isArchived;
const isOwnOrOnSale = ({ kind, isArchived }: KeyedPart): boolean => kind === 'own' || !isArchived;

/** The part itself, or what takes its place; undefined when neither is on sale. */
function soldAs(
  id: string,
  { onSale, replacements }: Known,
): Pick<Meant, 'part' | 'replaces'> | undefined {
  const itself = onSale.get(id);
  if (itself) return { part: itself, replaces: null };
  const replaced = replacements.get(id);
  const part = onSale.get(replaced?.by ?? '');
  if (!replaced || !part) return undefined;
  return { part, replaces: { _id: id, number: replaced.number, name: replaced.name } };
}
