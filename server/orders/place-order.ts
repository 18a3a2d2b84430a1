import { randomUUID } from 'node:crypto';
import type { AnswerFor } from '#contract/api.ts';
import { dollarsOf } from '#contract/money.ts';
import { nearestQuantities, quantityFits, stepOf } from '#contract/order-rules.ts';
import type { NewOrder } from '#contract/orders.ts';
import { together } from '#server/db/together.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import { answerFor } from '#server/idempotency/store.ts';
import { mailLowStock } from '#server/mails/mail-admins.ts';
import { mailRowsAbout } from '#server/mails/mail-customer.ts';
import { mailedOrder } from '#server/mails/store.ts';
import { buyerOf, lockAndFindBuyer, mailedBuyer } from './buyer-store.ts';
import { isFromOwnDemo, checkHoldLimits } from './hold-limits.ts';
import { newOrder, type PlacedOrder } from './new-order.ts';
import { insertPlacedOrder, lockPartOnSale, partOnSale } from './placed-store.ts';
import { quantityLimitsOf } from '#server/parts/part-row.ts';
import type { PartRow } from '#server/parts/store.ts';
import type { Shop } from '#server/shop.ts';

type OrderPlaced = AnswerFor<'placeOrder'>;

/** The access token, the idempotency key and the network address of the request. */
export interface Sent {
  readonly tokenHash: string;
  readonly key: string | undefined;
  readonly address: string;
}

/**
 * Takes the pieces off sale and inserts the order at the shop's own price, in one transaction; a repeated idempotency key
 * replays the first answer.
 * Refuses with `part_not_found`, `quantity_out_of_range`, `too_many_unpaid_orders` or `key_reused`, and with `session_expired`
 * when the access token is not valid.
 */
export async function placeOrder(shop: Shop, wanted: NewOrder, sent: Sent): Promise<OrderPlaced> {
  const wish = { wanted, ...sent, key: sent.key ?? randomUUID(), now: shop.clock.now() };
  const placed =
    (await tryToPlace(shop, wish, partOnSale)) ?? (await tryToPlace(shop, wish, lockPartOnSale));
  if (placed === undefined) throw new Error('A part that is locked has changed.');
  shop.stockChanged([wanted.productId]);
  return placed;
}

interface Wish extends Sent {
  readonly wanted: NewOrder;
  readonly key: string;
  readonly now: Date;
}

/**
 * Places the order if its part is still sold as it was read when its pieces are taken. They are taken last, and the commit goes with
 * them, so that orders of one part wait for each other no longer than that takes. Otherwise nothing is written and the answer is
 * undefined: whoever has locked the part for reading gets none such.
 */
function tryToPlace(
  shop: Shop,
  { wanted, address, ...wish }: Wish,
  read: typeof partOnSale,
): Promise<OrderPlaced | undefined> {
  const { key, now } = wish;
  const isOwnDemo = isFromOwnDemo(shop, address);
  const network = isOwnDemo ? undefined : shop.networkHash(address);
  return inTransaction(shop.db, async (tx) => {
    const [locked, found, [part]] = await together(tx, [
      ...lockAndFindBuyer({ ...wish, network }),
      read(wanted),
    ]);
    const buyer = buyerOf(locked, found);
    const { userId } = buyer;
    const asked = { userId, key, request: requestOf(wanted), now };
    if (buyer.before) return answerFor(buyer.before, asked) as OrderPlaced;
    const terms = await checkHoldLimits(tx, shop, { userId, network, now, buyer, isOwnDemo });
    if (part === undefined) refuse('part_not_found');
    if (!quantityFits(wanted.quantity, quantityLimitsOf(part)))
      refuseQuantity(wanted.quantity, part);
    const order = newOrder({ who: buyer, wanted, part, hold: { terms, network }, now });
    const answer = placedAnswer(order, wanted.price);
    const mailed = mailedOrder({ ...order, ...mailedBuyer(buyer) }, shop);
    const mails = await mailRowsAbout(tx, shop, mailed, { kind: 'placed' });
    // Of a part that gets scarce the admins are told in the same transaction.
    const commits = part.in_stock - order.quantity >= part.order_quantity;
    const left = await insertPlacedOrder(tx, order, { part, asked, answer, mails, commits });
    if (left === undefined) return undefined;
    if (!commits) await mailLowStock(tx, shop, { ...part, in_stock: left }, order.id);
    return answer;
  });
}

/** Two requests are the same when the customer decided the same; the client's copies do not count. */
function requestOf({ productId, quantity, address, phone }: NewOrder) {
  return [productId, quantity, address, phone];
}

function refuseQuantity(quantity: number, part: PartRow): never {
  const limits = quantityLimitsOf(part);
  refuse('quantity_out_of_range', {
    details: {
      minimum: part.order_quantity,
      available: part.in_stock,
      step: stepOf(limits),
      nearest: nearestQuantities(quantity, limits),
    },
  });
}

function placedAnswer(order: PlacedOrder, shownPrice: unknown): OrderPlaced {
  const price = dollarsOf(order.unit_price_cents);
  // The client may send anything as the price it showed; only numbers and numeric strings are compared.
  const shown = typeof shownPrice === 'string' ? Number(shownPrice) : shownPrice;
  const changed = shown !== undefined && shown !== price;
  return {
    acknowledged: true,
    insertedId: order.id,
    price,
    total: dollarsOf(order.total_cents),
    heldUntil: order.held_until.toISOString(),
    ...(changed ? { priceChanged: true } : {}),
  };
}
