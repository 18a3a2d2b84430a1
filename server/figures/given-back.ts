import { sql, type RawBuilder } from 'kysely';
import { countingRefunds } from '#server/payments/refund-store.ts';

/**
 * SQL: what went back of the orders with these ids, refund by refund, as `order_id`, `part_id`, `created_at` and `cents`. Of an order it comes to its
 * `refunded_cents`, as lists show it: what exceeds the order's total does not count, and what a restocked order lacks counts with its last refund.
 */
export function givenBack(orderIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select r.order_id, o.part_id, r.created_at,
      least(o.total_cents, sum(r.cents) over so_far) - least(o.total_cents, sum(r.cents) over so_far - r.cents)
        + case when lead(r.id) over so_far is null then o.refunded_cents - least(o.total_cents, sum(r.cents) over so_far) else 0 end as cents
    from (
      select r.order_id, r.id, r.created_at, case when ${countingRefunds} then r.amount_cents::bigint else 0 end as cents
      from refunds r where r.source <> 'returned' and r.order_id in (${orderIds})) r
    join orders o on o.id = r.order_id
    window so_far as (partition by r.order_id order by r.created_at, r.id)`;
}
