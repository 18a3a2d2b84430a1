import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** What of an order its payment depends on. */
export interface PayableOrder {
  readonly id: string;
  readonly user_id: string;
  readonly state: 'unpaid' | 'cancelling' | 'paid' | 'shipped' | 'cancelled';
  readonly total_cents: number;
  readonly email: string;
  readonly transaction_id: string | null;
  /** Keys of its payments under which the provider keeps a failure. */
  readonly spent_keys: number;
  /** After too many declined cards: from when on the next payment may be opened. */
  readonly payable_from: Date | null;
  /** The second half of its pay link, once the owner renewed it. */
  readonly link_key: string | null;
}

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

/** One order; undefined when there is none. */
export function findPayableOrder(db: Database, id: string): Promise<PayableOrder | undefined> {
  return db.selectFrom('orders').select(payable).where('id', '=', id).executeTakeFirst();
}

/** One order, held until the transaction ends: paying and cancelling take turns. */
export function lockPayableOrder(tx: Database, id: string): Promise<PayableOrder | undefined> {
  return tx
    .selectFrom('orders')
    .select(payable)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** A customer's unpaid orders of one total: two at most are read, more than one is too many already. */
export function findUnpaidOrdersOfTotal(
  db: Database,
  userId: string,
  totalCents: number,
): Promise<PayableOrder[]> {
  return db
    .selectFrom('orders')
    .select(payable)
    .where('user_id', '=', userId)
    .where('state', '=', 'unpaid')
    .where('total_cents', '=', totalCents)
    .limit(2)
    .execute();
}

/** Gives an order another pay link. */
export async function setLinkKey(tx: Database, orderId: string, linkKey: string): Promise<void> {
  await tx.updateTable('orders').set({ link_key: linkKey }).where('id', '=', orderId).execute();
}

/** Lets an unpaid order's next payment wait: a quarter of an hour, then twice as long each time, a day at most. Undefined when it is not unpaid. */
export function pausePayments(
  tx: Database,
  orderId: string,
  now: Date,
): Promise<{ id: string; payable_from: Date } | undefined> {
  const wait = sql<Date>`${now}::timestamptz + least(interval '15 minutes' * (1 << least(declined_payments, 7)), interval '1 day')`;
  return tx
    .updateTable('orders')
    .set({ declined_payments: sql`declined_payments + 1`, payable_from: wait })
    .where('id', '=', orderId)
    .where('state', '=', 'unpaid')
    .returning(['id', sql<Date>`payable_from`.as('payable_from')])
    .executeTakeFirst();
}

/** Marks an order paid by one transaction, also one that is just being cancelled; false when it is not to be paid any more. */
export async function markOrderPaid(
  tx: Database,
  orderId: string,
  { transactionId, now }: { transactionId: string; now: Date },
): Promise<boolean> {
  const paid = await tx
    .updateTable('orders')
    .set({
      state: 'paid',
      transaction_id: transactionId,
      paid_at: now,
      cancelled_because: null,
      cancelling_since: null,
      network_hash: null,
    })
    .where('id', '=', orderId)
    .where('state', 'in', ['unpaid', 'cancelling'])
    .returning('id')
    .executeTakeFirst();
  return paid !== undefined;
}

/** One more key of an order's payments is spent; several may find that out at once. Answers how many are. */
export async function spendKeyOfOrder(db: Database, id: string, spent: number): Promise<number> {
  const order = await db
    .updateTable('orders')
    .set(({ fn, val }) => ({ spent_keys: fn<number>('greatest', ['spent_keys', val(spent + 1)]) }))
    .where('id', '=', id)
    .returning('spent_keys')
    .executeTakeFirstOrThrow();
  return order.spent_keys;
}
