import { inTransaction } from '#server/db/transaction.ts';
import type { Shop } from '#server/shop.ts';
import { bookDisputes } from './book-disputes.ts';
import { bookRefunds } from './book-refunds.ts';
import { lockRefundableOrder, sumMadeRefunds } from './refund-store.ts';
import { findPayment } from './store.ts';

/**
 * Brings the books of a kept payment in line with what happened to its money at the card provider since: refunds that
 * were made in its dashboard, refunds that failed there, disputes. Runs from the provider's messages, from the minutely
 * work and from the doctor, any number of times, in any order. Rejects with `CardsUnavailable`.
 */
export async function syncRefundsAndDisputes(shop: Shop, intentId: string): Promise<void> {
  const payment = await findPayment(shop.db, intentId);
  if (payment?.state !== 'kept') return;
  const intent = await shop.cards.getIntent(intentId);
  if (intent === undefined) return;
  const isBooked = intent.refundedCents === (await sumMadeRefunds(shop.db, intentId));
  const refunds = isBooked ? [] : await shop.cards.listRefunds(intentId);
  const disputes = intent.isDisputed ? await shop.cards.listDisputes(intentId) : [];
  if (refunds.length + disputes.length === 0) return;
  await inTransaction(shop.db, async (tx) => {
    const order = await lockRefundableOrder(tx, payment.order_id);
    if (order === undefined) return;
    await bookRefunds(tx, shop, { order, intentId, refunds });
    await bookDisputes(tx, shop, { order, intentId, disputes });
  });
}

/** What of a kept payment's money is still with the shop, in cents. Rejects with `CardsUnavailable`. */
export async function centsLeft(shop: Shop, intentId: string): Promise<number> {
  const intent = await shop.cards.getIntent(intentId);
  if (intent === undefined) return 0;
  const disputes = intent.isDisputed ? await shop.cards.listDisputes(intentId) : [];
  const lost = disputes
    .filter(({ state }) => state === 'lost')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return intent.amountCents - intent.refundedCents - lost;
}
