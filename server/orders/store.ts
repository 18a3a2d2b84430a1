import { sql, type Selectable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { AllOrdersQuery } from '#contract/orders.ts';
import { containing } from '#server/db/containing.ts';
import { fetchPage, newestFirst, type ListOrder, type PageWanted } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** An order's row. */
export type OrderRow = Selectable<Tables['orders']>;

/** Whose orders may be touched: one customer's, or everybody's for an admin. */
export interface OrdersOf {
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** Holds the customer's row, so that what is counted of their orders stays true until the end of the transaction. */
export async function lockCustomer(tx: Database, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** How many orders of a customer wait for their money. */
export async function countUnpaid(db: Database, userId: string): Promise<number> {
  const { unpaid } = await db
    .selectFrom('orders')
    .select((is) => is.fn.countAll<number>().as('unpaid'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['unpaid', 'cancelling'])
    .executeTakeFirstOrThrow();
  return unpaid;
}

/** Stores a new order. */
export async function insertOrder(tx: Database, order: OrderRow): Promise<void> {
  await tx.insertInto('orders').values(order).execute();
}

/** One order that is not cancelled, whoever asks; undefined when there is none. */
export function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).where('state', '<>', 'cancelled').executeTakeFirst();
}

/** The order of this id among those one may touch, cancelled ones too. */
export function findOwnOrder(db: Database, id: string, whose: OrdersOf): Promise<OrderRow | undefined> {
  let rows = db.selectFrom('orders').selectAll().where('id', '=', id);
  if (!whose.isAdmin) rows = rows.where('user_id', '=', whose.userId);
  return rows.executeTakeFirst();
}

/** The orders of the account that has this e-mail address now, newest first, without cancelled ones. */
export function listOrdersOf(
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

/** All orders that are not cancelled, as the admin's table wants them. */
export function listAllOrders(db: Database, query: AllOrdersQuery): Promise<Page<OrderRow[]>> {
  let rows = db.selectFrom('orders').selectAll().where('state', 'in', statesOf(query.state));
  if (query.q)
    rows = rows.where(
      containing(
        query.q,
        ['part_name', 'name', 'email', 'id', 'transaction_id'].map((name) => sql.ref(name)),
      ),
    );
  return fetchPage(rows, orderOf(query.sort), query);
}

function statesOf(shown: AllOrdersQuery['state']): OrderRow['state'][] {
  if (shown === 'unpaid') return ['unpaid', 'cancelling'];
  if (shown === 'pending') return ['paid'];
  if (shown === 'shipped') return ['shipped'];
  return ['unpaid', 'cancelling', 'paid', 'shipped'];
}

function orderOf(sort: AllOrdersQuery['sort']): ListOrder {
  const newest = newestFirst('orders');
  if (sort === 'oldest') return { ...newest, descending: false };
  if (sort === 'total' || sort === '-total')
    return { ...newest, by: sql.ref('total_cents'), type: 'number', descending: sort === '-total' };
  return newest;
}

/** A parcel on its way; empty texts where there is none to follow. */
export interface Parcel {
  readonly carrier: string;
  readonly trackingNumber: string;
}

/** Paid, and not given back wholly → shipped; undefined when it is not so. */
export function markShipped(
  tx: Database,
  id: string,
  { carrier, trackingNumber, now }: Parcel & { now: Date },
): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ state: 'shipped', shipped_at: now, carrier: carrier || null, tracking_number: trackingNumber || null })
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .whereRef('refunded_cents', '<', 'total_cents')
    .returningAll()
    .executeTakeFirst();
}

/** Unpaid → cancelling, for those who may: from here on no new payment is opened. Undefined when it is not so. */
export function startCancelling(
  db: Database,
  id: string,
  { whose, because, now }: { whose: OrdersOf; because: NonNullable<OrderRow['cancelled_because']>; now: Date },
): Promise<OrderRow | undefined> {
  let order = db
    .updateTable('orders')
    .set({ state: 'cancelling', cancelled_because: because, cancelling_since: now })
    .where('id', '=', id)
    .where('state', 'in', ['unpaid', 'cancelling']);
  if (!whose.isAdmin) order = order.where('user_id', '=', whose.userId);
  return order.returningAll().executeTakeFirst();
}

/** Cancelling → unpaid: the payment could not be ended now. */
export async function stopCancelling(db: Database, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'unpaid', cancelled_because: null, cancelling_since: null })
    .where('id', '=', id)
    .where('state', '=', 'cancelling')
    .execute();
}

/** Cancelling → cancelled; undefined when somebody else was first. */
export function finishCancelling(tx: Database, id: string, now: Date): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ state: 'cancelled', cancelled_at: now, cancelling_since: null })
    .where('id', '=', id)
    .where('state', '=', 'cancelling')
    .returningAll()
    .executeTakeFirst();
}

/** Orders to end: unpaid ones whose hold is over, and those whose cancelling was cut off; oldest first. */
export function listOrdersToEnd(
  db: Database,
  { heldSince, cancellingSince, most }: { heldSince: Date; cancellingSince: Date; most: number },
): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('state', 'in', ['unpaid', 'cancelling'])
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'unpaid'), is('created_at', '<=', heldSince)]),
        is.and([is('state', '=', 'cancelling'), is('cancelling_since', '<=', cancellingSince)]),
      ]),
    )
    .orderBy('created_at')
    .limit(most)
    .execute();
}

/** Ids of a customer's orders that wait for their money. */
export async function listUnpaidIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['unpaid', 'cancelling'])
    .execute();
  return rows.map((row) => row.id);
}
