import { sql } from 'kysely';
import { beginOf, dayOfMoment } from '#server/figures/day-sql.ts';
import { givenBack } from '#server/figures/given-back.ts';
import { payersBefore } from '#server/figures/payers.ts';
import { paymentsOfDay } from '#server/figures/payments-of-day.ts';
import { changedAt, longestTransaction } from '#server/figures/sums-store.ts';
import { queryCheck, type Check } from './check.ts';

const within = sql`>= ${beginOf(sql`s.day`)}`;
const beforeNext = sql`< ${beginOf(sql`s.day + 1`)}`;

const ofTheDay = sql`select order_id from refunds where created_at ${within} and created_at ${beforeNext}`;

/** Whether the overview's sums are those of the books, and no day since the first payment lacks them. Days that are to be summed up again in a minute are not looked at. */
export const sumsCheck: Check = queryCheck(
  {
    id: 'I15',
    about: 'day',
    sentence: 'The sums of each day are those of its orders, payments and refunds.',
    repairable: true,
    by: { table: 'daily_sums', column: 'day', rowsEach: 250 },
  },
  ({ within: its }) => sql`
    select to_char(s.day, 'YYYY-MM-DD') as id
    from daily_sums s
    cross join lateral (
      select count(*) as orders, coalesce(sum(quantity), 0) as pieces, coalesce(sum(total_cents), 0) as cents
      from orders o where o.paid_at ${within} and o.paid_at ${beforeNext}) paid
    cross join lateral (${paymentsOfDay(sql`s.day`)}) payments
    cross join lateral (
      select coalesce(sum(b.cents), 0) as cents
      from (${givenBack(ofTheDay)}) b where b.created_at ${within} and b.created_at ${beforeNext}) back
    cross join lateral (
      select max(${changedAt('r')}) as changed_at from refunds r where r.order_id in (${ofTheDay})) refunds
    cross join lateral (
      select coalesce(sum(orders), 0) as orders, coalesce(sum(pieces), 0) as pieces, coalesce(sum(paid_cents), 0) as paid, coalesce(sum(refunded_cents), 0) as refunded
      from daily_type_sums t where t.day = s.day) types
    cross join lateral (
      select jsonb_object_agg(paid_before, customers) as those
      from (${payersBefore(sql`select distinct s.day, o.user_id from orders o where o.paid_at ${within} and o.paid_at ${beforeNext}`)}) b) customers
    cross join lateral (
      select jsonb_object_agg(paid_before, customers) as those from daily_customers c where c.day = s.day) summed_customers
    where ${its('s.day')}
      and s.day < (select max(day) - 1 from daily_sums)
      and (refunds.changed_at is null or refunds.changed_at < s.summed_at - ${longestTransaction})
      and (s.orders <> paid.orders or s.pieces <> paid.pieces or s.paid_cents <> paid.cents or s.refunded_cents <> back.cents
        or s.payments <> payments.payments or s.payments_cents <> payments.cents or (s.payments is null) <> (s.payments_cents is null)
        or customers.those is distinct from summed_customers.those
        or s.orders <> types.orders or s.pieces <> types.pieces or s.paid_cents <> types.paid or s.refunded_cents <> types.refunded)
    union all
    select to_char(before.day + gap.days, 'YYYY-MM-DD')
    from daily_sums s
    cross join lateral (
      select coalesce((select max(day) from daily_sums e where e.day < s.day), (select ${dayOfMoment(sql`min(paid_at)`)} - 1 from orders)) as day) before
    cross join lateral generate_series(1, s.day - before.day - 1) gap(days)
    where ${its('s.day')}`,
);
