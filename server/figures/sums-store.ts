import { sql, type RawBuilder } from 'kysely';
import type { DayRange } from '#contract/figure-rules.ts';
import type { Database } from '#server/shop.ts';
import { beginOf, dayOfMoment, isWithin } from './day-sql.ts';
import { givenBack } from './given-back.ts';
import { payersBefore } from './payers.ts';
import { paymentsOfDay } from './payments-of-day.ts';

/** Which days have sums. */
export interface SummedDays {
  /** The first of those that may have changed since; after all of them when none may. */
  readonly open: string;
  /** Up to when they are complete. */
  readonly summedAt: Date;
}

/** So long a transaction may have been under way when its day was summed up. */
export const longestTransaction = sql`interval '10 minutes'`;

/** Undefined before anything was summed up. */
export async function findSummedDays(db: Database): Promise<SummedDays | undefined> {
  const { rows } = await sql<SummedDays>`
    select to_char(coalesce(min(day) filter (where summed_at < ${beginOf(sql`day + 1`)} + ${longestTransaction}), max(day) + 1), 'YYYY-MM-DD') as open,
      least(max(summed_at), ${beginOf(sql`max(day) + 1`)}) as "summedAt"
    from (select day, summed_at from daily_sums order by day desc limit 2) its having count(*) > 0`.execute(
    db,
  );
  return rows[0];
}

/** When the first order was paid. */
export async function findFirstPayment(db: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ paid_at: Date }>`
    select paid_at from orders where paid_at is not null order by paid_at limit 1`.execute(db);
  return rows[0]?.paid_at;
}

/** SQL: when the refund with this name changed what went back. One that is due is only tried again, every minute for years perhaps, and counts since it was promised. */
export function changedAt(refund: 'changed' | 'r'): RawBuilder<Date> {
  return sql<Date>`case when ${sql.ref(`${refund}.state`)} = 'due' then ${sql.ref(`${refund}.created_at`)} else ${sql.ref(`${refund}.updated_at`)} end`;
}

/** Days before one with refunds of orders whose refunds have changed since the day was summed up; a hundred at most, the rest at the next time. */
export async function listChangedDays(
  db: Database,
  { before, since }: { before: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(s.day, 'YYYY-MM-DD') as day
    from refunds changed join refunds r on r.order_id = changed.order_id
      join daily_sums s on s.day = ${dayOfMoment(sql`r.created_at`)}
    where changed.updated_at >= ${since}::timestamptz - interval '1 day' and s.day < ${before}::date
      and ${changedAt('changed')} >= s.summed_at - ${longestTransaction}
    limit 100`.execute(db);
  return rows.map(({ day }) => day);
}

/** Keeps others from summing up until the end of the transaction: whoever sums up later has read later. */
export async function lockSums(tx: Database): Promise<void> {
  await sql`lock table daily_sums in share row exclusive mode`.execute(tx);
}

/** Sums up days, all that there are in a range; call it with the lock. One statement: all its sums are those of the same moment. */
export async function writeSums(tx: Database, range: DayRange, now: Date): Promise<void> {
  await sql`
    with days as (
      select day::date as day from generate_series(${range.from}::timestamp, ${range.to}::timestamp, interval '1 day') as day),
    paid as materialized (
      select ${dayOfMoment(sql`o.paid_at`)} as day, o.user_id, o.quantity, o.total_cents, coalesce(p.type_id, '') as type_id
      from orders o join parts p on p.id = o.part_id where ${isWithin(sql`o.paid_at`, range)}),
    back as materialized (
      select ${dayOfMoment(sql`b.created_at`)} as day, b.cents, coalesce(p.type_id, '') as type_id
      from (${givenBack(sql`select order_id from refunds where ${isWithin(sql`created_at`, range)}`)}) b
      join parts p on p.id = b.part_id where ${isWithin(sql`b.created_at`, range)}),
    by_customer as materialized (${payersBefore(sql`select distinct day, user_id from paid`)}),
    lost as (
      delete from daily_customers c where c.day between ${range.from}::date and ${range.to}::date
        and not exists (select from by_customer b where b.day = c.day and b.paid_before = c.paid_before)),
    of_customers as (
      insert into daily_customers (day, paid_before, customers) select day, paid_before, customers from by_customer
      on conflict (day, paid_before) do update set customers = excluded.customers),
    by_type as materialized (
      select day, type_id, sum(orders)::int as orders, sum(pieces)::bigint as pieces, sum(paid)::bigint as paid, sum(refunded)::bigint as refunded
      from (
        select day, type_id, count(*) as orders, sum(quantity) as pieces, sum(total_cents) as paid, 0 as refunded from paid group by day, type_id
        union all select day, type_id, 0, 0, 0, sum(cents) from back group by day, type_id) its
      group by day, type_id),
    gone as (
      delete from daily_type_sums t where t.day between ${range.from}::date and ${range.to}::date
        and not exists (select from by_type b where b.day = t.day and b.type_id = t.type_id)),
    of_types as (
      insert into daily_type_sums (day, type_id, orders, pieces, paid_cents, refunded_cents)
      select day, type_id, orders, pieces, paid, refunded from by_type
      on conflict (day, type_id) do update set orders = excluded.orders, pieces = excluded.pieces,
        paid_cents = excluded.paid_cents, refunded_cents = excluded.refunded_cents)
    insert into daily_sums (day, orders, pieces, paid_cents, refunded_cents, summed_at)
    select days.day, coalesce(sum(b.orders), 0), coalesce(sum(b.pieces), 0), coalesce(sum(b.paid), 0), coalesce(sum(b.refunded), 0), ${now}
    from days left join by_type b on b.day = days.day
    group by days.day
    on conflict (day) do update set orders = excluded.orders, pieces = excluded.pieces, paid_cents = excluded.paid_cents,
      refunded_cents = excluded.refunded_cents, summed_at = excluded.summed_at`.execute(tx);
}

/** SQL: whether no payment of the day with these sums can be under way any more. */
const isOver = (now: Date) =>
  sql`${now}::timestamptz >= ${beginOf(sql`s.day + 1`)} + ${longestTransaction}`;

/** The first days that are over and whose payments are not added up; at most so many. */
export async function listDaysWithoutPayments(
  db: Database,
  { now, most }: { now: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(s.day, 'YYYY-MM-DD') as day from daily_sums s
    where s.payments is null and ${isOver(now)} order by s.day limit ${most}`.execute(db);
  return rows.map(({ day }) => day);
}

/** Adds up the payments of days that are over; call it with the lock. */
export async function writePayments(
  tx: Database,
  days: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update daily_sums s set payments = its.payments, payments_cents = its.cents
    from unnest(${days}::date[]) wanted (day), lateral (${paymentsOfDay(sql`wanted.day`)}) its
    where s.day = wanted.day and ${isOver(now)}`.execute(tx);
}

export async function deleteSums(tx: Database): Promise<void> {
  await sql`delete from daily_customers`.execute(tx);
  await sql`delete from daily_type_sums`.execute(tx);
  await sql`delete from daily_sums`.execute(tx);
}
