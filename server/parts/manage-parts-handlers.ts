import type { StockChange } from '#contract/parts.ts';
import { mapPage } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { findManagedPart, listStockChanges, type LedgerRow } from './manage-parts-store.ts';
import { addPart, adjustStock, archivePart, editPart } from './manage-parts.ts';
import { showManagedPart } from './managed-parts-handlers.ts';
import { findPeople, type People } from '#server/people/store.ts';
import { partExists } from './store.ts';
import { listBrands } from './brands-store.ts';
import { showWhole } from './show-whole.ts';
import { listPartTypes } from './types-store.ts';
import type { Shop } from '#server/shop.ts';

function showStockChange(row: LedgerRow, people: People): StockChange {
  return {
    _id: row.id,
    change: row.delta,
    reason: row.reason,
    note: row.note,
    orderId: row.order_id,
    actor: people.nameFor(row.actor),
    createdAt: row.created_at.toISOString(),
  };
}

async function done(write: Promise<void>) {
  await write;
  return { acknowledged: true };
}

/** What admins do with parts. */
export function managePartHandlers(
  shop: Shop,
): Handlers<
  | 'addPart'
  | 'deletePart'
  | 'editPart'
  | 'adjustStock'
  | 'restorePart'
  | 'getManagedPart'
  | 'listPartTypes'
  | 'listBrands'
  | 'listStockChanges'
> {
  return {
    async addPart({ who, body, idempotencyKey }) {
      return {
        acknowledged: true,
        insertedId: await addPart(shop, { ...who, key: idempotencyKey }, body),
      };
    },

    deletePart: ({ who, params: { id } }) => done(archivePart(shop, who, { id, archived: true })),

    editPart: ({ who, params, body, idempotencyKey }) =>
      done(editPart(shop, { ...who, key: idempotencyKey }, params.id, body)),

    adjustStock: ({ who, params, body, idempotencyKey }) =>
      done(adjustStock(shop, { ...who, key: idempotencyKey }, params.id, body)),

    restorePart: ({ who, params: { id } }) => done(archivePart(shop, who, { id, archived: false })),

    async getManagedPart({ params }) {
      const part = (await findManagedPart(shop.db, params.id)) ?? refuse('part_not_found');
      const [whole, replacing] = await Promise.all([
        showWhole(shop.db, part),
        part.replaced_by === null ? undefined : findManagedPart(shop.db, part.replaced_by),
      ]);
      return {
        ...whole,
        ...showManagedPart(part),
        replacedByName: replacing?.name ?? null,
        replacedByNumber: replacing?.part_number ?? null,
      };
    },

    listPartTypes: () => listPartTypes(shop.db),

    listBrands: ({ query }) => listBrands(shop.db, query.q ?? '', 20),

    async listStockChanges({ params, query }) {
      if (!(await partExists(shop.db, params.id))) refuse('part_not_found');
      const page = await listStockChanges(shop.db, params.id, query);
      const people = await findPeople(
        shop.db,
        page.rows.map(({ actor }) => actor),
      );
      return mapPage(page, (row) => showStockChange(row, people));
    },
  };
}
