import { sql, type ExpressionBuilder } from 'kysely';
import type { Page } from '#contract/api.ts';
import { mostListed, type Counted } from '#contract/counted.ts';
import type { AllOrdersQuery, OrdersWanted } from '#contract/orders.ts';
import { amongFew } from '#server/db/few-rows.ts';
import { fetchPage, newestFirst, sortedBy, type PageWanted } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import { holding } from '#server/holds/held-until.ts';
import { everPaid } from '#server/holds/store.ts';
import type { Database } from '#server/shop.ts';
import { isFound } from './found-orders.ts';
import { shownColumns, type ShownOrderRow } from './show-order.ts';
import type { OrderRow } from './store.ts';

/** Orders of the account that has this e-mail address now, newest first, without cancelled ones. */
export function listOrders(
  db: Database,
  query: PageWanted & { readonly email: string; readonly paid?: 'true' | undefined },
): Promise<Page<ShownOrderRow[]>> {
  let rows = db
    .selectFrom('orders')
    .select(shownColumns)
    .where('user_id', '=', accountOf(query.email))
    .where('state', '<>', 'cancelled');
  if (query.paid) rows = rows.where('paid_at', 'is not', null);
  return fetchPage(rows, newestFirst('orders'), query);
}

/** The admin's table: every order that is not cancelled. */
export async function listAllOrders(
  db: Database,
  query: AllOrdersQuery,
): Promise<Page<ShownOrderRow[]>> {
  const { state, q, sort = 'newest' } = query;
  const wanted = ordersWanted(db, query);
  const order = sortedBy('orders', sort, sortValues);
  const few =
    state && !q && order.type !== 'time' ? await amongFew(db, wanted, 'orders') : undefined;
  const rows = few ? db.selectFrom('orders').where(few) : wanted;
  return fetchPage(rows.select(shownColumns), order, query);
}

/** How many orders that table has, so far as they are counted, and what they come to, if these are all. */
export async function countAllOrders(
  db: Database,
  query: OrdersWanted,
  most = mostListed,
): Promise<Counted & { totalCents: number | null }> {
  const first = ordersWanted(db, query)
    .select('total_cents')
    .limit(most + 1);
  const { count, total } = await db
    .selectFrom(first.as('first'))
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('total_cents').as('total')])
    .executeTakeFirstOrThrow();
  const more = Number(count) > most;
  return {
    count: Math.min(Number(count), most),
    more,
    totalCents: more ? null : Number(total ?? 0),
  };
}

function ordersWanted(db: Database, query: OrdersWanted) {
  let rows = db.selectFrom('orders');
  // Of pending ones the status says all but the state of those under dispute. With an equation the database reads the index of states, too: all orders that are paid.
  if (query.state === 'pending')
    rows = rows.where(sql<boolean>`(disputed_since is null or state = 'paid')`);
  else rows = rows.where('state', 'in', statesOf(query.state));
  // A refund leaves an order paid or shipped, but one that is wholly refunded reads so (`orderStatus`).
  if (query.state === 'pending' || query.state === 'shipped')
    rows = rows.whereRef('refunded_cents', '<', 'total_cents');
  if (query.state === 'refunded') rows = rows.whereRef('refunded_cents', '>=', 'total_cents');
  // Of few among a million, which the index by status finds; one under dispute is one of them, too.
  if (query.state === 'pending')
    rows = rows.where(sql<boolean>`${statusRank} in (0, 2) and state <> 'cancelled'`);
  if (query.state === 'refunded')
    rows = rows.where(sql<boolean>`${statusRank} in (0, 4) and state <> 'cancelled'`);
  // Few among a million, by the index by status.
  if (query.state === 'disputed')
    rows = rows.where(sql<boolean>`${statusRank} = 0 and state <> 'cancelled'`);
  if (query.state === 'refund-failed')
    rows = rows.where(
      sql<boolean>`orders.id in (select order_id from refunds where state = 'failed' and source = 'admin')`,
    );
  if (query.state === 'never-paid') rows = rows.where(({ not }) => not(everPaid('orders.user_id')));
  if (query.q) rows = rows.where(isFound(query.q));
  if (query.batch !== undefined) rows = rows.where('batch_id', '=', query.batch);
  if (query.customer !== undefined) rows = rows.where('user_id', '=', accountOf(query.customer));
  return rows;
}

/**
 * The account that has an address now, to be equal to: an equation has the order of the index of a customer's orders, of a set the planner expects to
 * meet one soon among the newest, and of a join it sorts them all.
 */
function accountOf(email: string) {
  return ({ selectFrom }: ExpressionBuilder<Tables, 'orders'>) =>
    selectFrom('users')
      .select('users.id')
      .where('users.email', '=', email)
      .where('users.replaced_at', 'is', null);
}

function statesOf(shown: AllOrdersQuery['state']): OrderRow['state'][] {
  if (shown === 'unpaid' || shown === 'never-paid') return [...holding];
  if (shown === 'shipped') return ['shipped'];
  if (shown === 'refunded') return ['paid', 'shipped'];
  return [...holding, 'paid', 'shipped'];
}

/** As `orderState` tells states apart for admins: what waits for somebody comes first. */
const statusRank = sql`(case when disputed_since is not null then 0 when paid_at is null then 1
  when refunded_cents >= total_cents then 4 when state = 'shipped' then 3 else 2 end)`;

/** Migration 0019 has an index for each of these but the status. */
const sortValues = {
  total: { by: sql.ref('total_cents'), type: 'number' },
  quantity: { by: sql.ref('quantity'), type: 'number' },
  product: { by: sql`lower(part_name)`, type: 'text' },
  customer: { by: sql`lower(coalesce(nullif(name, ''), email))`, type: 'text' },
  status: { by: statusRank, type: 'number' },
} as const;
