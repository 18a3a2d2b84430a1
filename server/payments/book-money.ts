import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { lastly, together } from '#server/db/together.ts';
import { bareEventRows, by, byShop, insertOrderEvent } from '#server/history/store.ts';
import { lengtheningHolds } from '#server/holds/store.ts';
import { mailUnknownPayment } from '#server/mails/mail-admins.ts';
import { lettersOfPayment, mailReturnedMoney } from '#server/mails/mail-about-payment.ts';
import { letterRow } from '#server/mails/write-letters.ts';
import { mailedAdmins, mailedOrder } from '#server/mails/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { Intent } from '#server/third-parties/cards/port.ts';
import { isOwn, namesOrders } from './own-intents.ts';
import { lockingOrdersToPay, type OrderToPay, type PayableOrder } from './payable-orders.ts';
import { insertReturn } from './returned-store.ts';
import { insertLostPayment } from './lost-payment.ts';
import { payingOrders } from './pay-orders.ts';
import { findingPayment, isOfOrders, movePayment, type Payment } from './store.ts';

/** What became of money that has arrived. */
type Booked = 'kept' | 'refunded' | 'refund_due' | 'unknown' | 'unbooked';

/**
 * Money has arrived: it pays those of its orders that wait for it, and what it would have paid for others goes back. `unknown`:
 * this shop did not make the intent. `unbooked`: it did, and not all of its orders are here. Money that pays an order ends the transaction.
 */
export async function bookMoney(
  shop: Shop,
  tx: Transaction<Tables>,
  intent: Intent,
): Promise<Booked> {
  const named = namesOrders(intent);
  const [orders, [payment], admins] = await together(tx, [
    lockingOrdersToPay({ ids: named ? intent.orderIds : [] }),
    findingPayment(intent.id),
    mailedAdmins({}),
  ]);
  const areHere = named && orders.length === intent.orderIds.length;
  if (!areHere && isOwn(intent, shop)) return 'unbooked';
  if (!areHere || (payment !== undefined && !isOfOrders(payment, orders))) {
    // Another business may share the provider's account: a payment that names no order of ours is not ours to refund.
    shop.log.warn({ intentId: intent.id }, 'a payment names no order of this shop');
    await mailUnknownPayment(tx, shop, { ...intent, namesOrder: named });
    return 'unknown';
  }
  if (payment !== undefined && isBooked(payment)) return payment.state;
  if (payment === undefined)
    await insertLostPayment(tx, { intent, state: 'canceled', now: shop.clock.now() });
  const paid = isWhole(orders, intent) ? orders.filter(isPayable) : [];
  const others = orders.filter((order) => !paid.includes(order));
  if (paid.length === 0)
    return returnWhole(shop, tx, { orders, intent, from: payment?.state ?? 'canceled' });
  if (others.length > 0) await returnPart(shop, tx, { orders: others, intent });
  await payOrders(shop, tx, { orders: paid, intent, admins });
  return 'kept';
}

interface Booking {
  readonly orders: readonly PayableOrder[];
  readonly intent: Intent;
}

interface Paid {
  readonly orders: readonly OrderToPay[];
  readonly intent: Intent;
  readonly admins: Parameters<typeof lettersOfPayment>[1]['admins'];
}

/** Ends the transaction. */
async function payOrders(
  shop: Shop,
  tx: Transaction<Tables>,
  { orders, intent, admins }: Paid,
): Promise<void> {
  const now = shop.clock.now();
  const payer = orders[0]?.user_id ?? '';
  const paid = { state: 'paid', transaction_id: intent.id } as const;
  // Lines of a batch in the order of its list.
  const mailed = orders.toReversed().map((order) => mailedOrder({ ...order, ...paid }, shop));
  const letters = lettersOfPayment(intent.id, { orders: mailed, admins });
  const orderIds = orders.map(({ id }) => id);
  await lastly(tx, [
    payingOrders(intent.id, {
      orderIds,
      events: bareEventRows(orderIds, { kind: 'paid', ...by('payer', payer), now }),
      mails: letters.map((letter) => letterRow(shop, letter)),
      now,
    }),
    lengtheningHolds(payer, shop.orderHoldHours),
  ]);
}

/** Nothing of the money pays an order: all of it goes back at once. */
async function returnWhole(
  shop: Shop,
  tx: Database,
  { orders, intent, from }: Booking & { from: Payment['state'] },
): Promise<'refund_due'> {
  await movePayment(tx, intent.id, { from, to: 'refund_due', now: shop.clock.now() });
  await tellReturn(shop, tx, { orders, intent, amountCents: intent.amountCents });
  return 'refund_due';
}

/** Other orders of the payment keep theirs: what these orders' part is goes back as refunds of their own. */
async function returnPart(shop: Shop, tx: Database, { orders, intent }: Booking): Promise<void> {
  const now = shop.clock.now();
  for (const order of orders)
    await insertReturn(tx, { order, intentId: intent.id, reason: reasonOf(order, intent), now });
  const amountCents = sumOf(orders);
  await tellReturn(shop, tx, { orders, intent, amountCents });
}

async function tellReturn(
  shop: Shop,
  tx: Database,
  { orders, intent, amountCents }: Booking & { amountCents: number },
): Promise<void> {
  const now = shop.clock.now();
  for (const order of orders) {
    const cents = orders.length === 1 ? amountCents : order.total_cents;
    const details = { amountCents: cents, reason: reasonOf(order, intent) };
    await insertOrderEvent(tx, order.id, { kind: 'refunded', ...byShop, details, now });
  }
  const whys = new Set(orders.map((order) => whyReturned(order, intent)));
  const [why = ''] = whys;
  await mailReturnedMoney(tx, shop, {
    intentId: intent.id,
    orderIds: orders.map(({ id }) => id),
    amountCents,
    why: whys.size === 1 ? why : 'they had been cancelled or paid before',
  });
}

function isBooked(
  payment: Payment,
): payment is Payment & { state: 'kept' | 'refunded' | 'refund_due' } {
  return payment.state !== 'open' && payment.state !== 'canceled';
}

const sumOf = (orders: readonly PayableOrder[]): number =>
  orders.reduce((sum, { total_cents }) => sum + total_cents, 0);

function isWhole(orders: readonly PayableOrder[], intent: Intent): boolean {
  return (
    intent.amountCents === sumOf(orders) && intent.currency === 'usd' && intent.refundedCents === 0
  );
}

const isPayable = ({ state }: PayableOrder): boolean =>
  state === 'unpaid' || state === 'cancelling';

const reasonOf = (order: PayableOrder, intent: Intent): string =>
  `This payment goes back: ${whyReturned(order, intent)}.`;

function whyReturned(order: PayableOrder, intent: Intent): string {
  if (order.state === 'cancelled') return 'the order had been cancelled before';
  if (order.state === 'paid' || order.state === 'shipped') return 'the order had been paid before';
  return intent.refundedCents > 0
    ? 'it had been given back at the card provider before'
    : "it is not the order's amount";
}
