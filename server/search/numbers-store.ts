import { sql, type RawBuilder } from 'kysely';
import type { NumberMatch } from '#contract/search.ts';
import type { Database } from '#server/shop.ts';
import { editDistance } from './edit-distance.ts';
import { all, any, asFigures, matching, oneWord, ownWords } from './own-words.ts';

/** A number of a part on sale. */
export interface NumberRow extends NumberMatch {
  readonly partId: string;
  readonly name: string;
  readonly typeId: string | null;
  readonly key: string;
}

/** The most numbers that one search looks at. */
const most = 200;

/** Numbers with one of these keys. */
export function withKeys(db: Database, keys: readonly string[]): Promise<NumberRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return rowsOf(db, {
    own: sql`part_number_key = any (${keys})`,
    other: sql`number_key = any (${keys})`,
  });
}

/** Numbers that begin like this. */
export function beginningWith(db: Database, key: string): Promise<NumberRow[]> {
  const pattern = `${key}%`;
  return rowsOf(db, {
    own: sql`part_number_key like ${pattern}`,
    other: sql`number_key like ${pattern}`,
  });
}

/** Numbers in which this stands somewhere; letters that look like figures count as these. */
export async function containing(db: Database, key: string): Promise<NumberRow[]> {
  const rows = await ofParts(db, all(ownWords.numberRuns(key).map(oneWord)));
  return rows.filter((row) => asFigures(row.key).includes(asFigures(key)));
}

/** Numbers that are a character or, long ones, two off, the nearest first. */
export async function near(db: Database, key: string): Promise<NumberRow[]> {
  if (key.length < 6) return [];
  const half = Math.ceil(key.length / 2);
  // Of one wrong character one half knows nothing.
  const halves = [key.slice(0, half), key.slice(-half)].map((part) =>
    all(ownWords.numberRuns(part).map(oneWord)),
  );
  const rows = await ofParts(db, any(halves));
  const edits = key.length >= 9 ? 2 : 1;
  return rows
    .map((row) => ({ row, edits: editDistance(asFigures(key), asFigures(row.key), edits) }))
    .filter((one) => one.edits <= edits)
    .toSorted((one, other) => one.edits - other.edits)
    .map(({ row }) => row);
}

/** All numbers of up to a thousand parts that have these words. */
function ofParts(db: Database, words: RawBuilder<unknown>): Promise<NumberRow[]> {
  const ids = sql`(select id from parts where ${matching(words)} and archived_at is null limit 1000)`;
  return rowsOf(db, { own: sql`id in ${ids}`, other: sql`part_id in ${ids}`, limit: 20_000 });
}

async function rowsOf(
  db: Database,
  {
    own,
    other,
    limit = most,
  }: { own: RawBuilder<unknown>; other: RawBuilder<unknown>; limit?: number },
): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    (select id as "partId", name, type_id as "typeId", part_number_key as key, 'own' as kind, part_number as number,
        coalesce(brand, '') as maker
      from parts where ${own} and part_number_key is not null and archived_at is null limit ${limit})
    union all
    (select p.id, p.name, p.type_id, n.number_key, n.kind, n.number, n.maker
      from (select * from part_numbers where ${other} limit ${limit}) n
      join parts p on p.id = n.part_id and p.archived_at is null)`.execute(db);
  return rows;
}
