import { randomUUID } from 'node:crypto';
import type { BatchPlaced, NewBatch, RefusedLine } from '#contract/batches.ts';
import { dollarsOf, paymentsNeeded } from '#contract/money.ts';
import { together } from '#server/db/together.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import { answerFor } from '#server/idempotency/store.ts';
import { mailLowStockOfBatch, mailPlacedBatch } from '#server/mails/mail-batches.ts';
import { mailedOrder } from '#server/mails/store.ts';
import { lockParts, takeStockOf } from '#server/parts/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { checkLines, mergeLines, type FittingLine } from './batch-lines.ts';
import { hasUnpaidLine, insertPlacedBatch } from './batch-store.ts';
import { buyerOf, lockAndFindBuyer, mailedBuyer } from './buyer-store.ts';
import { checkBatchLimits, isFromOwnDemo } from './hold-limits.ts';
import { newOrder, type PlacedOrder, type Placing } from './new-order.ts';
import type { Sent } from './place-order.ts';

/**
 * Orders a list: takes the pieces of all lines off sale and inserts an order for each, in one transaction; a repeated
 * idempotency key replays the first answer while there is something to pay. With `partly` the lines that can be ordered are, if there is one.
 * Refuses with `lines_refused`, `too_many_lines`, `too_many_unpaid_orders`, `key_reused`, `list_ordered_before` or `session_expired`.
 */
export async function placeBatch(
  shop: Shop,
  wanted: NewBatch,
  { tokenHash, key = randomUUID(), address: sentFrom }: Sent,
): Promise<BatchPlaced> {
  const now = shop.clock.now();
  const lines = mergeLines(wanted.lines);
  const { address, phone, poNumber = '', note = '', partly = false } = wanted;
  const request = ['batch', address, phone, poNumber, note, partly, lines];
  const isOwnDemo = isFromOwnDemo(shop, sentFrom);
  const network = isOwnDemo ? undefined : shop.networkHash(sentFrom);
  const placed = await inTransaction(shop.db, async (tx) => {
    const buyer = buyerOf(
      ...(await together(tx, lockAndFindBuyer({ tokenHash, network, key, now }))),
    );
    const { userId } = buyer;
    const asked = { userId, key, request, now };
    if (buyer.before) return replay(tx, answerFor(buyer.before, asked) as BatchPlaced);
    const parts = await lockParts(
      tx,
      lines.map(({ productId }) => productId),
    );
    const { fitting, refused } = checkLines(lines, parts);
    if (fitting.length === 0 || (refused.length > 0 && !partly))
      refuse('lines_refused', { details: { lines: refused } });
    const buying = { userId, network, now, buyer, isOwnDemo };
    const terms = await checkBatchLimits(tx, shop, { ...buying, lines: fitting.length });
    await takeStockOf(tx, fitting.map(piecesOf));
    const batch = { id: randomUUID(), user_id: userId, created_at: now };
    const hold = { terms, network };
    const orders = ordersOf(fitting, { who: buyer, address, phone, batchId: batch.id, hold, now });
    const answer = placedAnswer(batch.id, orders, refused);
    const typed = { po_number: poNumber, note };
    await insertPlacedBatch(tx, { ...batch, ...typed }, orders, { asked, answer });
    const mailed = mailedBuyer(buyer, poNumber);
    const told = orders.map((order) => mailedOrder({ ...order, ...mailed }, shop));
    await mailPlacedBatch(tx, shop, { id: batch.id, note, lines: told });
    await mailLowStockOfBatch(tx, shop, batch.id, fitting.map(leftOf));
    return answer;
  });
  shop.stockChanged(lines.map(({ productId }) => productId));
  return placed;
}

/** The answer of before, of a list that waits for its payment. Whoever sends one again that does not must not take it for ordered a second time. */
async function replay(tx: Database, answer: BatchPlaced): Promise<BatchPlaced> {
  const { insertedId } = answer;
  if (!(await hasUnpaidLine(tx, insertedId)))
    refuse('list_ordered_before', { details: { insertedId } });
  return answer;
}

const piecesOf = ({ productId, quantity }: FittingLine) => ({ partId: productId, quantity });

const leftOf = ({ part, quantity }: FittingLine) => ({ part, left: part.in_stock - quantity });

type LinesPlaced = Omit<Placing, 'id' | 'part' | 'wanted'> & Pick<NewBatch, 'address' | 'phone'>;

/** Their ids descend, so that lists which show the newest first have the lines in the order of the list. */
function ordersOf(
  lines: readonly FittingLine[],
  { address, phone, ...placing }: LinesPlaced,
): PlacedOrder[] {
  const ids = Array.from(lines, () => randomUUID() as string)
    .toSorted()
    .toReversed();
  return lines.map(({ part, quantity }, place) => {
    const wanted = { quantity, address, phone };
    return newOrder({ ...placing, id: ids[place] ?? randomUUID(), wanted, part });
  });
}

function placedAnswer(
  batchId: string,
  orders: readonly PlacedOrder[],
  refused: RefusedLine[],
): BatchPlaced {
  const totals = orders.map((order) => order.total_cents);
  return {
    acknowledged: true,
    insertedId: batchId,
    total: dollarsOf(totals.reduce((sum, cents) => sum + cents, 0)),
    heldUntil: orders[0]?.held_until.toISOString() ?? '',
    payments: paymentsNeeded(totals),
    orders: orders.map((order) => ({
      _id: order.id,
      productId: order.part_id,
      quantity: order.quantity,
      price: dollarsOf(order.unit_price_cents),
      total: dollarsOf(order.total_cents),
    })),
    refused,
  };
}
