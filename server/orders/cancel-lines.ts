import { actorText } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvents } from '#server/history/store.ts';
import { mailEndedLines } from '#server/mails/mail-batches.ts';
import { insertLedgerRows, returnStockOf } from '#server/parts/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  auditCancel,
  canceller,
  endPayment,
  expectCancelled,
  type Cancellation,
} from './cancel-order.ts';
import { finishCancellingLines, startCancellingLines } from './batch-store.ts';
import { stockChange, type OrderRow } from './store.ts';

type OfBatch = Pick<OrderRow, 'batch_id'>;

/** Orders that are no lines of a batch. */
export function ofNoBatch<Order extends OfBatch>(orders: readonly Order[]): Order[] {
  return orders.filter(({ batch_id }) => batch_id === null);
}

/** Lines of batches, those of one batch together. */
export function ofBatches<Order extends OfBatch>(orders: readonly Order[]): [Order, ...Order[]][] {
  const lines = orders.filter(({ batch_id }) => batch_id !== null);
  return [...Map.groupBy(lines, ({ batch_id }) => batch_id).values()] as [Order, ...Order[]][];
}

/**
 * Cancels unpaid lines of one batch, each by the rules of `cancelOrder`, and tells of all in one mail. Answers what each of those was refused or failed with that is not cancelled.
 */
export async function cancelLines(
  shop: Shop,
  ids: readonly string[],
  cancellation: Cancellation,
): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  const unlessItFails = (id: string, step: Promise<void>) =>
    step.catch((error: unknown) => void failed.set(id, error));
  // All at once, so that another copy that ends them at the same moment finds all of them or none.
  const now = shop.clock.now();
  const begun = await startCancellingLines(shop.db, ids, { ...cancellation, now });
  for (const id of begun) await unlessItFails(id, endPayment(shop, id));
  const ended = [...begun].filter((id) => !failed.has(id));
  const finished = await inTransaction(shop.db, (tx) => finish(shop, tx, ended, cancellation));
  shop.stockChanged([...finished.values()]);
  for (const id of ids) {
    if (finished.has(id)) shop.orderEnded('cancelled');
    else if (!failed.has(id))
      await unlessItFails(id, expectCancelled(shop, id, cancellation.whose));
  }
  return failed;
}

/** Answers the orders that were cancelled, each with its part; of others somebody else was first. */
async function finish(
  shop: Shop,
  tx: Database,
  ids: readonly string[],
  cancellation: Cancellation,
): Promise<ReadonlyMap<string, string>> {
  const now = shop.clock.now();
  const orders = await finishCancellingLines(tx, ids, now);
  const [first] = orders;
  if (!first?.batch_id) return new Map();
  const { because } = cancellation;
  const { role, actor } = canceller(cancellation, first);
  const source = { actor: actorText(actor), now };
  await returnStockOf(
    tx,
    orders.map(({ part_id, quantity }) => ({ partId: part_id, quantity })),
  );
  await insertLedgerRows(
    tx,
    orders.map((order) =>
      stockChange(order, { pieces: order.quantity, reason: 'cancel', ...source }),
    ),
  );
  const finished = orders.map(({ id }) => id);
  const kind = because === 'expired' ? 'expired' : 'cancelled';
  await insertOrderEvents(tx, finished, { kind, role, ...source });
  if (role === 'admin') for (const order of orders) await auditCancel(tx, order, actor, now);
  await mailEndedLines(tx, shop, first.batch_id, { ids: finished, because });
  return new Map(orders.map(({ id, part_id }) => [id, part_id]));
}
