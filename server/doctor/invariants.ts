import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import { mailsKeptMs } from '#server/mails/outbox.ts';
import { mostToUnproven } from '#server/mails/store.ts';
import { mostRows, queryCheck, type BrokenRow, type Check } from './check.ts';

/**
 * The stock of each part, the sum of its ledger, and the expected stock: deliveries minus the pieces of orders that are
 * not cancelled, without those of them that are on sale again.
 */
const partBooks = sql`
  select p.id, p.in_stock::bigint as in_stock,
    coalesce((select sum(l.delta)::bigint from stock_ledger l where l.part_id = p.id), 0) as ledger,
    coalesce((select sum(l.delta)::bigint from stock_ledger l where l.part_id = p.id and l.reason in ('opening', 'adjustment')), 0)
      - coalesce((select sum(o.quantity - o.restocked_quantity)::bigint from orders o
          where o.part_id = p.id and o.state <> 'cancelled'), 0) as expected
  from parts p`;

/** Parts whose stock is wrong; repairable when ledger and orders agree. Only one part when `partId` is given. */
export function wrongStock(
  partId?: string,
): RawBuilder<BrokenRow & { readonly in_stock: number; readonly ledger: number }> {
  return sql`
    select id, in_stock, ledger, (ledger = expected and ledger between 0 and 2000000000) as repairable
    from (${partBooks}) books
    where (in_stock <> ledger or ledger <> expected) and ${partId === undefined ? sql`true` : sql`id = ${partId}`}
    order by id limit ${mostRows}`;
}

const invariant = (
  id: string,
  about: Check['about'],
  sentence: string,
  rows: RawBuilder<{ id: string }>,
): Check => queryCheck({ id, about, sentence, repairable: false }, () => rows);

/** Cents of an order that went back or are promised to; not limited to its total. */
const givenBack = (
  which: RawBuilder<unknown>,
) => sql`coalesce((select sum(r.amount_cents)::bigint from refunds r
  where r.order_id = o.id and ${which} and r.source <> 'returned' and (r.state in ('due', 'done') or r.state = 'failed' and r.source = 'admin')), 0)`;

