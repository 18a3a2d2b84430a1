import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** The payment that is kept for an order; undefined while there is none. */
export async function findKeptPayment(db: Database, orderId: string): Promise<string | undefined> {
  const line = await db
    .selectFrom('payment_lines')
    .select('intent_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'kept')
    .executeTakeFirst();
  return line?.intent_id;
}

/** What a kept payment collected for each of its orders. */
export function listCollected(db: Database, intentId: string) {
  return db
    .selectFrom('payment_lines')
    .select(['order_id', 'amount_cents', 'state'])
    .where('intent_id', '=', intentId)
    .orderBy('order_id')
    .execute();
}

/** A refund of which there may be a credit note. */
export interface NotedRefund {
  /** Of its first share. */
  readonly id: string;
  readonly intent_id: string;
  readonly reason: string;
  readonly state: 'due' | 'done' | 'failed' | 'replaced';
  /** When it reached its state. */
  readonly updated_at: Date;
  /** Of a refund of pieces that will not be shipped. */
  readonly pieces: number | null;
  readonly shares: readonly { readonly orderId: string; readonly cents: number }[];
}

/**
 * Refunds that an admin asked for or made at the provider, with what of them is whose. Not what a payment collected too much,
 * of which its receipt tells, nor lost disputes, which are no doing of the shop's.
 */
const noted = sql<NotedRefund>`
  select r.id, r.intent_id, r.reason, r.state, r.updated_at, r.pieces, (
    select jsonb_agg(jsonb_build_object('orderId', share.order_id, 'cents', share.amount_cents) order by share.id)
    from refunds share where share.id = r.id or share.share_of = r.id) as shares
  from refunds r where r.source in ('admin', 'provider')`;

/** A refund by the id of any of its shares. */
export async function findNotedRefund(db: Database, id: string): Promise<NotedRefund | undefined> {
  const { rows } = await sql<NotedRefund>`
    ${noted} and r.id = (select coalesce(share_of, id) from refunds where id = ${id}::uuid)`.execute(
    db,
  );
  return rows[0];
}

/** The number of a document, while it has one. */
interface MaybeNumbered {
  readonly year: number | null;
  readonly number: number | null;
  readonly issued_at: Date | null;
}

/** A receipt that there is, with one of the orders that it was asked for. */
export interface ReceiptOf extends MaybeNumbered {
  readonly order_id: string;
  readonly paid_at: Date;
  readonly cents: number;
}

/** The receipts of some orders, oldest first. */
export async function listReceipts(
  db: Database,
  orderIds: readonly string[],
): Promise<ReceiptOf[]> {
  const { rows } = await sql<ReceiptOf>`
    select mine.order_id, mine.paid_at, d.year, d.number, d.issued_at, (
      select sum(amount_cents)::int from payment_lines l where l.intent_id = mine.intent_id and l.state = 'kept') as cents
    from (
      select l.intent_id, min(o.paid_at) as paid_at, min(o.id::text) as order_id
      from payment_lines l join orders o on o.id = l.order_id
      where l.order_id = any(${orderIds}::uuid[]) and l.state = 'kept' group by l.intent_id
    ) mine left join documents d on d.intent_id = mine.intent_id and d.kind = 'receipt'
    order by mine.paid_at, mine.intent_id`.execute(db);
  return rows;
}

/** A credit note that there is. */
export interface CreditNoteOf extends MaybeNumbered {
  readonly id: string;
  readonly updated_at: Date;
  readonly cents: number;
}

/** The credit notes of some orders, oldest first; also of a refund that failed after its note had a number. */
export async function listCreditNotes(
  db: Database,
  orderIds: readonly string[],
): Promise<CreditNoteOf[]> {
  const { rows } = await sql<CreditNoteOf>`
    select r.id, r.updated_at, d.year, d.number, d.issued_at,
      (select sum((share ->> 'cents')::int)::int from jsonb_array_elements(r.shares) share) as cents
    from (${noted} and r.id in (
      select coalesce(share_of, id) from refunds where order_id = any(${orderIds}::uuid[]))) r
    left join documents d on d.refund_id = r.id
    where r.state = 'done' or d.id is not null
    order by r.updated_at, r.id`.execute(db);
  return rows;
}
