import { inTransaction } from '#server/db/transaction.ts';
import { mailRefusedRefund } from '#server/mails/mail-admins.ts';
import type { Shop } from '#server/shop.ts';
import {
  CardsUnavailable,
  RefundRefused,
  SpentKey,
  type Intent,
} from '#server/third-parties/cards/port.ts';
import { endAfterDeclines } from './end-after-declines.ts';
import { logRetry } from './log-retry.ts';
import { bookMoney } from './book-money.ts';
import { findPayment, movePayment, spendKeyOfPayment } from './store.ts';
import { isOwn } from './own-intents.ts';
import { centsLeftOf } from './sync-refunds-and-disputes.ts';
import { noteWithoutOrder } from '#server/unbooked-payments/note-without-order.ts';
import { isOnlyDatabase } from '#server/db/shop-facts.ts';

/**
 * `kept`: captured, and pays orders. `unknown`: this shop did not make the intent. `unbooked`: it did, and not all of its orders
 * are here.
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
    if (!(error instanceof RefundRefused && (await isGone(shop, intentId)))) {
      await noteFailedRefund(shop, error, { intentId });
      return 'refund_due';
    }
  }
  const now = shop.clock.now();
  await movePayment(shop.db, intentId, { from: 'refund_due', to: 'refunded', now });
  return 'refunded';
}

/**
 * Whether nothing is left of a payment, because a lost dispute took it: the provider then refuses its refund for ever. False
 * while the provider does not answer, or does not know the payment.
 */
async function isGone(shop: Shop, intentId: string): Promise<boolean> {
  try {
    const intent = await shop.cards.getIntent(intentId);
    return intent !== undefined && (await centsLeftOf(shop, intent)) <= 0;
  } catch (error) {
    if (error instanceof CardsUnavailable) return false;
    throw error;
  }
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
