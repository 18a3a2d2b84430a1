import type { AnswerFor } from '#contract/api.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Shop } from '#server/shop.ts';
import { mapLimit } from '#server/map-limit.ts';

/** Each cancel asks the card provider about the order's open payment. */
const atOnce = 4;

/** Cancels unpaid orders, each by itself and noted in the audit log; a refused cancel does not stop the others. Idempotent. */
export async function releaseOrders(
  shop: Shop,
  admin: Customer,
  orderIds: readonly string[],
): Promise<AnswerFor<'releaseOrders'>> {
  const released: string[] = [];
  const kept: { _id: string; error: string; message: string }[] = [];
  await mapLimit([...new Set(orderIds)], atOnce, async (id) => {
    try {
      await cancelOrder(shop, id, { whose: admin, because: 'admin', admin });
      released.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      kept.push({ _id: id, error: error.code, message: error.message });
    }
  });
  return { acknowledged: true, released, kept };
}
