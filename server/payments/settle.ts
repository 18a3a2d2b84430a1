import { inTransaction } from '#server/db/transaction.ts';
import { by, byShop, insertOrderEvent } from '#server/history/store.ts';
import { lengthenHolds } from '#server/holds/store.ts';
import { mailPaidOrder, mailRefusedRefund, mailUnknownPayment } from '#server/mails/mail-admins.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import type { Database, Shop } from '#server/shop.ts';
import { RefundRefused, SpentKey, type Intent } from '#server/third-parties/cards/port.ts';
import { endAfterDeclines } from './end-after-declines.ts';
import { logRetry } from './log-retry.ts';
import {
  findAttempts,
  findPayment,
  insertPayment,
  movePayment,
  spendKeyOfPayment,
  type Payment,
} from './store.ts';
import { hasOrderId, isOwn } from './own-intents.ts';
import { noteWithoutOrder } from '#server/unbooked-payments/note-without-order.ts';
import { isOnlyDatabase } from '#server/db/shop-facts.ts';
import { lockPayableOrder, markOrderPaid, type PayableOrder } from './payable-orders.ts';

/**
 * `kept`: captured, and pays its order. `unknown`: this shop did not make the intent. `unbooked`: it did, and the order is not
 * here.
 */
type Settled = 'kept' | 'refunded' | 'refund_due' | 'canceled' | 'open' | 'unknown' | 'unbooked';

/**
 * Books what the provider says of one intent. The customer's PATCH, the webhook and the reconciler all call it; idempotent,
 * in any order (decisions: Payment). Rejects with `CardsUnavailable`.
 */
export async function settle(shop: Shop, intentId: string): Promise<Settled> {
  const payment = await findPayment(shop.db, intentId);
  if (payment?.state === 'kept' || payment?.state === 'refunded') return payment.state;
  const intent = await shop.cards.getIntent(intentId);
  return intent === undefined ? 'unknown' : settleIntent(shop, intent);
}

/** As `settle`, with the provider's answer. */
export async function settleIntent(shop: Shop, asked: Intent): Promise<Settled> {
  const intent = await endAfterDeclines(shop, asked);
  if (intent.status === 'open' || intent.status === 'processing') return 'open';
  if (intent.status === 'canceled') {
    await movePayment(shop.db, intent.id, { from: 'open', to: 'canceled', now: shop.clock.now() });
    return 'canceled';
  }
  const settled = await inTransaction(shop.db, (tx) => bookMoney(shop, tx, intent));
  if (settled === 'unbooked' && isOwn(intent, shop)) await noteWithoutOrder(shop, intent);
  return settled === 'refund_due' ? finishRefund(shop, intent.id) : settled;
}

/**
 * Gives a whole payment back, unless the database may not be the only one of its shop. One that fails now stays due for the
 * reconciler; the provider refunds it once, whatever idempotency keys are sent. Does not reject when the provider fails.
 */
export async function finishRefund(
  shop: Shop,
  intentId: string,
): Promise<'refunded' | 'refund_due'> {
  const payment = await findPayment(shop.db, intentId);
  if (!(await isOnlyDatabase(shop.db, shop.clock.now()))) return 'refund_due';
  try {
    await shop.cards.refundWhole(intentId, payment?.spent_keys);
  } catch (error) {
    if (error instanceof SpentKey && payment !== undefined)
      await spendKeyOfPayment(shop.db, payment);
    await noteFailedRefund(shop, error, { intentId });
    return 'refund_due';
  }
  const now = shop.clock.now();
  await movePayment(shop.db, intentId, { from: 'refund_due', to: 'refunded', now });
  return 'refunded';
}

/** Logged to be retried; the admins are told of one that the provider will never make. */
async function noteFailedRefund(
  shop: Shop,
  error: unknown,
  refund: { intentId: string; amountCents?: number },
): Promise<void> {
  logRetry(shop, error, { intentId: refund.intentId }, 'a refund could not be made yet');
  if (error instanceof RefundRefused) await mailRefusedRefund(shop.db, shop, refund);
}

/** The money has arrived: it pays its order, or it goes back. */
async function bookMoney(shop: Shop, tx: Database, intent: Intent): Promise<Settled> {
  const namesOrder = hasOrderId(intent);
  const order = namesOrder ? await lockPayableOrder(tx, intent.orderId) : undefined;
  const payment = await findPayment(tx, intent.id);
  if (order === undefined && isOwn(intent, shop)) return 'unbooked';
  if (order === undefined || (payment !== undefined && payment.order_id !== order.id)) {
    // Another business may share the provider's account: a payment that names no order of ours is not ours to refund.
    shop.log.warn({ intentId: intent.id }, 'a payment names no order of this shop');
    await mailUnknownPayment(tx, shop, { ...intent, namesOrder });
    return 'unknown';
  }
  if (payment !== undefined && isBooked(payment)) return payment.state;
  const now = shop.clock.now();
  if (
    pays(order, intent) &&
    (await markOrderPaid(tx, order.id, { transactionId: intent.id, now }))
  ) {
    await book(tx, { order, intent, payment, to: 'kept', now });
    await lengthenHolds(tx, order.user_id, shop.orderHoldHours);
    await insertOrderEvent(tx, order.id, { kind: 'paid', ...by('payer', order.user_id), now });
    await mailCustomer(tx, shop, order.id, { kind: 'paid' });
    await mailPaidOrder(tx, shop, order.id);
    return 'kept';
  }
  await book(tx, { order, intent, payment, to: 'refund_due', now });
  const { id: intentId, amountCents } = intent;
  const why = whyRefunded(order, intent);
  const details = { amountCents, reason: `This payment goes back: ${why}.` };
  await insertOrderEvent(tx, order.id, { kind: 'refunded', ...byShop, details, now });
  await mailCustomer(tx, shop, order.id, { kind: 'returned', intentId, amountCents, why });
  return 'refund_due';
}

function isBooked(
  payment: Payment,
): payment is Payment & { state: 'kept' | 'refunded' | 'refund_due' } {
  return payment.state !== 'open' && payment.state !== 'canceled';
}

function pays(order: PayableOrder, intent: Intent): boolean {
  return (
    intent.amountCents === order.total_cents &&
    intent.currency === 'usd' &&
    intent.refundedCents === 0
  );
}

interface Booking {
  readonly order: PayableOrder;
  readonly intent: Intent;
  readonly payment: Payment | undefined;
  readonly to: 'kept' | 'refund_due';
  readonly now: Date;
}

/** Also an attempt that was taken for canceled, or whose row is missing because of a crash. */
async function book(tx: Database, { order, intent, payment, to, now }: Booking): Promise<void> {
  if (payment !== undefined)
    return void (await movePayment(tx, intent.id, { from: payment.state, to, now }));
  const { next: attempt } = await findAttempts(tx, order.id);
  const { id: intent_id, amountCents: amount_cents } = intent;
  const row = { intent_id, order_id: order.id, attempt, amount_cents, state: to };
  await insertPayment(tx, row, now);
}

function whyRefunded(order: PayableOrder, intent: Intent): string {
  if (order.state === 'cancelled') return 'the order had been cancelled before';
  if (order.state === 'paid' || order.state === 'shipped') return 'the order had been paid before';
  return intent.refundedCents > 0
    ? 'it had been given back at the card provider before'
    : "it is not the order's amount";
}
