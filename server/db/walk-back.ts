import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/api.ts';
import { fetchPage, pageQuery, placeOf, readCursor, writeCursor } from './page.ts';
import type { ListOrder, PageWanted } from './page.ts';

/** Rows that a page looks through, at most. */
export const mostLookedThrough = 5_000;

/**
 * One page of the rows of a list for which a condition holds that no index answers. A page looks through some thousands of rows, so it is answered as fast
 * with a million of them; when that does not fill it, the next one goes on behind them. So a page may have fewer rows than asked for, or none,
 * and all of them together have each row.
 */
export async function walkBack<DB, TB extends keyof DB, Row extends { id: string }>(
  list: SelectQueryBuilder<DB, TB, Row>,
  order: ListOrder,
  holds: RawBuilder<boolean>,
  wanted: PageWanted,
): Promise<Page<Row[]>> {
  const after = readCursor(wanted.cursor, order.type);
  const ids = list.clearSelect().select(sql<string>`${order.id}`.as('id'));
  const places = ids as unknown as SelectQueryBuilder<DB, TB, { id: string }>;
  const [last] = await pageQuery(places, order, { after, limit: 1 })
    .offset(mostLookedThrough - 1)
    .execute();
  if (last === undefined) return fetchPage(list.where(holds), order, wanted);
  const isBefore = sql.raw(order.descending ? '>=' : '<=');
  const { value, id } = placeOf(last, order.type);
  const page = await fetchPage(
    list
      .where(holds)
      .where(sql<boolean>`(${order.by}, ${order.id}) ${isBefore} (${value}, ${id}::uuid)`),
    order,
    wanted,
  );
  return page.next === undefined ? { ...page, next: writeCursor(last.place, last.id) } : page;
}