/** What must hold in the shop's own books after every write, crash and race (docs/operations.md). */
export const invariants: readonly Check[] = [
  invariant(
    'I1',
    'part',
    'No part has less than nothing in stock.',
    sql`select id from parts where in_stock < 0`,
  ),
  {
    id: 'I2',
    about: 'part',
    sentence: 'What is in stock and what live orders took is what was ever put in.',
    find: async ({ db }) => (await wrongStock().execute(db)).rows,
  },
  invariant(
    'I2-orders',
    'order',
    'The stock ledger has every order once, every cancel once, and just the pieces of each order that are on sale again.',
    sql`select o.id from orders o left join stock_ledger l on l.order_id = o.id
      group by o.id
      having coalesce(sum(l.delta) filter (where l.reason = 'order'), 0) <> -o.quantity
        or coalesce(sum(l.delta) filter (where l.reason = 'cancel'), 0) <> case when o.state = 'cancelled' then o.quantity else 0 end
        or coalesce(sum(l.delta) filter (where l.reason = 'refund'), 0) <> o.restocked_quantity
        or o.restocked and o.restocked_quantity <> o.quantity
        or bool_or(l.part_id <> o.part_id)`,
  ),
  invariant(
    'I2-shipments',
    'order',
    'What left the shop of an order is the sum of its shipments, never more than was ordered, and it is shipped with the last piece.',
    sql`select o.id from orders o left join (
        select order_id, sum(quantity) as pieces, count(*) as shipments, max(number) as last, max(shipped_at) as shipped_at
        from shipments group by order_id) s on s.order_id = o.id
      where o.shipped_quantity <> coalesce(s.pieces, 0)
        or s.shipments <> s.last
        or o.refunded_quantity <> coalesce((select sum(r.pieces) from refunds r where r.order_id = o.id), 0)
        or o.shipped_quantity + o.refunded_quantity > o.quantity
        or (o.state = 'shipped') <> (o.shipped_quantity > 0 and o.shipped_quantity + o.refunded_quantity = o.quantity)
        or o.shipped_quantity > 0 and o.state not in ('paid', 'shipped')
        or o.disputed_since < s.shipped_at`,
  ),
  invariant(
    'I3',
    'order',
    'Every paid order has the payment it names, and that payment is kept.',
    sql`select o.id from orders o
      where (o.state in ('paid', 'shipped')) <> (o.paid_at is not null and o.transaction_id is not null)
        or o.state in ('paid', 'shipped') and not exists (
          select 1 from payment_lines l where l.intent_id = o.transaction_id and l.order_id = o.id and l.state = 'kept')`,
  ),
  invariant(
    'I4',
    'order',
    'No order keeps two payments.',
    sql`select order_id as id from payment_lines where state = 'kept' group by order_id having count(*) > 1`,
  ),
  invariant(
    'I5',
    'payment',
    'No money is kept for an order that is cancelled or not paid.',
    sql`select l.intent_id as id from payment_lines l join orders o on o.id = l.order_id
      where l.state = 'kept' and o.state not in ('paid', 'shipped')`,
  ),
  invariant(
    'I6',
    'payment',
    'What was paid is what the order costs.',
    sql`select l.intent_id as id from payment_lines l join orders o on o.id = l.order_id
      where l.state = 'kept' and l.amount_cents <> o.total_cents`,
  ),
  invariant(
    'I6-lines',
    'payment',
    'A payment collects just what its orders cost together, and what it does not keep goes back.',
    sql`select p.intent_id as id from payments p left join payment_lines l on l.intent_id = p.intent_id
      group by p.intent_id
      having p.amount_cents <> coalesce(sum(l.amount_cents), 0)
        or (p.state = 'kept') <> bool_or(l.state = 'kept')
        or p.state in ('open', 'canceled') and bool_or(l.state <> p.state)
        or p.state in ('refund_due', 'refunded') and bool_or(l.state <> 'returned')
        or p.state = 'kept' and (bool_or(l.state in ('open', 'canceled'))
          or coalesce(sum(l.amount_cents) filter (where l.state = 'returned'), 0) <> coalesce((
            select sum(r.amount_cents) from refunds r where r.intent_id = p.intent_id and r.source = 'returned'), 0))`,
  ),
  invariant(
    'I7',
    'order',
    'An order costs its price per piece times its pieces.',
    sql`select id from orders where total_cents::bigint <> unit_price_cents::bigint * quantity`,
  ),
  invariant(
    'I8',
    'order',
    'Refunds add up, never exceed what was paid, and what was given back wholly or is disputed is not shipped.',
    // After shipping money may still go back: by an admin, the provider's dashboard or a dispute.
    sql`select o.id from orders o
      where o.refunded_cents <> case when o.restocked then o.total_cents else least(o.total_cents, ${givenBack(sql`true`)}) end
        or o.refunded_cents > 0 and o.paid_at is null
        or o.state = 'shipped' and ${givenBack(sql`r.created_at < o.shipped_at`)} >= o.total_cents
        or o.disputed_since < o.shipped_at
        or o.disputed_since is distinct from (select min(d.created_at) from disputes d where d.intent_id = o.transaction_id and d.state = 'open')
        or exists (select 1 from refunds r where r.order_id = o.id and r.source <> 'returned' and r.intent_id is distinct from o.transaction_id)`,
  ),
  invariant(
    'I9',
    'review',
    'A paid order has one review at most, by its own customer and about its own part.',
    sql`select r.id from reviews r join orders o on o.id = r.order_id
      where o.paid_at is null or o.user_id <> r.user_id or o.part_id <> r.part_id
        or (select count(*) from reviews other where other.order_id = r.order_id) > 1`,
  ),
  invariant(
    'I10',
    'mail',
    'Every event is told in one mail.',
    sql`select min(id::text) as id from mail_outbox group by event_key having count(*) > 1`,
  ),
  queryCheck(
    {
      id: 'I10-orders',
      about: 'order',
      sentence: 'Every payment, shipment, expiry and refund of an order is told.',
      repairable: false,
    },
    // Only events since the oldest mail: the demo's history is mailed to nobody, and old mails may have been deleted.
    // Lines of a batch that expire together are told in one mail, by the key of the first of them.
    // A customer with an unconfirmed address and a day's mails is not told of an expiry (mails/mail-customer.ts);
    // whose mails those of that day were is known as long as they are kept.
    ({ now }) => sql`select told.order_id as id
      from (
        select order_id, kind, created_at, 'order-' || kind || ':' || order_id
          -- Only of a shipment after which pieces were left.
          || case when (details ->> 'left')::int > 0 then ':' || (details ->> 'shipment') else '' end as event_key
          from order_events where kind in ('paid', 'shipped', 'expired')
        union all
        select order_id, 'refunded', created_at, 'order-refunded:' || coalesce(share_of, id)
          from refunds where source not in ('dispute', 'returned')
      ) told
      where told.created_at >= (select min(created_at) from mail_outbox where event_key like 'order-%')
        and not exists (select 1 from mail_outbox m where m.event_key = told.event_key)
        and not (told.kind = 'expired' and exists (
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
  invariant(
    'I11',
    'order',
    'An order of a list belongs to the customer of the list, and no list has a part twice.',
    sql`select o.id from orders o join batches b on b.id = o.batch_id
      where o.user_id <> b.user_id or o.created_at <> b.created_at
        or exists (select from orders twin where twin.batch_id = o.batch_id and twin.part_id = o.part_id and twin.id <> o.id)`,
  ),
  invariant(
    'I12-documents',
    'payment',
    'Receipts are of kept payments, one each, credit notes of refunds, one each, and their numbers have no gap.',
    sql`select d.intent_id as id from documents d
      left join payments p on p.intent_id = d.intent_id
      left join refunds r on r.id = d.refund_id
      where (d.kind = 'receipt' and (p.state is distinct from 'kept'
          or exists (select from documents twin where twin.kind = 'receipt' and twin.intent_id = d.intent_id and twin.id <> d.id)))
        or (d.kind = 'credit-note' and (r.intent_id is distinct from d.intent_id or r.share_of is not null or r.source not in ('admin', 'provider')
          or exists (select from documents twin where twin.refund_id = d.refund_id and twin.id <> d.id)))
        or d.number > 1 and not exists (
          select from documents one where one.kind = d.kind and one.year = d.year and one.number = d.number - 1)
        or exists (
          select from documents twin where twin.kind = d.kind and twin.year = d.year and twin.number = d.number and twin.id <> d.id)`,
  ),
];
