import type { Page } from '#contract/api.ts';
import type { BoughtPart, BoughtQuery } from '#contract/bought-parts.ts';
import { dollarsOf } from '#contract/money.ts';
import { mapPage } from '#server/db/page.ts';
import { showPart } from '#server/parts/part-row.ts';
import { findReplacements } from '#server/parts/replacements.ts';
import { findPartsEverSold } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import { listBought, type BoughtRow } from './bought-store.ts';

/** A page of what a customer bought, and how it is sold now; in three statements. */
export async function listBoughtParts(
  db: Database,
  userId: string,
  query: BoughtQuery,
): Promise<Page<BoughtPart[]>> {
  const page = await listBought(db, userId, query);
  const ids = page.rows.map((row) => row.part_id);
  const replacements = await findReplacements(db, ids);
  const rows = await findPartsEverSold(db, [
    ...new Set([...ids, ...[...replacements.values()].map(({ by }) => by)]),
  ]);
  const parts = new Map(rows.map((row) => [row.id, row]));
  const onSale = (id: string | undefined) => {
    const row = parts.get(id ?? '');
    return row?.archived_at === null ? showPart(row) : undefined;
  };
  return mapPage(page, (row) => ({
    ...showBought(row),
    partNumber: parts.get(row.part_id)?.part_number ?? null,
    part: onSale(row.part_id) ?? onSale(replacements.get(row.part_id)?.by) ?? null,
  }));
}

function showBought(row: BoughtRow): Omit<BoughtPart, 'partNumber' | 'part'> {
  return {
    productId: row.part_id,
    productName: row.part_name,
    image: row.image,
    orderId: row.id,
    orderedAt: row.created_at.toISOString(),
    quantity: row.quantity,
    price: dollarsOf(row.unit_price_cents),
    orders: row.orders,
    pieces: row.pieces,
  };
}
