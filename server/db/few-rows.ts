import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { countFirst } from './page.ts';
import type { Tables } from './schema.ts';

/** So many rows are fetched and sorted in some milliseconds. */
const mostSorted = 5_000;

/**
 * The condition of a list of few rows when it is sorted by a value, instead of its own: its rows are found first, by an index of what they have in common, and then
 * sorted. The planner prefers to walk in the order of the value, because it expects to meet one soon, and walks through a million when they
 * all stand at the other end. Undefined for a list of more rows than `most`.
 */
export async function amongFew<DB, TB extends keyof DB, Row>(
  db: Kysely<Tables>,
  list: SelectQueryBuilder<DB, TB, Row>,
  table: 'orders' | 'parts',
  most = mostSorted,
): Promise<RawBuilder<boolean> | undefined> {
  const { more } = await countFirst(db, list, most);
  if (more) return undefined;
  // Their places in the table, which hold for one statement, so that rows are fetched without looking for each in an index.
  const place = sql.ref(`${table}.ctid`);
  return sql<boolean>`${place} = any (array(${list.select(place.as('place'))}))`;
}
