import { sql, type RawBuilder } from 'kysely';
import { dayMs, minuteMs } from '#contract/durations.ts';
import { heldUntilColumn } from '#server/holds/held-until.ts';
import { mostTries } from '#server/mails/outbox.ts';
import { mostRows, type BrokenRow, type Check } from './check.ts';

/** The minutely work finishes a cancel that was cut off after one minute; a second one is its due. */
const cancelMs = 2 * minuteMs;
const refundMs = 10 * minuteMs;
/** How long after its hold an unpaid order may still be there. */
const holdMs = 10 * minuteMs;
/** A mail that was given up longer ago than this interests nobody any more. */
const mailMs = 30 * dayMs;

interface Stuck extends Omit<Check, 'find'> {
  /** Text ids of what is stuck. */
  rows(moment: { now: Date; orderHoldHours: number }): RawBuilder<{ id: string }>;
}

function stuck({ rows, ...check }: Stuck): Check {
  return {
    ...check,
    async find({ db, clock, orderHoldHours }) {
      const query = rows({ now: clock.now(), orderHoldHours });
      const found = await sql<BrokenRow>`
        select id::text as id, true as mendable from (${query}) stuck order by 1 limit ${mostRows}`.execute(
        db,
      );
      return found.rows;
    },
  };
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Work that somebody has to finish and nobody did: the minutely work does not run, or cannot go on. */
export const stuckWork: readonly Check[] = [
  stuck({
    id: 'stuck-cancels',
    about: 'order',
    sentence: 'No cancel has been under way for more than two minutes.',
    rows: ({ now }) =>
      sql`select id from orders where state = 'cancelling' and coalesce(cancelling_since, created_at) < ${before(now, cancelMs)}`,
  }),
  stuck({
    id: 'stuck-holds',
    about: 'order',
    sentence: 'No unpaid order holds its pieces longer than the shop allows.',
    rows: ({ now, orderHoldHours }) =>
      sql`select id from orders where state = 'unpaid' and ${heldUntilColumn(orderHoldHours)} < ${before(now, holdMs)}`,
  }),
  stuck({
    id: 'stuck-refunds',
    about: 'order',
    sentence: 'No refund has been due for more than ten minutes.',
    // Looking at a due payment moves its updated_at, so the order's story tells since when it is due.
    rows: ({ now }) => sql`
      select order_id as id from refunds where state = 'due' and created_at < ${before(now, refundMs)}
      union
      select p.order_id as id from payments p where p.state = 'refund_due' and not exists (
        select 1 from order_events e
        where e.order_id = p.order_id and e.kind = 'refunded' and e.actor_role = 'shop' and e.created_at >= ${before(now, refundMs)})`,
  }),
  stuck({
    id: 'stuck-mails',
    about: 'mail',
    sentence: 'No mail of the last thirty days was given up.',
    // A mail that held a code was emptied when it was given up: there is nothing left to send.
    rows: ({ now }) => sql`
      select id from mail_outbox
      where done_at is null and attempts >= ${mostTries} and event_key not like 'code:%' and created_at > ${before(now, mailMs)}`,
  }),
];
