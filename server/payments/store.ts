import { sql, type CompiledQuery, type Selectable } from 'kysely';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { eventColumns, type BareEventRow } from '#server/history/store.ts';
import type { Database } from '#server/shop.ts';

type PaymentRow = Selectable<Tables['payments']>;
type LineRow = Selectable<Tables['payment_lines']>;

/** What a payment collects for one order, in cents. */
interface PaymentLine {
  readonly orderId: string;
  readonly amountCents: number;
  readonly state: LineRow['state'];
}

const eventNames = sql.join(eventColumns.map((name) => sql.ref(name)));
const columns = ['intent_id', 'state', 'amount_cents', 'spent_keys'] as const;

/**
 * One attempt to collect the money of one order or of several. `spent_keys`: how many idempotency keys of its refund are
 * spent; `lines`: by order id.
 */
export type Payment = Pick<PaymentRow, (typeof columns)[number]> & {
  readonly lines: readonly PaymentLine[];
};

const lines = sql<PaymentLine[]>`(
  select jsonb_agg(jsonb_build_object('orderId', l.order_id, 'amountCents', l.amount_cents, 'state', l.state) order by l.order_id)
  from payment_lines l where l.intent_id = payments.intent_id)`;

/** Undefined when the shop never made such an intent. */
export async function findPayment(db: Database, intentId: string): Promise<Payment | undefined> {
  return (await findPayments(db, [intentId]))[0];
}

const findAll = prepared((db, { intentIds }: { intentIds: readonly string[] }) =>
  db
    .selectFrom('payments')
    .select([...columns, lines.as('lines')])
    .where('intent_id', '=', sql<string>`any(${intentIds}::text[])`)
    .orderBy('intent_id'),
);

/** The statement of `findPayment`. */
export function findingPayment(intentId: string): CompiledQuery<Payment> {
  return findAll({ intentIds: [intentId] });
}

/** As `findPayment`, those that there are. */
export function findPayments(db: Database, intentIds: readonly string[]): Promise<Payment[]> {
  return rowsOf(db, findAll({ intentIds }));
}

/** Whether a payment is of exactly these orders. */
export function isOfOrders(
  { lines: ofOrders }: Payment,
  orders: readonly { readonly id: string }[],
): boolean {
  const ids = new Set(orders.map(({ id }) => id));
  return ofOrders.length === ids.size && ofOrders.every(({ orderId }) => ids.has(orderId));
}

/** An order, and what became of a payment that is to pay it; null when the shop made no such payment for it. */
interface PaymentOfOrder extends Pick<Selectable<Tables['orders']>, 'state' | 'transaction_id'> {
  readonly payment_state: PaymentRow['state'] | null;
}

/** Of one moment; undefined when there is no such order. */
export async function findPaymentOfOrder(
  db: Database,
  given: { readonly orderId: string; readonly intentId: string },
): Promise<PaymentOfOrder | undefined> {
  return (await rowsOf(db, paymentOfOrder(given)))[0];
}

const paymentOfOrder = prepared(
  (db, { orderId, intentId }: { orderId: string; intentId: string }) =>
    db
      .selectFrom('orders')
      .leftJoin('payment_lines as line', (join) =>
        join.onRef('line.order_id', '=', 'orders.id').on('line.intent_id', '=', intentId),
      )
      .leftJoin('payments', 'payments.intent_id', 'line.intent_id')
      .select(['orders.state', 'orders.transaction_id', 'payments.state as payment_state'])
      .where('orders.id', '=', orderId),
);

/** The id of the payment that is open for an order; undefined when none is. */
export async function findOpenIntent(db: Database, orderId: string): Promise<string | undefined> {
  const open = db
    .selectFrom('payment_lines')
    .select('intent_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open');
  return (await open.executeTakeFirst())?.intent_id;
}

/** Every attempt to pay an order of a customer, oldest first; with what it collects for that order. */
export function listPaymentsOf(db: Database, userId: string) {
  return db
    .selectFrom('payment_lines as lines')
    .innerJoin('orders', 'orders.id', 'lines.order_id')
    .innerJoin('payments', 'payments.intent_id', 'lines.intent_id')
    .select(['payments.intent_id', 'lines.order_id', 'lines.amount_cents', 'payments.created_at'])
    .select(
      sql<PaymentRow['state']>`case when lines.state = 'returned' and payments.state = 'kept'
        then 'refunded' else payments.state end`.as('state'),
    )
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
  await sql`
    update refunds set reason = words_replaced(to_jsonb(reason), ${words}::text[], 'A customer') #>> '{}'
    where order_id in (select id from orders where user_id = ${userId})`.execute(tx);
}

