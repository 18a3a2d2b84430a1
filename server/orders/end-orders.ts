import { forgetNetworks } from '#server/holds/store.ts';
import { Refusal } from '#server/http/refusal.ts';
import { cancelOrder } from './cancel-order.ts';
import { listOrdersToEnd, type OrderToEnd } from './store.ts';
import type { Shop } from '#server/shop.ts';

/** A cancel that has not finished after this long was interrupted: no request lives as long. */
const interruptedMs = 60_000;
const batch = 100;

/**
 * Cancels unpaid orders whose hold has ended or whose account may not have them any more, by the same path as a
 * customer's cancel, and finishes cancels that a crash interrupted. Runs every minute, in any number of processes: each
 * step of a cancel happens once.
 */
export async function endOrders(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const orders = await listOrdersToEnd(shop.db, {
    now,
    orderHoldHours: shop.orderHoldHours,
    cancellingSince: new Date(now.getTime() - interruptedMs),
    most: batch,
  });
  await endAll(shop, orders);
  await forgetNetworks(shop.db);
}

/** Cancels orders one by one; one that cannot be cancelled now is left to the next round. */
export async function endAll(shop: Shop, orders: readonly OrderToEnd[]): Promise<void> {
  for (const order of orders) await end(shop, order);
}

async function end(shop: Shop, { id, user_id: userId, because }: OrderToEnd): Promise<void> {
  try {
    await cancelOrder(shop, id, { whose: { userId, isAdmin: false }, because });
  } catch (error) {
    // Paid at the last moment, or the provider is out of reach: left to the next round.
    if (!(error instanceof Refusal))
      shop.log.error({ err: error, orderId: id }, 'an order could not be cancelled');
  }
}
