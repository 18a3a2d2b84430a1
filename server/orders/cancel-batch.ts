import type { BulkDone } from '#contract/fields.ts';
import { holding } from '#server/holds/held-until.ts';
import { eachByItself } from '#server/http/each-by-itself.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { askingOnce } from '#server/payments/end-open-payment.ts';
import type { Shop } from '#server/shop.ts';
import { findBatch, listBatchOrders } from './batch-store.ts';
import { cancelLines } from './cancel-lines.ts';

/**
 * Cancels every unpaid line of a batch by the rules of `cancelOrder`, and tells of it in one mail; a refused line does not stop
 * the others. Idempotent. Answers line by line, in the order of the list. Refuses with `batch_not_found`.
 */
export async function cancelBatch(shop: Shop, who: Customer, batchId: string): Promise<BulkDone> {
  const batch = (await findBatch(shop.db, batchId, who)) ?? refuse('batch_not_found');
  const unpaid = (await listBatchOrders(shop.db, batch.id)).filter(({ state }) =>
    (holding as readonly string[]).includes(state),
  );
  const ids = unpaid.map(({ id }) => id);
  const cancellation = who.isAdmin
    ? ({ whose: who, because: 'admin', admin: who } as const)
    : ({ whose: who, because: 'customer' } as const);
  const failed = await cancelLines(askingOnce(shop), ids, cancellation);
  const results = await eachByItself(ids, async (id) => {
    if (failed.has(id)) throw failed.get(id);
  });
  return { acknowledged: true, results };
}
