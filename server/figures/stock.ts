import { dayOf, supplyBands, type SupplyBand } from '#contract/figure-rules.ts';
import type { StockFigures } from '#contract/figures.ts';
import { dollarsOf } from '#contract/money.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  countStockSlice,
  findCountedAt,
  listDeadStock,
  listStockSums,
  writeStock,
  type BandSums,
  type DeadRow,
} from './stock-store.ts';

const partsAtOnce = 1000;
/** Dead parts that are named. */
const mostDead = 100;
const bandNames = Object.keys(supplyBands) as SupplyBand[];

/** Counts the parts on sale by how long their stock lasts, once a day (UTC), some parts at a time. */
export async function countStock({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const countedAt = await findCountedAt(db);
  if (countedAt !== undefined && dayOf(countedAt) >= dayOf(now)) return;
  const bands = new Map(bandNames.map((band) => [band, noParts(band)]));
  let dead: DeadRow[] = [];
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const slice = await countStockSlice(db, { after, size: partsAtOnce, mostDead, now });
    for (const its of slice.bands) bands.set(its.band, joined(bands.get(its.band), its));
    dead = worthMost([...dead, ...slice.dead.map(asRow)]);
    after = slice.last;
  }
  await inTransaction(db, (tx) => writeStock(tx, { bands: [...bands.values()], dead, now }));
}

function noParts(band: SupplyBand): BandSums {
  return { band, parts: 0, pieces: 0, value_cents: 0 };
}

function joined(one: BandSums | undefined, other: BandSums): BandSums {
  const { parts, pieces, value_cents: cents } = one ?? noParts(other.band);
  return {
    band: other.band,
    parts: parts + other.parts,
    pieces: pieces + other.pieces,
    value_cents: cents + other.value_cents,
  };
}

function asRow({
  last_sold_at: lastSoldAt,
  ...row
}: Omit<DeadRow, 'last_sold_at'> & { last_sold_at: string | null }): DeadRow {
  return { ...row, last_sold_at: lastSoldAt === null ? null : new Date(lastSoldAt) };
}

function worthMost(rows: readonly DeadRow[]): DeadRow[] {
  return rows
    .toSorted((a, b) => b.value_cents - a.value_cents || (a.part_id < b.part_id ? -1 : 1))
    .slice(0, mostDead);
}

/** What was counted last. */
export async function showStock(db: Database): Promise<StockFigures> {
  const [sums, dead] = await Promise.all([listStockSums(db), listDeadStock(db)]);
  return {
    countedAt: sums[0]?.counted_at.toISOString() ?? null,
    bands: bandNames.flatMap((name) =>
      sums
        .filter(({ band }) => band === name)
        .map(({ parts, pieces, value_cents: cents }) => ({
          band: name,
          parts,
          pieces,
          value: dollarsOf(cents),
        })),
    ),
    dead: dead.map(({ part_id: id, name, pieces, value_cents: cents, last_sold_at: soldAt }) => ({
      productId: id,
      name,
      pieces,
      value: dollarsOf(cents),
      lastSoldAt: soldAt?.toISOString() ?? null,
    })),
  };
}
