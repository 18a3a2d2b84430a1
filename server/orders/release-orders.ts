import type { AnswerFor } from '#contract/api.ts';
import { eachByItself } from '#server/http/each-by-itself.ts';
import type { Customer } from '#server/http/who.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Shop } from '#server/shop.ts';

/** Cancels unpaid orders, each by itself and noted in the audit log; a refused cancel does not stop the others. Idempotent. */
export async function releaseOrders(
  shop: Shop,
  admin: Customer,
  orderIds: readonly string[],
): Promise<AnswerFor<'releaseOrders'>> {
  const results = await eachByItself(orderIds, (id) =>
    cancelOrder(shop, id, { whose: admin, because: 'admin', admin }),
  );
  return {
    acknowledged: true,
    released: results.filter(({ done }) => done).map(({ _id }) => _id),
    kept: results
      .filter(({ done }) => !done)
      .map(({ _id, error = '', message = '' }) => ({ _id, error, message })),
  };
}
