import type { OrderRow } from './store.ts';
import { sql } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { AllOrdersQuery } from '#contract/orders.ts';
import { containsText } from '#server/db/contains-text.ts';
import { fetchPage, newestFirst, type ListOrder, type PageWanted } from '#server/db/page.ts';
import { holding } from '#server/holds/held-until.ts';
import { everPaid } from '#server/holds/store.ts';
import type { Database } from '#server/shop.ts';

/** Orders of the account that has this e-mail address now, newest first, without cancelled ones. */
export function listOrders(
  db: Database,
  query: PageWanted & { readonly email: string; readonly paid?: 'true' | undefined },
): Promise<Page<OrderRow[]>> {
  let rows = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .where('users.email', '=', query.email)
    .where('users.replaced_at', 'is', null)
    .where('orders.state', '<>', 'cancelled');
  if (query.paid) rows = rows.where('orders.paid_at', 'is not', null);
  return fetchPage(rows, newestFirst('orders'), query);
}

/** The admin's table: every order that is not cancelled. */
export function listAllOrders(db: Database, query: AllOrdersQuery): Promise<Page<OrderRow[]>> {
  let rows = db.selectFrom('orders').selectAll().where('state', 'in', statesOf(query.state));
  // A refund leaves an order paid or shipped, but one that is wholly refunded reads so (`orderStatus`).
  if (query.state === 'pending' || query.state === 'shipped')
    rows = rows.whereRef('refunded_cents', '<', 'total_cents');
  if (query.state === 'refunded') rows = rows.whereRef('refunded_cents', '>=', 'total_cents');
  if (query.state === 'never-paid') rows = rows.where(({ not }) => not(everPaid('orders.user_id')));
  if (query.q)
    rows = rows.where(
      containsText(
        query.q,
        ['part_name', 'name', 'email', 'id', 'transaction_id'].map((name) => sql.ref(name)),
      ),
    );
  return fetchPage(rows, sortOrder(query.sort), query);
}

function statesOf(shown: AllOrdersQuery['state']): OrderRow['state'][] {
  if (shown === 'unpaid' || shown === 'never-paid') return [...holding];
  if (shown === 'pending') return ['paid'];
  if (shown === 'shipped') return ['shipped'];
  if (shown === 'refunded') return ['paid', 'shipped'];
  return [...holding, 'paid', 'shipped'];
}

function sortOrder(sort: AllOrdersQuery['sort']): ListOrder {
  const newest = newestFirst('orders');
  if (sort === 'oldest') return { ...newest, descending: false };
  if (sort === 'total' || sort === '-total')
    return { ...newest, by: sql.ref('total_cents'), type: 'number', descending: sort === '-total' };
  return newest;
}
