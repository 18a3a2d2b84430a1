import type { AnswerFor } from '#contract/api.ts';
import type { Batch } from '#contract/batches.ts';
import { batchNumber } from '#contract/batch-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { holding } from '#server/holds/held-until.ts';
import { listBatchEvents } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { findPeople } from '#server/people/store.ts';
import type { Shop } from '#server/shop.ts';
import { findBatch, listBatchOrders } from './batch-store.ts';
import { showEvent } from './order-history.ts';
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
      partNumber: row.part_number,
    })),
    totals: totalsOf(orders),
  };
}

/** What happened to a batch, for its customer and admins. Refuses with `batch_not_found`. */
export async function getBatchHistory(
  shop: Shop,
  who: Customer,
  batchId: string,
): Promise<AnswerFor<'getBatchHistory'>> {
  const batch = (await findBatch(shop.db, batchId, who)) ?? refuse('batch_not_found');
  const events = await listBatchEvents(shop.db, batch.id);
  const actors = events.map(({ actor }) => actor);
  const people = who.isAdmin ? await findPeople(shop.db, actors) : undefined;
  return {
    events: events.map(({ lines, order_id, ...event }) => ({
      ...showEvent(event, people),
      lines,
      orderId: lines === 1 ? order_id : null,
    })),
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
