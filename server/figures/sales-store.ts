import { sql } from 'kysely';
import type { DayRange } from '#contract/figure-rules.ts';
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
}

/** Only days that have sums. */
export async function listDaySums(db: Database, { from, to }: DayRange): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select to_char(day, 'YYYY-MM-DD') as day, orders, pieces, paid_cents, refunded_cents
    from daily_sums where day between ${from}::date and ${to}::date order by day`.execute(db);
  return rows;
}

/** How many accounts paid, and how many of them for the first time of all. */
export interface Payers {
  readonly customers: number;
  readonly newcomers: number;
}

/** The accounts that paid in each range; an account counts once in each. */
export async function countPayers(db: Database, ranges: readonly DayRange[]): Promise<Payers[]> {
  const { rows } = await sql<Payers>`
    select coalesce(sum(c.customers), 0)::int as customers,
      coalesce(sum(c.customers) filter (where c.paid_before = '-infinity'), 0)::int as newcomers
    from unnest(${ranges.map(({ from }) => from)}::date[], ${ranges.map(({ to }) => to)}::date[]) with ordinality r (first, last, place)
      left join daily_customers c on c.day between r.first and r.last and c.paid_before < r.first
    group by r.place order by r.place`.execute(db);
  return rows;
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

/** What was sold of a part. */
export interface PartSums {
  readonly id: string;
  readonly orders: number;
  readonly pieces: number;
  readonly paid_cents: number;
}

/** The parts for which most was paid in a range, the first one most. */
export async function listBestSellers(
  db: Database,
  range: DayRange,
  most: number,
): Promise<PartSums[]> {
  const { rows } = await sql<PartSums>`
    select part_id as id, count(*)::int as orders, sum(quantity)::bigint as pieces, sum(total_cents)::bigint as paid_cents
    from orders where ${isWithin(sql`paid_at`, range)}
    group by part_id order by paid_cents desc, id limit ${most}`.execute(db);
  return rows;
}

/** The names of parts, by their ids. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('parts').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
