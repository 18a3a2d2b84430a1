import { sql, type RawBuilder } from 'kysely';
import { beginOf } from './day-sql.ts';

/** SQL: the payments that paid orders on a day, as `payments`, and their `cents`; one of several orders is one. Each is looked up once, however many there are of other days. */
export function paymentsOfDay(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select count(its.cents)::int as payments, coalesce(sum(its.cents), 0)::bigint as cents
    from (
      select (select p.amount_cents from payments p where p.intent_id = paid.transaction_id) as cents
      from (
        select distinct o.paid_at, o.transaction_id from orders o
        where o.paid_at >= ${beginOf(day)} and o.paid_at < ${beginOf(sql`${day} + 1`)}) paid
      offset 0) its`;
}
