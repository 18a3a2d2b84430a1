import type { DocumentOf } from '#contract/documents.ts';
import { seriesNumber } from '#contract/document-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import { refuse } from '#server/http/refusal.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { headOf, lineOf, sellerOf, type ReceiptFacts, type Seller } from './facts.ts';
import { numberDocument } from './number-document.ts';
import { findKeptPayment, listCollected } from './paid-store.ts';
import { findPrintedOrder, listPrintedOrders } from './printed-orders.ts';
import type { DocumentRow } from './store.ts';

/** The receipt of the payment that paid an order, with all orders that it paid. Refuses with `document_not_found`. */
export async function showReceipt(
  shop: Shop,
  whose: OrderScope,
  orderId: string,
): Promise<DocumentOf<'receipt'>> {
  const order = (await findPrintedOrder(shop.db, orderId, whose)) ?? refuse('document_not_found');
  const intentId = (await findKeptPayment(shop.db, order.id)) ?? refuse('document_not_found');
  const row = await numberReceipt(shop, intentId);
  return {
    kind: 'receipt',
    number: seriesNumber('receipt', row),
    date: row.issued_at.toISOString(),
    ...row.content,
  };
}

/** The receipt of a payment that is kept. */
export async function numberReceipt(
  shop: Shop,
  intentId: string,
): Promise<DocumentRow & { kind: 'receipt' }> {
  const seller = await sellerOf(shop);
  const subject = { kind: 'receipt', intent_id: intentId, refund_id: null } as const;
  return numberDocument(shop, subject, (tx) => writeReceipt(tx, intentId, seller));
}

async function writeReceipt(tx: Database, intentId: string, seller: Seller): Promise<ReceiptFacts> {
  const lines = await listCollected(tx, intentId);
  const returned = new Set(
    lines.filter(({ state }) => state === 'returned').map(({ order_id }) => order_id),
  );
  const orders = await listPrintedOrders(tx, { ids: lines.map(({ order_id }) => order_id) });
  const sum = (some: typeof lines) =>
    dollarsOf(some.reduce((cents, { amount_cents }) => cents + amount_cents, 0));
  const paidAt =
    orders.find(({ id }) => !returned.has(id))?.paid_at ?? refuse('document_not_found');
  return {
    ...headOf(seller, orders),
    paidAt: paidAt.toISOString(),
    transactionId: intentId,
    lines: orders.map((order) => ({
      ...lineOf(order, orders),
      quantity: order.quantity,
      price: dollarsOf(order.unit_price_cents),
      total: dollarsOf(order.total_cents),
      returned: returned.has(order.id),
    })),
    sums: {
      collected: sum(lines),
      returned: sum(lines.filter(({ state }) => state === 'returned')),
      paid: sum(lines.filter(({ state }) => state !== 'returned')),
    },
  };
}
