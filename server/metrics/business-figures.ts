import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import { mostTries } from '#server/mails/outbox.ts';

/** Counts end here, so that no backlog makes a scrape slow. */
export const mostCounted = 2_000;
/** As the doctor has it: mails that were given up before this do not matter any more. */
const givenUpMs = 30 * dayMs;

/** What waits in the shop: how many, and since when the oldest does; null when none waits. */
export interface BusinessFigures {
  readonly unpaid: number;
  readonly unpaid_since: Date | null;
  readonly cancelling: number;
  readonly cancelling_since: Date | null;
  readonly paid: number;
  readonly paid_since: Date | null;
  readonly open_payments: number;
  readonly open_payments_since: Date | null;
  /** Payments that pay for nothing and go back. */
  readonly shop_refunds: number;
  readonly shop_refunds_since: Date | null;
  /** Refunds that admins asked for. */
  readonly admin_refunds: number;
  readonly admin_refunds_since: Date | null;
  readonly mails: number;
  readonly mails_since: Date | null;
  readonly mails_given_up: number;
  readonly unbooked: number;
  readonly migration: string | null;
}

/**
 * One statement for a scrape. Every part reads a partial index of unfinished work, or one end of an index, so it takes as long
 * with a million finished orders as with none; a test reads its plan.
 */
export function businessFigures(now: Date): RawBuilder<BusinessFigures> {
  return sql<BusinessFigures>`
    select
      ${orders('unpaid')}, ${orders('cancelling')}, ${orders('paid')},
      open_payments.n as open_payments, open_payments.since as open_payments_since,
      shop_refunds.n as shop_refunds, shop_refunds.since as shop_refunds_since,
      admin_refunds.n as admin_refunds, admin_refunds.since as admin_refunds_since,
      waiting_mails.n as mails, waiting_mails.since as mails_since, given_up_mails.n as mails_given_up,
      (select count(*)::int from (select from unbooked_payments where state = 'paid' limit ${sql.lit(mostCounted)}) as p) as unbooked,
      (select name from kysely_migration order by name desc limit 1) as migration
    from
      (select count(*)::int as n, min(created_at) as since
        from (select created_at from payments where state = 'open' limit ${sql.lit(mostCounted)}) as p) as open_payments,
      -- Asking about a due payment changes its updated_at; the order's history tells since when it is due.
      (select count(*)::int as n, min(coalesce(
          (select max(e.created_at) from order_events e
            where e.order_id = p.order_id and e.kind = 'refunded' and e.actor_role = 'shop'), p.created_at)) as since
        from (select order_id, created_at from payments where state = 'refund_due' limit ${sql.lit(mostCounted)}) as p) as shop_refunds,
      (select count(*)::int as n, min(created_at) as since
        from (select created_at from refunds where state = 'due' limit ${sql.lit(mostCounted)}) as r) as admin_refunds,
      (select count(*)::int as n, min(created_at) as since
        from (select created_at from mail_outbox where done_at is null and attempts < ${sql.lit(mostTries)}
          order by run_at limit ${sql.lit(mostCounted)}) as m) as waiting_mails,
      -- From thirty days ago on, where mails that were given up stand before those that wait.
      (select count(*) filter (where attempts >= ${mostTries} and event_key not like 'code:%'
            and created_at > ${before(now, givenUpMs)})::int as n
        from (select attempts, created_at, event_key from mail_outbox where done_at is null and run_at > ${before(now, givenUpMs)}
          order by run_at limit ${sql.lit(mostCounted)}) as m) as given_up_mails`;
}

/** Orders in a state in which somebody waits: their number, and the time of the oldest. */
function orders(state: 'unpaid' | 'cancelling' | 'paid'): RawBuilder<unknown> {
  return sql`
    (select count(*)::int from (select from orders where state = ${sql.lit(state)}
      order by created_at desc limit ${sql.lit(mostCounted)}) as o) as ${sql.id(state)},
    (select min(created_at) from orders where state = ${sql.lit(state)}) as ${sql.id(`${state}_since`)}`;
}
