import { sql, type RawBuilder } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { MyOrdersQuery, MyOrdersWanted } from '#contract/my-orders.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { containsText } from '#server/db/contains-text.ts';
import { numberBegins } from '#server/db/number-beginning.ts';
import { fetchPage, newestFirst } from '#server/db/page.ts';
import type { Database } from '#server/shop.ts';
import { stands } from './batch-sums.ts';
import { idBegins } from './id-beginning.ts';
import { shownColumns } from './show-order.ts';

/** Whose orders, and which of them. */
export type OwnWanted = MyOrdersQuery & { readonly userId: string };

/** Whether an order is the customer's and wanted. */
export function isWanted(wanted: MyOrdersWanted & { userId: string }) {
  const { q, state, since, until, userId } = wanted;
  const conditions = [
    isOwn(wanted),
    state === undefined ? sql`orders.state <> 'cancelled'` : stands[state],
  ];
  if (since) conditions.push(sql`orders.created_at >= ${new Date(since)}`);
  if (until) conditions.push(sql`orders.created_at <= ${new Date(until)}`);
  if (q) conditions.push(names(q, userId));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Lines of a batch are its customer's: read by the batch, of which a plan for any values would not know that it has fewer lines than the customer has orders. */
function isOwn({ batch, userId }: { batch?: string | undefined; userId: string }) {
  return batch === undefined
    ? sql`orders.user_id = ${userId}`
    : sql`orders.batch_id = (select id from batches where id = ${batch} and user_id = ${userId})`;
}

/** Whether an order is found by what somebody typed. */
function names(q: string, userId: string): RawBuilder<boolean> {
  const ways = [
    containsText(q, [sql.ref('orders.part_name')]),
    sql`orders.batch_id in (select id from batches where user_id = ${userId} and ${containsText(q, [sql.ref('po_number')])})`,
  ];
  const key = partNumberKey(q);
  if (key !== '')
    ways.push(sql`orders.part_id in (select id from parts where ${numberBegins.own(key)})`);
  const ids = idBegins(q);
  if (ids) ways.push(ids(sql.ref('orders.id')), ids(sql.ref('orders.batch_id')));
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** Orders of a customer one by one, newest first: all that are wanted, those of one batch, or those of none. */
export function listOwnOrders(db: Database, wanted: OwnWanted, which: 'all' | 'single' = 'all') {
  let rows = db
    .selectFrom('orders')
    .innerJoin('parts', 'parts.id', 'orders.part_id')
    .select([...shownColumns, 'parts.part_number'])
    .where(isWanted(wanted));
  if (which === 'single') rows = rows.where('orders.batch_id', 'is', null);
  return fetchPage(rows, newestFirst('orders'), wanted);
}

/** Batches of a customer with a line that is wanted, newest first. */
export function listOwnBatches(
  db: Database,
  wanted: OwnWanted,
): Promise<Page<{ id: string; created_at: Date; po_number: string }[]>> {
  let rows = db
    .selectFrom('batches')
    .select(['batches.id', 'batches.created_at', 'batches.po_number'])
    .where('batches.user_id', '=', wanted.userId)
    // The offset keeps the planner from joining: it then looks into the batches one after the other, until the page is full.
    .where(
      sql<boolean>`exists (select from orders where orders.batch_id = batches.id and ${isWanted(wanted)} offset 0)`,
    );
  if (wanted.since) rows = rows.where('batches.created_at', '>=', new Date(wanted.since));
  if (wanted.until) rows = rows.where('batches.created_at', '<=', new Date(wanted.until));
  return fetchPage(rows, newestFirst('batches'), wanted);
}
