import { randomUUID } from 'node:crypto';
import type { AnswerFor } from '#contract/api.ts';
import { dollarsOf } from '#contract/money.ts';
import { nearestQuantities, quantityFits, quantityStep, type QuantityLimits } from '#contract/order-rules.ts';
import type { NewOrder } from '#contract/orders.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import { mailLowStock } from '#server/mails/mail-admins.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { countUnpaid, insertOrder, lockCustomer, type OrderRow } from '#server/orders/store.ts';
import { findPart, insertLedgerRow, takeStock, type PartRow } from '#server/parts/store.ts';
import type { Database, Shop } from '#server/shop.ts';

/** Unpaid orders hold stock; one customer may hold this many (decisions: Orders). */
const mostUnpaidOrders = 20;

type OrderPlaced = AnswerFor<'placeOrder'>;

/**
 * Takes the pieces and makes the order at the shop's own price, in one transaction; the same key gives the same answer.
 * Refuses with `part_not_found`, `quantity_out_of_range`, `too_many_unpaid_orders` or `key_reused`.
 */
export async function placeOrder(shop: Shop, who: Customer, wanted: NewOrder, key: string | undefined): Promise<OrderPlaced> {
  const now = shop.clock.now();
  const { productId, quantity, address, phone } = wanted;
  // What the customer decided, not the client's copies.
  const asked = { userId: who.userId, key, request: [productId, quantity, address, phone], now };
  const placed = await inTransaction(shop.db, async (tx) => {
    await lockCustomer(tx, who.userId);
    return oncePerKey(tx, asked, async () => {
      if ((await countUnpaid(tx, who.userId)) >= mostUnpaidOrders) refuse('too_many_unpaid_orders', { retryAfterSeconds: 3600 });
      const part = await reserve(tx, wanted);
      const order = newOrder({ who, wanted, part, now });
      await insertOrder(tx, order);
      await insertLedgerRow(tx, {
        id: newId(now),
        part_id: part.id,
        delta: -order.quantity,
        reason: 'order',
        order_id: order.id,
        actor: who.userId,
        note: '',
        created_at: now,
      });
      await insertOrderEvent(tx, { orderId: order.id, kind: 'placed', role: 'customer', actor: who.email, now });
      await mailCustomer(tx, shop, order.id, { kind: 'placed' });
      await mailLowStock(tx, shop, part, order.id);
      return answerFor(order, wanted.price);
    });
  });
  shop.publicPagesChanged();
  return placed;
}

/** Takes the pieces off sale, or says which quantities would do. */
async function reserve(tx: Database, { productId, quantity }: NewOrder): Promise<PartRow> {
  const part = (await findPart(tx, productId)) ?? refuse('part_not_found');
  if (!quantityFits(quantity, limitsOf(part))) refuseQuantity(quantity, part);
  const taken = await takeStock(tx, productId, quantity);
  if (taken) return taken;
  refuseQuantity(quantity, (await findPart(tx, productId)) ?? refuse('part_not_found'));
}

function limitsOf(part: PartRow): QuantityLimits {
  return { orderQuantity: part.order_quantity, inStock: part.in_stock, price: dollarsOf(part.price_cents) };
}

function refuseQuantity(quantity: number, part: PartRow): never {
  refuse('quantity_out_of_range', {
    details: {
      minimum: part.order_quantity,
      available: part.in_stock,
      step: quantityStep,
      nearest: nearestQuantities(quantity, limitsOf(part)),
    },
  });
}

/** Everything but the address, the phone and the quantity is the account's and the part's own (decisions: Orders). */
function newOrder({ who, wanted, part, now }: { who: Customer; wanted: NewOrder; part: PartRow; now: Date }): OrderRow {
  return {
    id: randomUUID(),
    user_id: who.userId,
    part_id: part.id,
    part_name: part.name,
    image: part.image,
    unit_price_cents: part.price_cents,
    quantity: wanted.quantity,
    total_cents: part.price_cents * wanted.quantity,
    name: who.name,
    email: who.email,
    address: wanted.address,
    phone: wanted.phone,
    state: 'unpaid',
    transaction_id: null,
    created_at: now,
    paid_at: null,
    shipped_at: null,
    cancelled_at: null,
    cancelled_because: null,
    carrier: null,
    tracking_number: null,
    refunded_cents: 0,
    restocked: false,
    cancelling_since: null,
  };
}

function answerFor(order: OrderRow, shownPrice: unknown): OrderPlaced {
  const price = dollarsOf(order.unit_price_cents);
  // Anything may stand there: what is no number by itself is never turned into one.
  const shown = typeof shownPrice === 'string' ? Number(shownPrice) : shownPrice;
  const changed = shown !== undefined && shown !== price;
  return {
    acknowledged: true,
    insertedId: order.id,
    price,
    total: dollarsOf(order.total_cents),
    ...(changed ? { priceChanged: true } : {}),
  };
}
