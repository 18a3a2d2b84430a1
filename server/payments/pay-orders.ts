import { sql, type CompiledQuery } from 'kysely';
import { prepared } from '#server/db/prepared.ts';
import { eventColumns, type BareEventRow } from '#server/history/store.ts';
import { insertMails, type MailRow } from '#server/mails/outbox.ts';

const eventNames = sql.join(eventColumns.map((name) => sql.ref(name)));

interface ToPay {
  readonly intentId: string;
  readonly ids: readonly string[];
  readonly events: string;
  readonly mails: string;
  readonly now: Date;
}

const pay = prepared(
  (_, { intentId, ids, events, mails, now }: ToPay) => sql`
    with paid as (
      update orders set state = 'paid', transaction_id = ${intentId}, paid_at = ${now},
        cancelled_because = null, cancelling_since = null, network_hash = null
      where id = any(${ids}::uuid[]) and state in ('unpaid', 'cancelling')
    ), payment as (
      update payments set state = 'kept', updated_at = ${now} where intent_id = ${intentId} returning intent_id
    ), event as (
      insert into order_events (${eventNames}) select ${eventNames}
      from jsonb_populate_recordset(null::order_events, ${events}::jsonb)
    ), mailed as (${insertMails(mails)})
    update payment_lines line
    set state = case when line.order_id = any(${ids}::uuid[]) then 'kept' else 'returned' end
    from payment where line.intent_id = payment.intent_id`,
);

interface Paying {
  readonly orderIds: readonly string[];
  readonly events: readonly BareEventRow[];
  readonly mails: readonly MailRow[];
  readonly now: Date;
}

/**
 * The statement that keeps the money of a payment, with its events and mails: orders, which are locked and unpaid or being cancelled, are
 * paid by it; what it collected for others goes back.
 */
export function payingOrders(
  intentId: string,
  { orderIds, events, mails, now }: Paying,
): CompiledQuery {
  return pay({
    intentId,
    ids: orderIds,
    events: JSON.stringify(events),
    mails: JSON.stringify(mails),
    now,
  });
}
