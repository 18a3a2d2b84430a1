import type { AnswerFor, InputFor } from '#contract/api.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { showPart } from '#server/parts/part-row.ts';
import { findReplacements } from '#server/parts/replacements.ts';
import { findPartsById } from '#server/parts/store.ts';
import { near, partsWithKeys, type KeyedPart } from '#server/search/numbers-store.ts';
import type { Database } from '#server/shop.ts';

type Checked = AnswerFor<'checkOrderList'>['lines'][number];

/** Parts of one number that somebody may choose from. */
const mostParts = 8;
/** Numbers that no part has and for which near ones are looked up: each takes a statement. */
const mostMissed = 40;
const mostNear = 3;

/** What the numbers of a list mean, each in its place; the same few statements for one line and for five hundred. */
export async function checkList(
  db: Database,
  { lines }: InputFor<'checkOrderList'>['body'],
): Promise<AnswerFor<'checkOrderList'>> {
  const numbers = [...new Set(lines.map(({ number }) => number))];
  const keys = [...new Set(numbers.map(partNumberKey).filter(Boolean))];
  const meant = await meantBy(db, keys);
  const missed = keys.filter((key) => !meant.has(key)).slice(0, mostMissed);
  const nearest = await nearestTo(db, missed);
  return {
    lines: lines.map(({ number }) => {
      const key = partNumberKey(number);
      return { number, parts: meant.get(key) ?? [], nearest: nearest.get(key) ?? [] };
    }),
  };
}

/** The parts on sale by the keys of numbers; what is sold no more leads to what takes its place. */
async function meantBy(
  db: Database,
  keys: readonly string[],
): Promise<Map<string, Checked['parts']>> {
  const found = Map.groupBy(await partsWithKeys(db, keys), ({ key }) => key);
  const named = [...found].map(([key, rows]) => [key, likeliest(rows)] as const);
  const archived = named.flatMap(([, rows]) => rows.filter(({ isArchived }) => isArchived));
  const replacements = await findReplacements(
    db,
    archived.map(({ partId }) => partId),
  );
  const idOf = ({ isArchived, partId }: KeyedPart) =>
    isArchived ? replacements.get(partId) : partId;
  const ids = named.flatMap(([, rows]) => rows.flatMap((row) => idOf(row) ?? []));
  const parts = new Map((await findPartsById(db, ids)).map((row) => [row.id, showPart(row)]));
  const meant = named.map(([key, rows]) => {
    const its = new Map<string, Checked['parts'][number]>();
    for (const row of rows) {
      const part = parts.get(idOf(row) ?? '');
      const { kind, number, maker } = row;
      const replaces = row.isArchived ? { _id: row.partId, number: row.ownNumber } : null;
      if (part && !its.has(part._id))
        its.set(part._id, { part, match: { kind, number, maker }, replaces });
    }
    return [key, [...its.values()].slice(0, mostParts)] as const;
  });
  return new Map(meant.filter(([, its]) => its.length > 0));
}

/** A number of the shop's own means that part, whoever else has it; what is on sale comes before what is not. */
function likeliest(rows: readonly KeyedPart[]): readonly KeyedPart[] {
  for (const isOne of [isOwnOnSale, isOnSale]) {
    const some = rows.filter(isOne);
    if (some.length > 0) return some;
  }
  return rows;
}

const isOnSale = ({ isArchived }: KeyedPart): boolean => !isArchived;
const isOwnOnSale = ({ isArchived, kind }: KeyedPart): boolean => !isArchived && kind === 'own';

async function nearestTo(db: Database, keys: readonly string[]): Promise<Map<string, string[]>> {
  const nearest = new Map<string, string[]>();
  for (const key of keys) {
    const rows = await near(db, key);
    nearest.set(key, [...new Set(rows.map(({ number }) => number))].slice(0, mostNear));
  }
  return nearest;
}
