import { sql } from 'kysely';
import type { DayRange, Grouping } from '#contract/figure-rules.ts';
import type { ReturnReason } from '#contract/return-rules.ts';
import type { Database } from '#server/shop.ts';
import { isWithin } from './day-sql.ts';

/** The sums of a day. */
export interface DaySums {
  readonly day: string;
  readonly orders: number;
  readonly pieces: number;
  readonly paid_cents: number;
  readonly refunded_cents: number;
  readonly new_customers: number;
}

/** Only days that have sums. */
export async function listDaySums(db: Database, { from, to }: DayRange): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select to_char(day, 'YYYY-MM-DD') as day, orders, pieces, paid_cents, refunded_cents, new_customers
    from daily_sums where day between ${from}::date and ${to}::date order by day`.execute(db);
  return rows;
}

/** How many different accounts paid in a range. */
export async function countCustomers(db: Database, range: DayRange): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(*)::int as customers from (
      select distinct user_id from orders where ${isWithin(sql`paid_at`, range)}) its`.execute(db);
  return rows[0]?.customers ?? 0;
}

/** How many different accounts paid in each period of a range, by the period's first day; and in all, by the empty text. */
export async function countCustomersBy(
  db: Database,
  range: DayRange,
  by: Grouping,
): Promise<Map<string, number>> {
  const begin = sql`greatest(date_trunc(${by}, paid_at at time zone 'UTC')::date, ${range.from}::date)`;
  const { rows } = await sql<{ first: string; customers: number }>`
    with its as materialized (
      select ${begin} as first, user_id from orders where ${isWithin(sql`paid_at`, range)} group by 1, 2)
    select to_char(first, 'YYYY-MM-DD') as first, count(*)::int as customers from its group by its.first
    union all select '', count(*)::int from (select distinct user_id from its) every`.execute(db);
  return new Map(rows.map(({ first, customers }) => [first, customers]));
}

interface TypeSums {
  /** Empty for parts without one. */
  readonly type: string;
  readonly name: string | null;
  readonly orders: number;
  readonly pieces: number;
  readonly paid_cents: number;
  readonly refunded_cents: number;
}

/** What was sold of each part type, the most paid first. */
export async function listTypeSums(db: Database, { from, to }: DayRange): Promise<TypeSums[]> {
  const { rows } = await sql<TypeSums>`
    select its.*, t.name from (
      select type_id as type, sum(orders)::int as orders, sum(pieces)::bigint as pieces, sum(paid_cents)::bigint as paid_cents,
        sum(refunded_cents)::bigint as refunded_cents
      from daily_type_sums where day between ${from}::date and ${to}::date group by type_id) its
    left join part_types t on t.id = its.type
    order by paid_cents desc, type`.execute(db);
  return rows;
}

interface ReturnSums {
  readonly type: string;
  readonly name: string | null;
  readonly reason: ReturnReason;
  readonly returns: number;
  readonly pieces: number;
}

/** Returns that were asked for in a range and not declined or withdrawn, by part type and reason. */
export async function listReturnSums(db: Database, range: DayRange): Promise<ReturnSums[]> {
  const { rows } = await sql<ReturnSums>`
    select coalesce(p.type_id, '') as type, t.name, r.reason, count(*)::int as returns, sum(coalesce(r.received_quantity, r.quantity))::bigint as pieces
    from returns r join orders o on o.id = r.order_id join parts p on p.id = o.part_id
      left join part_types t on t.id = p.type_id
    where ${isWithin(sql`r.created_at`, range)} and r.state not in ('declined', 'withdrawn')
    group by 1, 2, 3 order by 5 desc, 3`.execute(db);
  return rows;
}

interface PartSums {
  readonly id: string;
  readonly name: string;
  readonly orders: number;
  readonly pieces: number;
  readonly paid_cents: number;
}

/** The parts for which most was paid in a range. */
export async function listBestSellers(
  db: Database,
  range: DayRange,
  most: number,
): Promise<PartSums[]> {
  const { rows } = await sql<PartSums>`
    select its.*, p.name from (
      select part_id as id, count(*)::int as orders, sum(quantity)::bigint as pieces, sum(total_cents)::bigint as paid_cents
      from orders where ${isWithin(sql`paid_at`, range)}
      group by part_id order by 4 desc, 1 limit ${most}) its
    join parts p on p.id = its.id order by paid_cents desc, its.id`.execute(db);
  return rows;
}
