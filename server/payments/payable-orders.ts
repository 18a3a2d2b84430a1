import { sql, type CompiledQuery, type Selectable } from 'kysely';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { mailedOrders } from '#server/mails/store.ts';
import type { Database } from '#server/shop.ts';

const payable = [
  'id',
  'user_id',
  'state',
  'total_cents',
  'email',
  'transaction_id',
  'spent_keys',
  'payable_from',
  'link_key',
] as const;

/**
 * What the payment of an order depends on. `spent_keys`: how many idempotency keys of its payments are spent;
 * `payable_from`: end of the pause after too many declined cards; `link_key`: second half of a renewed pay link.
 */
export type PayableOrder = Pick<Selectable<Tables['orders']>, (typeof payable)[number]>;

/** Cancelled ones too; undefined when there is none. */
export async function findPayableOrder(
  db: Database,
  id: string,
): Promise<PayableOrder | undefined> {
  return (await findPayableOrders(db, [id]))[0];
}

interface Ids {
  readonly ids: readonly string[];
}

const findOrders = prepared((db, { ids }: Ids) => ordersOf(db, ids));
const lockOrders = prepared((db, { ids }: Ids) => ordersOf(db, ids).forUpdate());

function ordersOf(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('orders')
    .select(payable)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id');
}

/** As `findPayableOrder`, those that there are, by id. */
export function findPayableOrders(db: Database, ids: readonly string[]): Promise<PayableOrder[]> {
  return rowsOf(db, findOrders({ ids }));
}

/** The statement that locks orders until the commit: paying and cancelling take turns. By id, so that two payments never wait for each other. */
export function lockingOrders(ids: readonly string[]): CompiledQuery<PayableOrder> {
  return lockOrders({ ids });
}

/** As `lockingOrders`. */
export function lockPayableOrders(tx: Database, ids: readonly string[]): Promise<PayableOrder[]> {
  return rowsOf(tx, lockOrders({ ids }));
}

/** The statement that locks orders as `lockingOrders` does, and with them their customers; with what their mails need, for `mailedOrder`. */
export const lockingOrdersToPay = prepared((db, { ids }: Ids) =>
  mailedOrders(db)
    .select(['orders.user_id', 'orders.spent_keys', 'orders.payable_from'])
    .where('orders.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('orders.id')
    .forUpdate(['orders', 'users']),
);

/** An order whose money has come. */
export type OrderToPay =
  ReturnType<typeof lockingOrdersToPay> extends CompiledQuery<infer Row> ? Row : never;

/** What was tried to pay an order so far. */
interface Attempts {
  /** The number of its last attempt. */
  readonly last_attempt: number;
  /** The open one. */
  readonly open_intent: string | null;
}

/** An order that somebody wants to pay. */
export type WantedOrder = PayableOrder & Attempts;

const attempts = [
  sql<number>`(select coalesce(max(attempt), 0) from payment_lines where order_id = orders.id)`.as(
    'last_attempt',
  ),
  sql<
    string | null
  >`(select max(intent_id) from payment_lines where order_id = orders.id and state = 'open')`.as(
    'open_intent',
  ),
] as const;

/** The statement that reads orders, those that there are, by id. */
export const wantedOrders = prepared((db, { ids }: Ids) => ordersOf(db, ids).select(attempts));

/** The statement that reads a customer's unpaid orders of one total; two at most, because more than one is too many. */
export const wantedOrdersOfTotal = prepared(
  (db, { userId, totalCents }: { userId: string; totalCents: number }) =>
    db
      .selectFrom('orders')
      .select(payable)
      .select(attempts)
      .where('user_id', '=', userId)
      .where('state', '=', 'unpaid')
      .where('total_cents', '=', totalCents)
      .limit(2),
);

/** Replaces the second half of the pay link. */
export async function setLinkKey(tx: Database, orderId: string, linkKey: string): Promise<void> {
  await tx.updateTable('orders').set({ link_key: linkKey }).where('id', '=', orderId).execute();
}

/** Exponential backoff of the next payment of those orders that are unpaid: 15 minutes, doubled each time, a day at most. */
export function pausePayments(
  tx: Database,
  orderIds: readonly string[],
  now: Date,
): Promise<{ id: string; payable_from: Date }[]> {
  const wait = sql<Date>`${now}::timestamptz + least(interval '15 minutes' * (1 << least(declined_payments, 7)), interval '1 day')`;
  return tx
    .updateTable('orders')
    .set({ declined_payments: sql`declined_payments + 1`, payable_from: wait })
    .where('id', 'in', orderIds)
    .where('state', '=', 'unpaid')
    .returning(['id', sql<Date>`payable_from`.as('payable_from')])
    .execute();
}

/** Counts one more spent key of each, once for any number of concurrent callers that saw the same one; answers the new number. */
export async function spendKeyOfOrders(
  db: Database,
  ids: readonly string[],
  spent: number,
): Promise<number> {
  const orders = await db
    .updateTable('orders')
    .set(({ fn, val }) => ({ spent_keys: fn<number>('greatest', ['spent_keys', val(spent + 1)]) }))
    .where('id', 'in', ids)
    .returning('spent_keys')
    .execute();
  return Math.max(...orders.map(({ spent_keys }) => spent_keys));
}
