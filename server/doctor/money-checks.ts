import { sql } from 'kysely';
import { queryCheck, type Check } from './check.ts';
import { byOrder } from './stock-checks.ts';

const byPayment = { table: 'payments', column: 'intent_id' };
const byLinePayment = { table: 'payment_lines', column: 'intent_id' };

const check = (about: Pick<Check, 'id' | 'about' | 'sentence'>, by: typeof byOrder) => ({
  ...about,
  repairable: false,
  by,
});

/** SQL: whether the refund `r` went back or is promised; an admin's that failed is still owed. Not limited to the order's total. */
const givenBack = sql`r.state in ('due', 'done') or r.state = 'failed' and r.source = 'admin'`;

/** SQL: whether a refund failed and was made again in the provider's dashboard, which is a refund of its own. */
const madeAgain = sql`(state = 'replaced' and (provider_id is not null or share_of is not null))`;

/** What must hold of payments and refunds. */
export const moneyChecks: readonly Check[] = [
  queryCheck(
    check(
      {
        id: 'I3',
        about: 'order',
        sentence: 'Every paid order has the payment it names, and that payment is kept.',
      },
      byOrder,
    ),
    ({ within: its }) => sql`select o.id from orders o
      left join payment_lines l on l.order_id = o.id and l.intent_id = o.transaction_id and l.state = 'kept' and ${its('l.order_id')}
      where ${its('o.id')} and (
        (o.state in ('paid', 'shipped')) <> (o.paid_at is not null and o.transaction_id is not null)
        or o.state in ('paid', 'shipped') and l.order_id is null)`,
  ),
  queryCheck(
    check(
      { id: 'I4', about: 'order', sentence: 'No order keeps two payments.' },
      { table: 'payment_lines', column: 'order_id' },
    ),
    ({ within: its }) =>
      sql`select order_id as id from payment_lines where state = 'kept' and ${its('order_id')} group by order_id having count(*) > 1`,
  ),
  queryCheck(
    check(
      {
        id: 'I5',
        about: 'payment',
        sentence: 'No money is kept for an order that is cancelled or not paid.',
      },
      byLinePayment,
    ),
    ({
      within: its,
    }) => sql`select l.intent_id as id from payment_lines l join orders o on o.id = l.order_id
      where l.state = 'kept' and ${its('l.intent_id')} and o.state not in ('paid', 'shipped')`,
  ),
  queryCheck(
    check(
      { id: 'I6', about: 'payment', sentence: 'What was paid is what the order costs.' },
      byLinePayment,
    ),
    ({
      within: its,
    }) => sql`select l.intent_id as id from payment_lines l join orders o on o.id = l.order_id
      where l.state = 'kept' and ${its('l.intent_id')} and l.amount_cents <> o.total_cents`,
  ),
  queryCheck(
    check(
      {
        id: 'I6-lines',
        about: 'payment',
        sentence:
          'A payment collects just what its orders cost together, and what it does not keep goes back.',
      },
      byPayment,
    ),
    ({ within: its }) => sql`select p.intent_id as id from payments p
      left join (
        select intent_id, sum(amount_cents) as cents, bool_or(state = 'kept') as keeps,
          bool_and(state = 'open') as are_open, bool_and(state = 'canceled') as are_canceled, bool_and(state = 'returned') as are_returned,
          bool_or(state in ('open', 'canceled')) as keeps_none,
          coalesce(sum(amount_cents) filter (where state = 'returned'), 0) as returned
        from payment_lines where ${its('intent_id')} group by intent_id) l on l.intent_id = p.intent_id
      left join (
        select intent_id, sum(amount_cents) as cents from refunds
        where source = 'returned' and not ${madeAgain} and ${its('intent_id')} group by intent_id) r on r.intent_id = p.intent_id
      where ${its('p.intent_id')} and (
        p.amount_cents <> coalesce(l.cents, 0)
        or (p.state = 'kept') <> l.keeps
        or p.state = 'open' and not l.are_open
        or p.state = 'canceled' and not l.are_canceled
        or p.state in ('refund_due', 'refunded') and not l.are_returned
        or p.state = 'kept' and (l.keeps_none or coalesce(l.returned, 0) <> coalesce(r.cents, 0)))`,
  ),
  queryCheck(
    check(
      {
        id: 'I7',
        about: 'order',
        sentence: 'An order costs its price per piece times its pieces.',
      },
      byOrder,
    ),
    ({ within: its }) =>
      sql`select id from orders where total_cents::bigint <> unit_price_cents::bigint * quantity and ${its('id')}`,
  ),
  queryCheck(
    check(
      {
        id: 'I8',
        about: 'order',
        sentence:
          'Refunds add up, never exceed what was paid, and what was given back wholly or is disputed is not shipped.',
      },
      byOrder,
    ),
    // After shipping money may still go back: by an admin, the provider's dashboard or a dispute.
    ({ within: its }) => sql`select o.id from orders o
      left join (
        select r.order_id, coalesce(sum(r.amount_cents) filter (where ${givenBack}), 0) as cents,
          coalesce(sum(r.amount_cents) filter (where (${givenBack}) and r.created_at < refunded.shipped_at), 0) as before_shipping,
          bool_or(r.intent_id is distinct from refunded.transaction_id) as of_another
        from refunds r join orders refunded on refunded.id = r.order_id
        where r.source <> 'returned' and ${its('r.order_id')} and ${its('refunded.id')} group by r.order_id) r on r.order_id = o.id
      where ${its('o.id')} and (
        o.refunded_cents <> case when o.restocked then o.total_cents else least(o.total_cents, coalesce(r.cents, 0)) end
        or o.refunded_cents > 0 and o.paid_at is null
        or o.state = 'shipped' and coalesce(r.before_shipping, 0) >= o.total_cents
        or o.disputed_since < o.shipped_at
        or o.disputed_since is distinct from (select min(d.created_at) from disputes d where d.intent_id = o.transaction_id and d.state = 'open')
        or r.of_another)`,
  ),
];
