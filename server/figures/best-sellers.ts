import type { DayRange } from '#contract/figure-rules.ts';
import type { BestSeller, FiguresQuery } from '#contract/figures.ts';
import { dollarsOf } from '#contract/money.ts';
import type { Database, Shop } from '#server/shop.ts';
import { listBestSellers, listDaySums, namesOf, type PartSums } from './sales-store.ts';
import { rangeOf } from './sales.ts';
import { sumUpForPage } from './sum-up.ts';

const mostShown = 20;

/** The parts for which most was paid in some days. */
export async function showBestSellers(
  shop: Pick<Shop, 'db' | 'clock'>,
  query: FiguresQuery,
): Promise<BestSeller[]> {
  const { db, clock } = shop;
  await sumUpForPage(shop);
  const rows = await bestSellers(db, rangeOf(query, clock.now()));
  const names = await namesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, orders, pieces, paid_cents: paid }) => ({
    productId: id,
    name: names.get(id) ?? '',
    orders,
    pieces,
    paid: dollarsOf(paid),
  }));
}

/** Ranges whose best sellers are kept; each is twenty rows. */
const mostKept = 100;

interface Kept {
  /** How many orders of the range were paid. */
  readonly orders: number;
  readonly rows: Promise<PartSums[]>;
}

const keptOf = new WeakMap<Database, Map<string, Kept>>();

/** Found anew when more orders of the range were paid: an order that was paid stays paid, and in its day. */
async function bestSellers(db: Database, range: DayRange): Promise<PartSums[]> {
  const kept = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, kept);
  const key = `${range.from} ${range.to}`;
  const orders = (await listDaySums(db, range)).reduce((sum, day) => sum + day.orders, 0);
  const known = kept.get(key);
  if (known?.orders === orders) return known.rows;
  const rows = listBestSellers(db, range, mostShown);
  kept.delete(key);
  kept.set(key, { orders, rows });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  // What failed is asked for again.
  rows.catch(() => kept.delete(key));
  return rows;
}
