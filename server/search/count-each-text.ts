import { sql } from 'kysely';
import { forAnyValues } from '#server/db/any-values.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import { findNumbers, type FoundNumbers } from './find-numbers.ts';
import { found, type Sifting } from './found-store.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import { narrowed } from './narrowed.ts';
import { understand, type Reading } from './understand.ts';
import { byWords } from './ways.ts';

/** How many parts each of these texts finds, `most` at most: by numbers, else by words. */
export async function countEachText(
  db: Database,
  texts: readonly string[],
  most: number,
): Promise<readonly number[]> {
  const [vocabulary, vehicles] = await Promise.all([vocabularyOf(db), vehiclesOf(db)]);
  const readings = texts.map((text) => understand(vocabulary, text, { vehicles }));
  // Hardly any of them is a number, so little is counted in vain.
  const [numbers, counted] = await Promise.all([
    findEachNumber(db, readings),
    countByFirstWay(db, readings.map(countedWays), most),
  ]);
  return texts.map((_, at) => numbers[at]?.rows.length ?? counted[at] ?? 0);
}

/** One after the other: looking for the middle of a number takes a connection for long. */
async function findEachNumber(
  db: Database,
  readings: readonly Reading[],
): Promise<(FoundNumbers | undefined)[]> {
  const numbers: (FoundNumbers | undefined)[] = [];
  for (const reading of readings) numbers.push(await findNumbers(db, reading));
  return numbers;
}

function countedWays(reading: Reading): Sifting[] {
  return byWords(reading).map(({ countedOn, ...way }) => {
    const { among, shared, ...its } = narrowed({ ...way, shelves: countedOn }, {});
    // Nothing else looks at its rows.
    return { ...its, among: shared?.rows ?? among };
  });
}

/** For each of these searches how many parts the first of its ways finds that finds any, `most` at most; those after it are not run. One statement. */
async function countByFirstWay(
  db: Database,
  searches: readonly (readonly Sifting[])[],
  most: number,
): Promise<readonly number[]> {
  if (searches.every((ways) => ways.length === 0)) return searches.map(() => 0);
  const each = searches.map((ways) => {
    const counts = ways.map(
      (way) => sql`nullif((select count(*) from (${found(way, sql`id`, most)}) its), 0)`,
    );
    return sql`coalesce(${sql.join([...counts, sql`0`])})::int`;
  });
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(each)}] as counts ${forAnyValues}`.execute(db);
  return rows[0]?.counts ?? [];
}
