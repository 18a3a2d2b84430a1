import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

type PaymentRow = Selectable<Tables['payments']>;

const columns = ['intent_id', 'order_id', 'state', 'spent_keys'] as const;

/** One attempt to collect an order's money. `spent_keys`: how many idempotency keys of its refund are spent. */
export type Payment = Pick<PaymentRow, (typeof columns)[number]>;

/** Undefined when the shop never made such an intent. */
export function findPayment(db: Database, intentId: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(columns)
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
}

/** The order's open payment and the number of its next attempt, read in one query. */
export async function findAttempts(
  db: Database,
  orderId: string,
): Promise<{ open: Payment | undefined; next: number }> {
  const payments = await db
    .selectFrom('payments')
    .select([...columns, 'attempt'])
    .where('order_id', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(100)
    .execute();
  return {
    open: payments.find(({ state }) => state === 'open'),
    next: (payments[0]?.attempt ?? 0) + 1,
  };
}

/** Every attempt to pay an order of a customer, oldest first. */
export function listPaymentsOf(db: Database, userId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.intent_id',
      'payments.order_id',
      'payments.amount_cents',
      'payments.state',
      'payments.created_at',
    ])
    .where('orders.user_id', '=', userId)
    .orderBy('payments.created_at')
    .orderBy('payments.intent_id')
    .execute();
}

/** Replaces words about a customer in the reasons of their refunds, as `anonymiseInHistory` does (migration 0011). */
export async function anonymiseRefundsOf(
  tx: Database,
  userId: string,
  words: readonly string[],
): Promise<void> {
  const known = words
    .filter((word) => word.length >= 3)
    .toSorted((one, other) => other.length - one.length);
  await sql`
    update refunds set reason = words_replaced(to_jsonb(reason), ${known}::text[], 'A customer') #>> '{}'
    where order_id in (select id from orders where user_id = ${userId})`.execute(tx);
}

/** An attempt that is there already stays as it is. Answers whether it is new. */
export async function insertPayment(
  db: Database,
  payment: Pick<PaymentRow, 'intent_id' | 'order_id' | 'attempt' | 'amount_cents' | 'state'>,
  now: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('payments')
    .values({ ...payment, created_at: now, updated_at: now, wanted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('intent_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves a payment on; undefined when it is not in the expected state any more. */
export function movePayment(
  db: Database,
  intentId: string,
  { from, to, now }: { from: PaymentRow['state']; to: PaymentRow['state']; now: Date },
): Promise<Pick<Payment, 'order_id'> | undefined> {
  return db
    .updateTable('payments')
    .set({ state: to, updated_at: now })
    .where('intent_id', '=', intentId)
    .where('state', '=', from)
    .returning('order_id')
    .executeTakeFirst();
}

/** Counts one more spent key of the payment's refund, once for any number of concurrent callers. */
export async function spendKeyOfPayment(
  db: Database,
  { intent_id, spent_keys }: Payment,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ spent_keys: spent_keys + 1 })
    .where('intent_id', '=', intent_id)
    .where('spent_keys', '=', spent_keys)
    .execute();
}

/** The payer's page asked for the payment just now: it may be paid at any moment. */
export async function markWanted(db: Database, intentId: string, now: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ wanted_at: now })
    .where('intent_id', '=', intentId)
    .execute();
}

/** Claims payments for one process; `updated_at` notes it, so that processes take turns. */
function claim(
  db: Database,
  now: Date,
  due: SelectQueryBuilder<Tables, 'payments', Pick<PaymentRow, 'intent_id'>>,
): Promise<Payment[]> {
  return db
    .updateTable('payments')
    .set({ updated_at: now })
    .where('intent_id', 'in', due.forUpdate().skipLocked())
    .returning(columns)
    .execute();
}

/**
 * Claims unfinished payments that were not asked about for a while, those a payer wanted last first. An open one is asked
 * about after a tenth of the time that it has been left alone: thousands of abandoned payments do not delay the others.
 */
export function claimUnfinishedPayments(
  db: Database,
  { quietSince, now, most }: { quietSince: Date; now: Date; most: number },
): Promise<Payment[]> {
  const due = sql<Date>`case state when 'open' then least(${quietSince}, ${now}::timestamptz - (${now}::timestamptz - wanted_at) / 10) else ${quietSince} end`;
  const unfinished = db
    .selectFrom('payments')
    .select('intent_id')
    .where('state', 'in', ['open', 'refund_due'])
    .where('updated_at', '<=', due)
    .orderBy('wanted_at', 'desc')
    .limit(most);
  return claim(db, now, unfinished);
}

/** Claims captured payments that were not checked for a while, least recently checked first. */
export function claimCapturedPayments(
  db: Database,
  {
    quietSince,
    paidSince,
    now,
    most,
  }: { quietSince: Date; paidSince: Date; now: Date; most: number },
): Promise<Payment[]> {
  const captured = db
    .selectFrom('payments')
    .select('intent_id')
    .where('state', '=', 'kept')
    .where('updated_at', '<=', quietSince)
    .where('created_at', '>', paidSince)
    .orderBy('updated_at')
    .limit(most);
  return claim(db, now, captured);
}
