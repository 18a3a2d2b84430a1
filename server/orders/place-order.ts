import { randomUUID } from 'node:crypto';
import type { AnswerFor } from '#contract/api.ts';
import { dollarsOf } from '#contract/money.ts';
import { nearestQuantities, quantityFits, stepOf } from '#contract/order-rules.ts';
import type { NewOrder } from '#contract/orders.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { answerFor } from '#server/idempotency/store.ts';
import { mailLowStock } from '#server/mails/mail-admins.ts';
import { mailAboutOrder } from '#server/mails/mail-customer.ts';
import { findBuyer, lockBuyer } from './buyer-store.ts';
import { isFromOwnDemo, checkHoldLimits } from './hold-limits.ts';
import { newOrder, type PlacedOrder } from './new-order.ts';
import { insertPlacedOrder } from './store.ts';
import { quantityLimitsOf } from '#server/parts/part-row.ts';
import { findPart, takeStock, type PartRow } from '#server/parts/store.ts';
import type { Database, Shop } from '#server/shop.ts';

/** PostgreSQL's largest integer. */
const maxInteger = 2_147_483_647;

type OrderPlaced = AnswerFor<'placeOrder'>;

/** The idempotency key and the network address of the request. */
export interface Sent {
  readonly key: string | undefined;
  readonly address: string;
}

/**
 * Takes the pieces off sale and inserts the order at the shop's own price, in one transaction; a repeated idempotency key
 * replays the first answer.
 * Refuses with `part_not_found`, `quantity_out_of_range`, `too_many_unpaid_orders` or `key_reused`, and with
 * `session_expired` when the session ended, or the account was blocked or taken over, since the request came in.
 */
export async function placeOrder(
  shop: Shop,
  who: Customer,
  wanted: NewOrder,
  sent: Sent,
): Promise<OrderPlaced> {
  const now = shop.clock.now();
  const { productId, quantity, address, phone } = wanted;
  // Two requests are the same when the customer decided the same; the client's copies do not count.
  const asked = {
    userId: who.userId,
    key: sent.key ?? randomUUID(),
    request: [productId, quantity, address, phone],
    now,
  };
  const ownDemo = isFromOwnDemo(shop, sent.address);
  const network = ownDemo ? undefined : shop.networkHash(sent.address);
  const placed = await inTransaction(shop.db, async (tx) => {
    await lockBuyer(tx, { ...asked, network });
    const buyer = await findBuyer(tx, { ...asked, network, tokenHash: who.tokenHash });
    if (!buyer.isSignedIn) refuse('session_expired');
    if (buyer.before) return answerFor(buyer.before, asked) as OrderPlaced;
    const terms = await checkHoldLimits(tx, shop, { ...asked, network, buyer, isOwnDemo: ownDemo });
    const part = await reserve(tx, wanted);
    const order = newOrder({ who, wanted, part, hold: { terms, network }, now });
    const answer = placedAnswer(order, wanted.price);
    await insertPlacedOrder(tx, order, { asked, answer });
    const mailed = { ...order, isOwnAddress: buyer.isConfirmed };
    await mailAboutOrder(tx, shop, mailed, { kind: 'placed' });
    await mailLowStock(tx, shop, part, order.id);
    return answer;
  });
  shop.publicPagesChanged();
  return placed;
}

/**
 * Takes the pieces off sale, or refuses and says which quantities would do. Taken first, checked afterwards: the update
 * locks the part's row, so price and minimum stay as they are until the commit, and a refusal rolls it back.
 */
async function reserve(tx: Database, { productId, quantity }: NewOrder): Promise<PartRow> {
  const isCount = Number.isInteger(quantity) && quantity >= 1 && quantity <= maxInteger;
  const taken = isCount ? await takeStock(tx, productId, quantity) : undefined;
  if (taken === undefined)
    refuseQuantity(quantity, (await findPart(tx, productId)) ?? refuse('part_not_found'));
  const before = { ...taken, in_stock: taken.in_stock + quantity };
  if (!quantityFits(quantity, quantityLimitsOf(before))) refuseQuantity(quantity, before);
  return taken;
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
