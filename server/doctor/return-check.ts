import { sql } from 'kysely';
import { queryCheck } from './check.ts';

/** What must hold of pieces that come back. */
export const returnCheck = queryCheck(
  {
    id: 'I13-returns',
    about: 'order',
    sentence:
      'No more comes back of an order than was shipped; the money of a return is one refund of its order, and its pieces on sale are in the stock ledger.',
    repairable: false,
    by: { table: 'returns', column: 'order_id' },
  },
  // In three queries: a hashed `not exists` within another `exists` is not built again for each order by PostgreSQL 18.
  ({ within: its }) => sql`select o.id from orders o join (
      select order_id, count(*) as returns, max(number) as last, sum(restocked_quantity) as restocked,
        sum(coalesce(received_quantity, quantity)) filter (where state not in ('declined', 'withdrawn')) as pieces,
        count(*) filter (where state in ('asked', 'agreed', 'received')) as open
      from returns where ${its('order_id')} group by order_id) r on r.order_id = o.id
    where o.paid_at is null
      or r.returns <> r.last
      or r.open > 1
      or r.pieces > o.shipped_quantity
      or r.restocked > o.restocked_quantity
    union
    select r.order_id from returns r join orders o on o.id = r.order_id left join refunds f on f.id = r.refund_id
    where ${its('r.order_id')} and (r.refunded_cents > o.unit_price_cents::bigint * r.received_quantity
      or r.refunded_cents > 0
        and (f.order_id is distinct from o.id or f.source <> 'admin' or f.pieces is not null or f.amount_cents > r.refunded_cents))
    union
    select r.order_id from returns r
    where ${its('r.order_id')} and r.restocked_quantity > 0 and not exists (select from stock_ledger l
      where l.order_id = r.order_id and l.reason = 'refund' and l.delta = r.restocked_quantity and l.created_at = r.settled_at)`,
);
