import { batchNumber } from '#contract/batch-rules.ts';
import type { DocumentOf } from '#contract/documents.ts';
import { dollarsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import { headOf, lineOf, sellerOf } from './facts.ts';
import { findPrintedOrder, listPrintedOrders, type PrintedOrder } from './printed-orders.ts';

/** What was ordered, by the id of an order or of a list. Refuses with `document_not_found`. */
export async function showConfirmation(
  shop: Shop,
  whose: OrderScope,
  id: string,
): Promise<DocumentOf<'confirmation'>> {
  const single = await findPrintedOrder(shop.db, id, whose);
  const orders = single ? [single] : await listOwnLines(shop, whose, id);
  const [first = refuse('document_not_found')] = orders;
  return {
    kind: 'confirmation',
    number: single ? orderNumber(id) : batchNumber(id),
    date: first.created_at.toISOString(),
    ...headOf(await sellerOf(shop), orders),
    listNumber: single?.batch_id ? batchNumber(single.batch_id) : null,
    note: first.note ?? '',
    lines: orders.map((order) => ({
      ...lineOf(order, orders),
      quantity: order.quantity,
      price: dollarsOf(order.unit_price_cents),
      total: dollarsOf(order.total_cents),
      cancelled: order.state === 'cancelled',
    })),
    sums: sumsOf(orders),
    payments: paymentsOf(orders),
  };
}

/** The lines of a list; they all have the customer of the list. */
async function listOwnLines(
  shop: Shop,
  whose: OrderScope,
  batchId: string,
): Promise<PrintedOrder[]> {
  const orders = await listPrintedOrders(shop.db, { batchId });
  const [first] = orders;
  return first && (await findPrintedOrder(shop.db, first.id, whose)) ? orders : [];
}

const sumOf = (orders: readonly PrintedOrder[]) =>
  dollarsOf(orders.reduce((cents, { total_cents }) => cents + total_cents, 0));

function sumsOf(orders: readonly PrintedOrder[]): DocumentOf<'confirmation'>['sums'] {
  const live = orders.filter(({ state }) => state !== 'cancelled');
  return {
    ordered: sumOf(orders),
    cancelled: sumOf(orders.filter(({ state }) => state === 'cancelled')),
    total: sumOf(live),
    paid: sumOf(live.filter(({ paid_at }) => paid_at !== null)),
    open: sumOf(live.filter(({ paid_at }) => paid_at === null)),
  };
}

/** The payments that paid the orders, with what of them was for these; oldest first. */
function paymentsOf(orders: readonly PrintedOrder[]): DocumentOf<'confirmation'>['payments'] {
  const paid = Object.groupBy(
    orders.filter(({ transaction_id }) => transaction_id !== null),
    ({ transaction_id }) => transaction_id ?? '',
  );
  return Object.entries(paid)
    .map(([transactionId, some = []]) => ({
      transactionId,
      paidAt: some[0]?.paid_at?.toISOString() ?? '',
      amount: sumOf(some),
    }))
    .toSorted((one, other) => one.paidAt.localeCompare(other.paidAt));
}
