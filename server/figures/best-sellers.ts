import type { BestSeller, FiguresQuery } from '#contract/figures.ts';
import { dollarsOf } from '#contract/money.ts';
import type { Shop } from '#server/shop.ts';
import { listBestSellers } from './sales-store.ts';
import { rangeOf } from './sales.ts';

const mostShown = 20;

/** The parts for which most was paid in some days. */
export async function showBestSellers(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  query: FiguresQuery,
): Promise<BestSeller[]> {
  const rows = await listBestSellers(db, rangeOf(query, clock.now()), mostShown);
  return rows.map(({ id, name, orders, pieces, paid_cents: paid }) => ({
    productId: id,
    name,
    orders,
    pieces,
    paid: dollarsOf(paid),
  }));
}
