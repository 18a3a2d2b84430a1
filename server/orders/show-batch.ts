import type { Batch } from '#contract/batches.ts';
import { batchNumber } from '#contract/batch-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { holding } from '#server/holds/held-until.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Shop } from '#server/shop.ts';
import { findBatch, listBatchOrders } from './batch-store.ts';
import { showOrder } from './show-order.ts';
import type { OrderRow, OrderScope } from './store.ts';

/** A batch with all its orders, for its customer and admins. Refuses with `batch_not_found`. */
export async function getBatch(shop: Shop, whose: OrderScope, batchId: string): Promise<Batch> {
  const batch = (await findBatch(shop.db, batchId, whose)) ?? refuse('batch_not_found');
  const orders = await listBatchOrders(shop.db, batchId);
  return {
    _id: batch.id,
    number: batchNumber(batch.id),
    createdAt: batch.created_at.toISOString(),
    poNumber: batch.po_number,
    note: batch.note,
    orders: orders.map((row) => ({
      ...showOrder(row, shop),
      number: orderNumber(row.id),
      cancelled: row.state === 'cancelled',
    })),
    totals: totalsOf(orders),
  };
}

function totalsOf(orders: readonly OrderRow[]): Batch['totals'] {
  const sum = (counts: (order: OrderRow) => number) =>
    dollarsOf(orders.reduce((cents, order) => cents + counts(order), 0));
  const ofState = (isWanted: (state: OrderRow['state']) => boolean) =>
    sum(({ state, total_cents }) => (isWanted(state) ? total_cents : 0));
  return {
    ordered: ofState(() => true),
    paid: ofState((state) => state === 'paid' || state === 'shipped'),
    refunded: sum(({ refunded_cents }) => refunded_cents),
    open: ofState((state) => (holding as readonly string[]).includes(state)),
    cancelled: ofState((state) => state === 'cancelled'),
  };
}
