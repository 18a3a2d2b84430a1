import type { AnswerFor } from '#contract/api.ts';
import { eachByItself } from '#server/http/each-by-itself.ts';
import type { Customer } from '#server/http/who.ts';
import { listLines } from './batch-store.ts';
import { cancelLines, ofBatches } from './cancel-lines.ts';
import { cancelOrder } from './cancel-order.ts';
import { askingOnce } from '#server/payments/end-open-payment.ts';
import type { Shop } from '#server/shop.ts';

/** Cancels unpaid orders, each by itself, or with other lines of its batch, and noted in the audit log; a refused cancel does not stop the others. Idempotent. */
export async function releaseOrders(
  shop: Shop,
  admin: Customer,
  orderIds: readonly string[],
): Promise<AnswerFor<'releaseOrders'>> {
  const cancellation = { whose: admin, because: 'admin', admin } as const;
  const asking = askingOnce(shop);
  const lines = await listLines(shop.db, orderIds);
  const kept = new Map<string, unknown>();
  for (const ofOne of ofBatches(lines)) {
    const ids = ofOne.map(({ id }) => id);
    for (const [id, error] of await cancelLines(asking, ids, cancellation)) kept.set(id, error);
  }
  const isLine = new Set(lines.map(({ id }) => id));
  const results = await eachByItself(orderIds, async (id) => {
    if (!isLine.has(id)) return cancelOrder(asking, id, cancellation);
    if (kept.has(id)) throw kept.get(id);
  });
  return {
    acknowledged: true,
    released: results.filter(({ done }) => done).map(({ _id }) => _id),
    kept: results
      .filter(({ done }) => !done)
      .map(({ _id, error = '', message = '' }) => ({ _id, error, message })),
  };
}
