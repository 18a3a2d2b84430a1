import { batchNumber } from '#contract/batch-rules.ts';
import type { DocumentLink } from '#contract/documents.ts';
import { seriesNumber, slipNumber } from '#contract/document-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { listBoxes, listTogether } from './boxes.ts';
import { listCreditNotes, listReceipts } from './paid-store.ts';
import { findPrintedOrder, listPrintedOrders, type PrintedOrder } from './printed-orders.ts';

/** The documents of an order. Refuses with `order_not_found`. */
export async function listOrderDocuments(
  shop: Shop,
  whose: OrderScope,
  orderId: string,
): Promise<DocumentLink[]> {
  const order = (await findPrintedOrder(shop.db, orderId, whose)) ?? refuse('order_not_found');
  return documentsOf(shop.db, [order], { _id: order.id, number: orderNumber(order.id) });
}

/** The documents of a list and its orders. Refuses with `batch_not_found`. */
export async function listBatchDocuments(
  shop: Shop,
  whose: OrderScope,
  batchId: string,
): Promise<DocumentLink[]> {
  const orders = await listPrintedOrders(shop.db, { batchId });
  const [first = refuse('batch_not_found')] = orders;
  if (!(await findPrintedOrder(shop.db, first.id, whose))) refuse('batch_not_found');
  return documentsOf(shop.db, orders, { _id: batchId, number: batchNumber(batchId) });
}

/** Nothing is confirmed of what is cancelled as a whole. */
async function documentsOf(
  db: Database,
  orders: readonly PrintedOrder[],
  whole: { readonly _id: string; readonly number: string },
): Promise<DocumentLink[]> {
  const ids = orders.map(({ id }) => id);
  const live = orders.filter(({ state }) => state !== 'cancelled');
  const [first] = live;
  const [receipts, boxes, notes] = await Promise.all([
    listReceipts(db, ids),
    listBoxesWith(db, orders),
    listCreditNotes(db, ids),
  ]);
  const amount = dollarsOf(live.reduce((cents, { total_cents }) => cents + total_cents, 0));
  return [
    ...(first
      ? [{ kind: 'confirmation' as const, ...whole, date: first.created_at.toISOString(), amount }]
      : []),
    ...receipts.map(({ order_id, paid_at, cents, ...numbered }) => ({
      kind: 'receipt' as const,
      _id: order_id,
      number: numberOf('receipt', numbered),
      date: (numbered.issued_at ?? paid_at).toISOString(),
      amount: dollarsOf(cents),
    })),
    ...boxes.map(([{ id, order_id, number, shipped_at }]) => ({
      kind: 'packing-slip' as const,
      _id: id,
      number: slipNumber(order_id, number),
      date: shipped_at.toISOString(),
      amount: null,
    })),
    ...notes.map(({ id, updated_at, cents, ...numbered }) => ({
      kind: 'credit-note' as const,
      _id: id,
      number: numberOf('credit-note', numbered),
      date: (numbered.issued_at ?? updated_at).toISOString(),
      amount: dollarsOf(cents),
    })),
  ];
}

/** Those with pieces of the orders, which are a list as a whole or one order; what else of its list is in them counts for their numbers. */
async function listBoxesWith(db: Database, orders: readonly PrintedOrder[]) {
  const [only, ...others] = orders;
  if (only === undefined || others.length > 0) return listBoxes(db, orders);
  const boxes = await listBoxes(db, await listTogether(db, only));
  return boxes.filter((box) => box.some(({ order_id }) => order_id === only.id));
}

function numberOf(
  kind: 'receipt' | 'credit-note',
  { year, number }: { year: number | null; number: number | null },
): string | null {
  return year === null || number === null ? null : seriesNumber(kind, { year, number });
}
