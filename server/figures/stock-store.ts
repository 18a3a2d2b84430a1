import { sql } from 'kysely';
import { supplyDays, type SupplyBand } from '#contract/figure-rules.ts';
import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';

/** Parts on sale whose stock lasts about as long. */
export interface BandSums {
  readonly band: SupplyBand;
  readonly parts: number;
  readonly pieces: number;
  readonly value_cents: number;
}

export interface DeadRow {
  readonly part_id: string;
  readonly pieces: number;
  readonly value_cents: number;
  readonly last_sold_at: Date | null;
}

interface StockSlice {
  /** The last part of it; null when there is none. */
  readonly last: string | null;
  readonly bands: readonly BandSums[];
  readonly dead: readonly (Omit<DeadRow, 'last_sold_at'> & {
    readonly last_sold_at: string | null;
  })[];
}

/** Six months of thirty days. */
const months = supplyDays / 30;

/** Counts the next parts, in the order of their ids. */
export async function countStockSlice(
  db: Database,
  { after, size, mostDead, now }: { after: string; size: number; mostDead: number; now: Date },
): Promise<StockSlice> {
  const since = before(now, supplyDays * dayMs);
  const { rows } = await sql<StockSlice>`
    with slice as materialized (
      select id, in_stock, price_cents, created_at, archived_at from parts where id > ${after}::uuid order by id limit ${size}),
    counted as materialized (
      select s.id, s.in_stock::bigint as in_stock, s.in_stock::bigint * s.price_cents as value_cents, s.created_at,
        (select coalesce(sum(o.quantity), 0) from orders o where o.part_id = s.id and o.paid_at >= ${since}) as sold
      from slice s where s.archived_at is null),
    banded as (
      select *, case
        when in_stock = 0 then 'out'
        when sold = 0 and created_at > ${since} then 'new'
        when sold = 0 then 'dead'
        when in_stock * ${months}::int <= sold then 'month'
        when in_stock * ${months}::int <= 3 * sold then 'quarter'
        when in_stock * ${months}::int <= 6 * sold then 'half'
        when in_stock * ${months}::int <= 12 * sold then 'year'
        else 'longer' end as band
      from counted)
    select (select max(id::text) from slice) as last,
      (select coalesce(jsonb_agg(its), '[]') from (
        select band, count(*)::int as parts, sum(in_stock)::bigint as pieces, sum(value_cents)::bigint as value_cents
        from banded group by band) its) as bands,
      (select coalesce(jsonb_agg(its), '[]') from (
        select id as part_id, in_stock as pieces, value_cents,
          (select max(o.paid_at) from orders o where o.part_id = first.id) as last_sold_at
        from (select * from banded where band = 'dead' order by value_cents desc, id limit ${mostDead}) first) its) as dead`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('A statement of one row answered none.');
  return row;
}

/** Replaces what was counted before. */
export async function writeStock(
  tx: Database,
  { bands, dead, now }: { bands: readonly BandSums[]; dead: readonly DeadRow[]; now: Date },
): Promise<void> {
  await sql`lock table stock_sums in share row exclusive mode`.execute(tx);
  await tx.deleteFrom('stock_sums').execute();
  await tx.deleteFrom('dead_stock').execute();
  await tx
    .insertInto('stock_sums')
    .values(bands.map((band) => ({ ...band, counted_at: now })))
    .execute();
  if (dead.length > 0)
    await tx
      .insertInto('dead_stock')
      .values([...dead])
      .execute();
}

/** Undefined before the first count. */
export async function findCountedAt(db: Database): Promise<Date | undefined> {
  const row = await db.selectFrom('stock_sums').select('counted_at').limit(1).executeTakeFirst();
  return row?.counted_at;
}

export function listStockSums(db: Database) {
  return db.selectFrom('stock_sums').selectAll().execute();
}

/** What is worth most first. */
export function listDeadStock(db: Database) {
  return db
    .selectFrom('dead_stock')
    .innerJoin('parts', 'parts.id', 'dead_stock.part_id')
    .selectAll('dead_stock')
    .select('parts.name')
    .orderBy('dead_stock.value_cents', 'desc')
    .orderBy('dead_stock.part_id')
    .execute();
}
