import { idPattern } from '#contract/fields.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { lengthenHolds } from '#server/holds/store.ts';
import { mailLostMoney, mailPaidOrder, mailRefusedRefund } from '#server/mails/mail-admins.ts';
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
import { lockPayableOrder, markOrderPaid, type PayableOrder } from './payable-orders.ts';

/** What became of an intent: `unknown` is one that this shop did not make. */
type Settled = 'kept' | 'refunded' | 'refund_due' | 'canceled' | 'open' | 'unknown';

/**
 * Brings the shop's books in line with what the provider says of one intent. The same function runs from the
 * customer's PATCH, from the webhook and from the reconciler, any number of times, in any order (decisions: Payment).
 * Rejects with `CardsUnavailable` when the provider does not answer.
 */
export async function settle(shop: Shop, intentId: string): Promise<Settled> {
  const payment = await findPayment(shop.db, intentId);
  if (payment?.state === 'kept' || payment?.state === 'refunded') return payment.state;
  const intent = await shop.cards.getIntent(intentId);
  return intent === undefined ? 'unknown' : settleIntent(shop, intent);
}

/** As `settle`, with the provider's answer at hand. */
export async function settleIntent(shop: Shop, asked: Intent): Promise<Settled> {
  const intent = await endAfterDeclines(shop, asked);
  if (intent.status === 'open' || intent.status === 'processing') return 'open';
  if (intent.status === 'canceled') {
    await movePayment(shop.db, intent.id, { from: 'open', to: 'canceled', now: shop.clock.now() });
    return 'canceled';
  }
  const settled = await inTransaction(shop.db, (tx) => bookMoney(shop, tx, intent));
  if (settled === 'lost') return returnLostMoney(shop, intent);
  return settled === 'refund_due' ? finishRefund(shop, intent.id) : settled;
}

/**
 * Gives the whole money of a payment back that is due to be; what fails now stays due for the reconciler. The provider
 * itself gives it back once, by whatever keys it is asked. Never rejects for the provider.
 */
export async function finishRefund(
  shop: Shop,
  intentId: string,
): Promise<'refunded' | 'refund_due'> {
  const payment = await findPayment(shop.db, intentId);
  try {
    await shop.cards.refundWhole(intentId, payment?.spent_keys);
  } catch (error) {
    if (error instanceof SpentKey && payment !== undefined)
      await spendKeyOfPayment(shop.db, payment);
    await noteFailedRefund(shop, error, { intentId });
    return 'refund_due';
  }
  await movePayment(shop.db, intentId, {
    from: 'refund_due',
    to: 'refunded',
    now: shop.clock.now(),
  });
  return 'refunded';
}

/** Writes down that money did not go back; what will never go back is a person's work. */
async function noteFailedRefund(
  shop: Shop,
  error: unknown,
  refund: { intentId: string; amountCents?: number },
): Promise<void> {
  logRetry(shop, error, { intentId: refund.intentId }, 'a refund could not be made yet');
  if (error instanceof RefundRefused) await mailRefusedRefund(shop.db, shop, refund);
}

/**
 * This shop asked for the money and has no such order any more: a backup was restored, say. There is no row to note it
 * in, but the provider gives it back once however often it is asked. Rejects with `CardsUnavailable`.
 */
async function returnLostMoney(
  shop: Shop,
  { id: intentId, amountCents, refundedCents }: Intent,
): Promise<Settled> {
  if (refundedCents >= amountCents) return 'refunded';
  shop.log.warn({ intentId }, 'money for an order that is gone goes back');
  // Without a row nothing can count its spent keys: every minute has a key of its own.
  const minute = Math.floor(shop.clock.now().getTime() / 60_000);
  try {
    await shop.cards.refundWhole(intentId).catch((error: unknown) => {
      return error instanceof SpentKey
        ? shop.cards.refundWhole(intentId, minute)
        : Promise.reject(error);
    });
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    await noteFailedRefund(shop, error, { intentId, amountCents: amountCents - refundedCents });
    return 'refund_due';
  }
  return 'refunded';
}

/** The money has moved: it pays its order, or it goes back. */
async function bookMoney(shop: Shop, tx: Database, intent: Intent): Promise<Settled | 'lost'> {
  const order = isOurs(intent) ? await lockPayableOrder(tx, intent.orderId) : undefined;
  const payment = await findPayment(tx, intent.id);
  if (order === undefined && isOurs(intent) && intent.shop === shop.paymentMark) return 'lost';
  if (order === undefined || (payment !== undefined && payment.order_id !== order.id)) {
    // Another business may share the provider's account: money that names no order of ours is not ours to give back.
    shop.log.warn({ intentId: intent.id }, 'money arrived that names no order of this shop');
    await mailLostMoney(tx, shop, { ...intent, namesOrder: isOurs(intent) });
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
    await insertOrderEvent(tx, {
      orderId: order.id,
      kind: 'paid',
      role: 'payer',
      actor: order.user_id,
      now,
    });
    await mailCustomer(tx, shop, order.id, { kind: 'paid' });
    await mailPaidOrder(tx, shop, order.id);
    return 'kept';
  }
  await book(tx, { order, intent, payment, to: 'refund_due', now });
  const { id: intentId, amountCents } = intent;
  const why = whyRefunded(order, intent);
  const details = { amountCents, reason: `This payment goes back: ${why}.` };
  await insertOrderEvent(tx, {
    orderId: order.id,
    kind: 'refunded',
    role: 'shop',
    actor: 'shop',
    details,
    now,
  });
  await mailCustomer(tx, shop, order.id, { kind: 'returned', intentId, amountCents, why });
  return 'refund_due';
}

function isOurs(intent: Intent): intent is Intent & { orderId: string } {
  return idPattern.test(intent.orderId ?? '');
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

/** Also money of an attempt whose row a crash kept from being written, or that was believed canceled. */
async function book(tx: Database, { order, intent, payment, to, now }: Booking): Promise<void> {
  if (payment !== undefined)
    return void (await movePayment(tx, intent.id, { from: payment.state, to, now }));
  const { next: attempt } = await findAttempts(tx, order.id);
  await insertPayment(
    tx,
    {
      intent_id: intent.id,
      order_id: order.id,
      attempt,
      amount_cents: intent.amountCents,
      state: to,
    },
    now,
  );
}

function whyRefunded(order: PayableOrder, intent: Intent): string {
  if (order.state === 'cancelled') return 'the order had been cancelled before';
  if (order.state === 'paid' || order.state === 'shipped') return 'the order had been paid before';
  return intent.refundedCents > 0
    ? 'it had been given back at the card provider before'
    : "it is not the order's amount";
}
