import { sql, type RawBuilder } from 'kysely';
import { longestRange } from '#contract/figure-rules.ts';
import { beginOf, dayOfMoment } from './day-sql.ts';

/**
 * SQL: of accounts that paid on a day (rows of `day`, `user_id`), how many had paid on which day last before, as `day`, `paid_before` and `customers`.
 * Days before any range that has the day are all the same one; '-infinity' is that of accounts that had never paid.
 */
export function payersBefore(payers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select payers.day, case when earlier.day is null then '-infinity' else greatest(earlier.day, payers.day - ${sql.lit(longestRange)}::int) end as paid_before,
      count(*)::int as customers
    from (${payers}) payers
    left join lateral (
      select ${dayOfMoment(sql`e.paid_at`)} as day from orders e
      where e.user_id = payers.user_id and e.paid_at < ${beginOf(sql`payers.day`)} order by e.paid_at desc limit 1) earlier on true
    group by 1, 2`;
}