/** A payment to be written, with what it collects for each of its orders. */
export interface NewPayment extends Pick<PaymentRow, 'intent_id' | 'amount_cents' | 'state'> {
  readonly lines: readonly Pick<LineRow, 'order_id' | 'amount_cents'>[];
}

interface ToInsert extends Pick<PaymentRow, 'intent_id' | 'amount_cents' | 'state'> {
  readonly onlyOrder: string | null;
  readonly ids: readonly string[];
  readonly amounts: readonly number[];
  readonly events: string;
  readonly ifUnpaid: boolean;
  readonly now: Date;
}

const insertWithEvents = prepared(
  (_, given: ToInsert) => sql<Pick<LineRow, 'state'>>`
    with becomes as (
      select case when ${given.ifUnpaid}::boolean and exists (
          select from unnest(${given.ids}::uuid[]) as given (id) left join orders on orders.id = given.id
          where orders.state is distinct from 'unpaid')
        then 'canceled' else ${given.state}::text end as state
    ), line as (
      select order_id, amount_cents,
        1 + coalesce((select max(attempt) from payment_lines before where before.order_id = line.order_id), 0) as attempt
      from unnest(${given.ids}::uuid[], ${given.amounts}::int[]) as line (order_id, amount_cents)
      where exists (select from orders where orders.id = line.order_id)
    ), payment as (
      insert into payments (intent_id, order_id, attempt, amount_cents, state, created_at, updated_at, wanted_at)
      select ${given.intent_id}, ${given.onlyOrder}::uuid, (select attempt from line where order_id = ${given.onlyOrder}),
        ${given.amount_cents}::int, state, ${given.now}::timestamptz, ${given.now}, ${given.now}
      from becomes
      where state <> 'open'
        or not exists (select from payment_lines where order_id = any(${given.ids}::uuid[]) and state = 'open')
      on conflict do nothing returning intent_id, state
    ), event as (
      insert into order_events (${eventNames}) select ${eventNames}
      from jsonb_populate_recordset(null::order_events, ${given.events}::jsonb)
      where exists (select from payment where state = 'open')
    )
    insert into payment_lines (intent_id, order_id, attempt, amount_cents, state)
    select payment.intent_id, line.order_id, line.attempt, line.amount_cents, ${lineState(sql.ref('payment.state'))}
    from payment, line
    returning state`,
);

/**
 * The statement that writes a payment, and with one that is open events of its orders; answers the states of its lines. The orders must be
 * locked: with `ifUnpaid` it is written as canceled unless all of them are unpaid. An attempt that is there already stays as it is, and none is
 * opened while another is open for one of its orders: then it writes and answers nothing.
 */
export function insertingPayment(
  { lines: ofOrders, ...payment }: NewPayment,
  { events, ifUnpaid, now }: { events: readonly BareEventRow[]; ifUnpaid: boolean; now: Date },
): CompiledQuery<Pick<LineRow, 'state'>> {
  const [first, ...others] = ofOrders;
  return insertWithEvents({
    ...payment,
    onlyOrder: others.length === 0 ? (first?.order_id ?? null) : null,
    ids: ofOrders.map(({ order_id }) => order_id),
    amounts: ofOrders.map(({ amount_cents }) => amount_cents),
    events: JSON.stringify(events),
    ifUnpaid,
    now,
  });
}

/** The state of the lines of a payment whose lines all fare alike. */
function lineState(state: ReturnType<typeof sql.ref>) {
  return sql<
    LineRow['state']
  >`case when ${state} in ('refund_due', 'refunded') then 'returned' else ${state} end`;
}

/** Moves a payment and its lines on; answers its orders, undefined when it is not in the expected state any more. */
export async function movePayment(
  db: Database,
  intentId: string,
  {
    from,
    to,
    now,
  }: { from: PaymentRow['state']; to: Exclude<PaymentRow['state'], 'kept'>; now: Date },
): Promise<string[] | undefined> {
  const collectedAt = to === 'refund_due' ? sql`${now}::timestamptz` : sql`collected_at`;
  const { rows } = await sql<{ order_id: string }>`
    with payment as (
      update payments set state = ${to}, updated_at = ${now}, collected_at = ${collectedAt} where intent_id = ${intentId} and state = ${from}
      returning intent_id, state
    )
    update payment_lines line set state = ${lineState(sql.ref('payment.state'))}
    from payment where line.intent_id = payment.intent_id
    returning line.order_id`.execute(db);
  return rows.length === 0 ? undefined : rows.map(({ order_id }) => order_id);
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
