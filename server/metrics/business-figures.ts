import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import { mostTries } from '#server/mails/outbox.ts';

/** Counts end here, so that no backlog makes a scrape slow. */
export const mostCounted = 1_000;
/** As the doctor has it: mails that were given up before this do not matter any more. */
const givenUpMs = 30 * dayMs;

/** What can wait; `shop_refunds` are of payments that pay for nothing, `admin_refunds` those that admins asked for. */
type Waiting =
  | 'unpaid'
  | 'cancelling'
  | 'paid'
  | 'open_payments'
  | 'shop_refunds'
  | 'admin_refunds'
  | 'mails'
  | 'mails_given_up'
  | 'unbooked';

/** How many of a kind wait, and since when the oldest does: null when none waits, or nobody asks. The migration has its name. */
export interface BusinessFigure {
  readonly kind: Waiting | 'migration';
  readonly n: number;
  readonly since: Date | null;
  readonly name: string | null;
}

/**
 * One statement for a scrape, a row for each kind: joined in one row, the planner would weigh the orders in which they can be
 * joined for longer than all of it takes. Every part reads a partial index of unfinished work, or one end of an index, so it takes
 * as long with a million finished orders as with none; a test reads its plan.
 */
export function businessFigures(now: Date): RawBuilder<BusinessFigure> {
  return sql<BusinessFigure>`
    ${orders('unpaid')} union all ${orders('cancelling')} union all ${orders('paid')}
    union all select 'open_payments', count(*)::int, min(created_at), null
      from (select created_at from payments where state = 'open' ${atMost}) as p
    union all select 'shop_refunds', count(*)::int, min(coalesce(
        -- Asking about a due payment changes its updated_at; the order's history tells since when it is due.
        (select max(e.created_at) from order_events e
          where e.order_id = p.order_id and e.kind = 'refunded' and e.actor_role = 'shop'), p.created_at)), null
      from (select (select min(order_id::text)::uuid from payment_lines l where l.intent_id = payments.intent_id) as order_id, created_at
        from payments where state = 'refund_due' ${atMost}) as p
    union all select 'admin_refunds', count(*)::int, min(created_at), null
      from (select created_at from refunds where state = 'due' ${atMost}) as r
    union all select 'mails', count(*)::int, min(created_at), null
      from (select created_at from mail_outbox where done_at is null and attempts < ${sql.lit(mostTries)} order by run_at ${atMost}) as m
    -- From thirty days ago on, where mails that were given up stand before those that wait.
    union all select 'mails_given_up', count(*) filter (where attempts >= ${sql.lit(mostTries)} and event_key not like 'code:%'
        and created_at > ${before(now, givenUpMs)})::int, null, null
      from (select attempts, created_at, event_key from mail_outbox
        where done_at is null and run_at > ${before(now, givenUpMs)} order by run_at ${atMost}) as m
    union all select 'unbooked', count(*)::int, null, null
      from (select from unbooked_payments where state = 'paid' ${atMost}) as p
    union all select 'migration', 1, null, name from (select name from kysely_migration order by name desc limit 1) as m`;
}

const atMost = sql`limit ${sql.lit(mostCounted)}`;

/** Orders in a state in which somebody waits; read backwards, the index has the oldest first. */
function orders(state: 'unpaid' | 'cancelling' | 'paid'): RawBuilder<unknown> {
  return sql`select ${sql.lit(state)} as kind, count(*)::int as n, min(created_at) as since, null::text as name
      from (select created_at from orders where state = ${sql.lit(state)} order by created_at ${atMost}) as o`;
}
