import type { ShippedLines } from '#contract/batches.ts';
import type { BulkDone } from '#contract/fields.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse, Refusal } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { mailShippedLines } from '#server/mails/mail-batches.ts';
import { findBatch, lockBatchOrders } from './batch-store.ts';
import { writeShipment } from './ship-order.ts';
import { leftToShip } from './store.ts';
import type { Shop } from '#server/shop.ts';

/**
 * Ships all that is left of every line of a batch, or of those named by `ids`, that `shipOrder` would ship, in one transaction, and
 * tells of it in one mail; idempotent. Answers line by line, without cancelled ones, in the order of the list. Refuses with `batch_not_found`.
 */
export async function shipBatch(
  shop: Shop,
  admin: Customer,
  { id: batchId, ids }: ShippedLines & { id: string },
): Promise<BulkDone> {
  const batch = (await findBatch(shop.db, batchId, admin)) ?? refuse('batch_not_found');
  const parcel = { carrier: '', trackingNumber: '', trackingLink: '' };
  // By this moment the doctor knows the lines that one mail tells of.
  const now = shop.clock.now();
  let [results, shipped]: [BulkDone['results'], string[]] = [[], []];
  await inTransaction(shop.db, async (tx) => {
    // It may be done again.
    [results, shipped] = [[], []];
    for (const order of await lockBatchOrders(tx, batch.id)) {
      if (ids?.includes(order.id) === false) continue;
      const line = { _id: order.id, done: true };
      try {
        if (order.state !== 'shipped') {
          const quantity = leftToShip(order);
          await writeShipment(tx, order, { ...parcel, admin, quantity, now });
          shipped.push(order.id);
        }
        results.unshift(line);
      } catch (error) {
        // Refused before anything of this line was written.
        if (!(error instanceof Refusal)) throw error;
        results.unshift({ ...line, done: false, error: error.code, message: error.message });
      }
    }
    await mailShippedLines(tx, shop, batch.id, shipped);
  });
  for (let lines = shipped.length; lines > 0; lines -= 1) shop.orderEnded('shipped');
  return { acknowledged: true, results };
}
