import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** Where one attempt to collect an order's money stands in the shop's books. */
type PaymentState = 'open' | 'kept' | 'canceled' | 'refund_due' | 'refunded';

/** One attempt to collect an order's money. */
export interface Payment {
  readonly intent_id: string;
  readonly order_id: string;
  readonly state: PaymentState;
  /** Keys of its refund under which the provider keeps a failure. */
  readonly spent_keys: number;
}

const ofPayment = ['intent_id', 'order_id', 'state', 'spent_keys'] as const;

/** The payment of this intent; undefined when the shop never made it. */
export function findPayment(db: Database, intentId: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(ofPayment)
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
}

/** The order's open payment, and the number its next attempt has, both as of one moment. */
export async function findAttempts(
  db: Database,
  orderId: string,
): Promise<{ open: Payment | undefined; next: number }> {
  const payments = await db
    .selectFrom('payments')
    .select([...ofPayment, 'attempt'])
    .where('order_id', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(100)
    .execute();
  return {
    open: payments.find(({ state }) => state === 'open'),
    next: (payments[0]?.attempt ?? 0) + 1,
  };
}

/** Every try to pay an order of a customer, oldest first. */
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

/** Takes words about a customer out of the reasons of their refunds, as the books do with what admins typed (migration 0011). */
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

/** A payment to write down. */
interface NewPayment extends Omit<Payment, 'spent_keys'> {
  readonly attempt: number;
  readonly amount_cents: number;
}

/** Writes an attempt down; one that is there already stays as it is. Whether it is new. */
export async function insertPayment(
  db: Database,
  payment: NewPayment,
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

/** Moves a payment on, if it still is in the state it is expected in; undefined when it is not. */
export function movePayment(
  db: Database,
  intentId: string,
  { from, to, now }: { from: PaymentState; to: PaymentState; now: Date },
): Promise<Pick<Payment, 'order_id'> | undefined> {
  return db
    .updateTable('payments')
    .set({ state: to, updated_at: now })
    .where('intent_id', '=', intentId)
    .where('state', '=', from)
    .returning('order_id')
    .executeTakeFirst();
}

/** One more key of a payment's whole refund is spent. */
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

/** A payer's page asked for this payment: it may be paid at any moment. */
export async function markWanted(db: Database, intentId: string, now: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ wanted_at: now })
    .where('intent_id', '=', intentId)
    .execute();
}

/**
 * Takes unfinished payments that nobody has looked at for a while, those that a payer wanted last first: what was left
 * alone for days is left alone for a tenth of that, so that thousands of such keep no other one waiting. Looking is
 * written down, so that two copies of the shop do not ask about the same one.
 */
export function claimUnfinishedPayments(
  db: Database,
  { quietSince, now, most }: { quietSince: Date; now: Date; most: number },
): Promise<Payment[]> {
  return db
    .updateTable('payments')
    .set({ updated_at: now })
    .where('intent_id', 'in', (query) =>
      query
        .selectFrom('payments')
        .select('intent_id')
        .where('state', 'in', ['open', 'refund_due'])
        .where(
          'updated_at',
          '<=',
          sql<Date>`case state when 'open' then least(${quietSince}, ${now}::timestamptz - (${now}::timestamptz - wanted_at) / 10) else ${quietSince} end`,
        )
        .orderBy('wanted_at', 'desc')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(ofPayment)
    .execute();
}

/** Takes kept payments that nobody has looked at for a while, least lately looked at first; looking is written down. Answers their ids. */
export async function claimCapturedPayments(
  db: Database,
  {
    quietSince,
    paidSince,
    now,
    most,
  }: { quietSince: Date; paidSince: Date; now: Date; most: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('payments')
    .set({ updated_at: now })
    .where('intent_id', 'in', (query) =>
      query
        .selectFrom('payments')
        .select('intent_id')
        .where('state', '=', 'kept')
        .where('updated_at', '<=', quietSince)
        .where('created_at', '>', paidSince)
        .orderBy('updated_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('intent_id')
    .execute();
  return rows.map(({ intent_id }) => intent_id);
}
