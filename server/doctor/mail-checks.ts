import { sql } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import { mailsKeptMs } from '#server/mails/outbox.ts';
import { mostToUnproven } from '#server/mails/store.ts';
import { queryCheck, type Check } from './check.ts';
import { byOrder } from './stock-checks.ts';

/** What must hold of mails. */
export const mailChecks: readonly Check[] = [
  queryCheck(
    {
      id: 'I10',
      about: 'mail',
      sentence: 'Every event is told in one mail.',
      repairable: false,
      by: { table: 'mail_outbox', column: 'event_key' },
    },
    // Counted by the index alone.
    ({
      within: its,
    }) => sql`select min(id::text) as id from mail_outbox where ${its('event_key')} and event_key in (
        select event_key from mail_outbox where ${its('event_key')} group by event_key having count(*) > 1)
      group by event_key`,
  ),
  queryCheck(
    {
      id: 'I10-orders',
      about: 'order',
      sentence: 'Every payment, shipment, expiry and refund of an order is told.',
      repairable: false,
      by: byOrder,
    },
    // Only events since the oldest mail: the demo's history is mailed to nobody, and old mails may have been deleted.
    // Lines of a batch that expire together are told in one mail, by the key of the first of them.
    // A customer with an unconfirmed address and a day's mails is not told of an expiry (mails/mail-customer.ts);
    // whose mails those of that day were is known as long as they are kept.
    // What has a mail of its own key is left out first, in one pass; only the rest is asked about one by one.
    ({ now, within: its }) => sql`with untold as materialized (
      select told.* from (
        select order_id, kind, created_at, 'order-' || kind || ':' || order_id
          -- Only of a shipment after which pieces were left.
          || case when (details ->> 'left')::int > 0 then ':' || (details ->> 'shipment') else '' end as event_key
          from order_events where kind in ('paid', 'shipped', 'expired') and ${its('order_id')}
        union all
        select order_id, 'refunded', created_at, 'order-refunded:' || coalesce(share_of, id)
          from refunds where source not in ('dispute', 'returned') and ${its('order_id')}
      ) told
      where told.created_at >= (select min(created_at) from mail_outbox where event_key like 'order-%')
        and not exists (select 1 from mail_outbox m where m.event_key = told.event_key)
      )
      select told.order_id as id from untold told join orders on orders.id = told.order_id
      where not (told.kind = 'expired' and exists (
          select from orders o
            join orders together on together.batch_id = o.batch_id and together.cancelled_at = o.cancelled_at
            join mail_outbox m on m.event_key = 'batch-expired:' || together.id
          where o.id = told.order_id))
        -- Lines of a batch that are shipped together are told in one mail, by the key of the first of them.
        and not (told.kind = 'shipped' and exists (
          select from orders o
            join orders together on together.batch_id = o.batch_id and together.shipped_at = o.shipped_at
            join mail_outbox m on m.event_key = 'batch-shipped:' || together.id
          where o.id = told.order_id and told.created_at = o.shipped_at))
        -- Orders that were paid together are told in one mail.
        and not (told.kind = 'paid' and exists (
          select 1 from orders o join mail_outbox m on m.event_key = 'payment-paid:' || o.transaction_id where o.id = told.order_id))
        and not exists (select 1 from orders o join users u on u.id = o.user_id where o.id = told.order_id and u.closed_at is not null)
        and not (told.kind = 'expired' and (told.created_at < ${before(now, mailsKeptMs - dayMs)} or ${mostToUnproven} <= (
          select count(*) from orders o join mail_outbox m on m.recipient = o.email
          where o.id = told.order_id and m.created_at > told.created_at - interval '24 hours' and m.created_at <= told.created_at)))
      group by told.order_id`,
  ),
];
