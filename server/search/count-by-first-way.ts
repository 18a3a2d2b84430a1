import { sql } from 'kysely';
import { forAnyValues } from '#server/db/any-values.ts';
import type { Database } from '#server/shop.ts';
import { found, type Sifting } from './found-store.ts';

/** For each of these searches how many parts the first of its ways finds that finds any, `most` at most; those after it are not run. One statement. */
export async function countByFirstWay(
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
