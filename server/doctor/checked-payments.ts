import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** A payment as the books have it, to be compared with the card provider's. */
export interface PaymentRow {
  readonly id: string;
  readonly created_at: Date;
  readonly order_ids: readonly string[];
  readonly state: 'open' | 'kept' | 'canceled' | 'refund_due' | 'refunded';
  readonly amount_cents: number;
  readonly given_back: number;
  readonly due_back: number;
  /** Cents of refunds that failed and were not made again. */
  readonly failed_back: number;
  readonly disputes: Readonly<Record<string, string>> | null;
}

/** Newest first, without open ones younger than `young`; those after `last`. */
export async function listPayments(
  db: Database,
  {
    most,
    young,
    id,
    last,
  }: { most: number; young?: Date; id?: string; last?: PaymentRow | undefined },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.intent_id as id, p.created_at, p.state, p.amount_cents,
      array(select l.order_id::text from payment_lines l where l.intent_id = p.intent_id order by l.order_id) as order_ids,
      ${sumOfRefunds('done')} as given_back, ${sumOfRefunds('due')} as due_back, ${sumOfRefunds('failed')} as failed_back,
      (select jsonb_object_agg(d.id, d.state) from disputes d where d.intent_id = p.intent_id) as disputes
    from payments p
    where ${id === undefined ? sql`true` : sql`p.intent_id = ${id}`}
      and ${last === undefined ? sql`true` : sql`(p.created_at, p.intent_id) < (${last.created_at}, ${last.id})`}
      and ${young === undefined ? sql`true` : sql`not (p.state = 'open' and p.created_at > ${young})`}
    order by p.created_at desc, p.intent_id desc limit ${most}`.execute(db);
  return rows;
}

function sumOfRefunds(state: 'done' | 'due' | 'failed') {
  return sql`coalesce((select sum(r.amount_cents)::bigint from refunds r
    where r.intent_id = p.intent_id and r.source <> 'dispute' and r.state = ${state}), 0)`;
}
