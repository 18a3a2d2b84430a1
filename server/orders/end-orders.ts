import { forgetNetworks } from '#server/holds/store.ts';
import { Refusal } from '#server/http/refusal.ts';
import { cancelLines, ofBatches, ofNoBatch } from './cancel-lines.ts';
import { cancelOrder } from './cancel-order.ts';
import { listOrdersToEnd, type OrderToEnd } from './store.ts';
import { askingOnce } from '#server/payments/end-open-payment.ts';
import type { Shop } from '#server/shop.ts';

/** A cancel that has not finished after this long was interrupted: no request lives as long. */
const interruptedMs = 60_000;
const atOnce = { orders: 100, lines: 1000 };

/**
 * Cancels unpaid orders whose hold has ended or whose account may not have them any more, by the same path as a
 * customer's cancel, and finishes cancels that a crash interrupted. Runs every minute, in any number of processes: each
 * step of a cancel happens once.
 */
export async function endOrders(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const due = {
    now,
    orderHoldHours: shop.orderHoldHours,
    cancellingSince: new Date(now.getTime() - interruptedMs),
  };
  const orders = await listOrdersToEnd(shop.db, { ...due, most: atOnce.orders });
  const batches = ofBatches(orders).flatMap(([{ batch_id }]) => batch_id ?? []);
  // Of a batch all that is due, so that one mail tells of it.
  const lines =
    batches.length === 0
      ? []
      : await listOrdersToEnd(shop.db, { ...due, most: atOnce.lines, batches });
  await endAll(shop, [...ofNoBatch(orders), ...lines]);
  await forgetNetworks(shop.db);
}

/**
 * Cancels orders one by one, and lines of one batch together; what cannot be cancelled now is left to the next round. After
 * several payments about which the card provider says nothing only those without an open one are.
 */
export async function endAll(shop: Shop, orders: readonly OrderToEnd[]): Promise<void> {
  const asking = askingOnce(shop);
  for (const order of ofNoBatch(orders)) await end(asking, order);
  for (const lines of ofBatches(orders)) await endLines(asking, lines);
}

async function endLines(shop: Shop, lines: readonly [OrderToEnd, ...OrderToEnd[]]): Promise<void> {
  const [{ id: first, user_id: userId }] = lines;
  try {
    for (const [because, same] of Map.groupBy(lines, (line) => line.because)) {
      const ids = same.map(({ id }) => id);
      const failed = await cancelLines(shop, ids, { whose: { userId, isAdmin: false }, because });
      for (const [orderId, error] of failed) noteFailure(shop, orderId, error);
    }
  } catch (error) {
    noteFailure(shop, first, error);
  }
}

async function end(shop: Shop, { id, user_id: userId, because }: OrderToEnd): Promise<void> {
  try {
    await cancelOrder(shop, id, { whose: { userId, isAdmin: false }, because });
  } catch (error) {
    noteFailure(shop, id, error);
  }
}

/** Paid at the last moment, or the provider is out of reach: left to the next round. */
function noteFailure(shop: Shop, orderId: string, error: unknown): void {
  if (!(error instanceof Refusal))
    shop.log.error({ err: error, orderId }, 'an order could not be cancelled');
}
