import { inTransaction } from '#server/db/transaction.ts';
import type { Shop } from '#server/shop.ts';
import type { CardDispute, Intent } from '#server/third-parties/cards/port.ts';
import { bookDisputes } from './book-disputes.ts';
import { bookFailedReturns } from './book-failed-returns.ts';
import { bookRefunds } from './book-refunds.ts';
import { sumMadeRefunds } from './refund-store.ts';
import { lockRefundableOrders } from './refundable-orders.ts';
import { lockPayableOrders } from './payable-orders.ts';
import { findPayment, type Payment } from './store.ts';

/**
 * Books what happened to the money of a captured payment at the card provider: refunds that were made in its dashboard,
 * refunds that failed, disputes. Called by the webhook, the minutely work and the doctor; idempotent, in any order.
 * Rejects with `CardsUnavailable`.
 */
export async function syncRefundsAndDisputes(shop: Shop, intentId: string): Promise<void> {
  const payment = await findPayment(shop.db, intentId);
  if (payment?.state === 'refunded') return syncReturned(shop, payment);
  if (payment?.state !== 'kept') return;
  const intent = await shop.cards.getIntent(intentId);
  if (intent === undefined) return;
  const isBooked = intent.refundedCents === (await sumMadeRefunds(shop.db, intentId));
  const refunds = isBooked ? [] : await shop.cards.listRefunds(intentId);
  const disputes = intent.isDisputed ? await shop.cards.listDisputes(intentId) : [];
  if (refunds.length + disputes.length === 0) return;
  await inTransaction(shop.db, async (tx) => {
    const paid = payment.lines.filter(({ state }) => state === 'kept');
    const orders = await lockRefundableOrders(
      tx,
      paid.map(({ orderId }) => orderId),
    );
    if (orders.length === 0) return;
    await bookRefunds(tx, shop, { orders, intentId, refunds });
    await bookDisputes(tx, shop, { orderIds: orders.map(({ id }) => id), intentId, disputes });
  });
}

/** Of a payment that pays for nothing and went back: its refunds may still fail. */
async function syncReturned(shop: Shop, payment: Payment): Promise<void> {
  const refunds = await shop.cards.listRefunds(payment.intent_id);
  if (!refunds.some(({ hasFailed }) => hasFailed)) return;
  await inTransaction(shop.db, async (tx) => {
    await lockPayableOrders(
      tx,
      payment.lines.map(({ orderId }) => orderId),
    );
    await bookFailedReturns(tx, shop, { payment, refunds });
  });
}

/**
 * Cents of a captured payment that neither a refund nor a lost dispute took; none of one that the provider does not know.
 * Rejects with `CardsUnavailable`.
 */
export async function centsLeft(shop: Shop, intentId: string): Promise<number> {
  const intent = await shop.cards.getIntent(intentId);
  return intent === undefined ? 0 : centsLeftOf(shop, intent);
}

/** As `centsLeft`, with the provider's answer. */
export async function centsLeftOf(shop: Pick<Shop, 'cards'>, intent: Intent): Promise<number> {
  const disputes = intent.isDisputed ? await shop.cards.listDisputes(intent.id) : [];
  return stillThere(intent, disputes);
}

/** As `centsLeft`, with all of the provider's answers. */
export function stillThere(intent: Intent, disputes: readonly CardDispute[]): number {
  const lost = disputes
    .filter(({ state }) => state === 'lost')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return intent.amountCents - intent.refundedCents - lost;
}
