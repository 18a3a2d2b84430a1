import { forgetNetworks } from '#server/holds/store.ts';
import { Refusal } from '#server/http/refusal.ts';
import { cancelOrder } from './cancel-order.ts';
import { listOrdersToEnd, type OrderToEnd } from './store.ts';
import type { Shop } from '#server/shop.ts';

/** A cancel that has not finished after this long was cut off: no request lives as long. */
const cutOffMs = 60_000;
const mostAtOnce = 100;

/**
 * Ends unpaid orders whose hold is over or whose account was taken over, by the same way as a customer's cancel, and
 * finishes cancels that a crash cut off. Called every minute; any number of copies may run it, because each step of a cancel happens once.
 */
export async function endOrders(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const orders = await listOrdersToEnd(shop.db, {
    now,
    orderHoldHours: shop.orderHoldHours,
    cancellingSince: new Date(now.getTime() - cutOffMs),
    most: mostAtOnce,
  });
  await endAll(shop, orders);
  await forgetNetworks(shop.db);
}

/** Ends orders now, each on its own; what cannot be ended the next round looks at again. */
export async function endAll(shop: Shop, orders: readonly OrderToEnd[]): Promise<void> {
  for (const order of orders) await end(shop, order);
}

async function end(shop: Shop, { id, user_id: userId, because }: OrderToEnd): Promise<void> {
  try {
    await cancelOrder(shop, id, { whose: { userId, isAdmin: false }, because });
  } catch (error) {
    // Paid in the last moment, or the provider is out of reach: the next round looks again.
    if (!(error instanceof Refusal))
      shop.log.error({ err: error, orderId: id }, 'an order could not be ended');
  }
}
