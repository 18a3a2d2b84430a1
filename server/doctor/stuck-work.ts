import { sql } from 'kysely';
import { dayMs, minuteMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import { findMovedAt } from '#server/db/shop-facts.ts';
import { heldUntilColumn } from '#server/holds/held-until.ts';
import { mostTries } from '#server/mails/outbox.ts';
import { queryCheck, type Check } from './check.ts';

/** The minutely work finishes an interrupted cancel after one minute; it has a second one for that. */
const cancelMs = 2 * minuteMs;
const refundMs = 10 * minuteMs;
/** How long an unpaid order may be there after its hold has ended. */
const holdMs = 10 * minuteMs;
/** Mails that were given up before this do not matter any more. */
const mailMs = 30 * dayMs;

const heldBack =
  'The shop gives no payment back by itself: this database was restored or copied, a standby took over, or orders are missing. `npm run admin -- declare-only` says that it is the only one of its shop.';

const stuck = (
  id: string,
  about: Check['about'],
  sentence: string,
  query: Parameters<typeof queryCheck>[1],
): Check => queryCheck({ id, about, sentence, repairable: true }, query);

/** Work that is not finished because the minutely work does not run or cannot go on. */
export const stuckWork: readonly Check[] = [
  stuck(
    'stuck-cancels',
    'order',
    'No cancel has been under way for more than two minutes.',
    ({ now }) =>
      sql`select id from orders where state = 'cancelling' and coalesce(cancelling_since, created_at) < ${before(now, cancelMs)}`,
  ),
  stuck(
    'stuck-holds',
    'order',
    'No unpaid order holds its pieces longer than the shop allows.',
    ({ now, orderHoldHours }) =>
      sql`select id from orders where state = 'unpaid' and ${heldUntilColumn(orderHoldHours)} < ${before(now, holdMs)}`,
  ),
  {
    ...stuck(
      'stuck-refunds',
      'order',
      'No refund has been due for more than ten minutes.',
      // Asking about a due payment changes its updated_at; the order's history tells since when it is due.
      ({ now }) => sql`
      select order_id as id from refunds where state = 'due' and created_at < ${before(now, refundMs)}
      union
      select l.order_id as id from payments p join payment_lines l on l.intent_id = p.intent_id
      where p.state = 'refund_due' and not exists (
        select 1 from order_events e
        where e.order_id = l.order_id and e.kind = 'refunded' and e.actor_role = 'shop' and e.created_at >= ${before(now, refundMs)})`,
    ),
    explain: async ({ db }) => ((await findMovedAt(db)) === undefined ? undefined : heldBack),
  },
  stuck(
    'stuck-mails',
    'mail',
    'No mail of the last thirty days was given up.',
    // A mail that held a code was emptied when it was given up: there is nothing left to send.
    ({ now }) => sql`
      select id from mail_outbox
      where done_at is null and attempts >= ${mostTries} and event_key not like 'code:%' and created_at > ${before(now, mailMs)}`,
  ),
];
