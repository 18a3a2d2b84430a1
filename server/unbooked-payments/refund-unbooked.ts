import { minuteMs } from '#contract/durations.ts';
import { mailRefusedRefund } from '#server/mails/mail-admins.ts';
import type { Shop } from '#server/shop.ts';
import { RefundRefused, SpentKey } from '#server/third-parties/cards/port.ts';
import { centsLeft } from '#server/payments/sync-refunds-and-disputes.ts';
import { markRefunded, type UnbookedPayment } from './store.ts';

/**
 * Gives back, whole, what an admin has confirmed. The provider does it once, whatever idempotency keys are sent. Rejects with
 * `CardsUnavailable`, and with `RefundRefused` while any of the money is still there.
 */
export async function refundUnbooked(shop: Shop, payment: UnbookedPayment): Promise<void> {
  const { intent_id: intentId, order_id: orderId, amount_cents: amountCents } = payment;
  const now = shop.clock.now();
  // Spent keys are not counted here. Each confirmation has an idempotency key of its own, because the refund of the one before may have failed; once that is spent, each minute.
  const confirmation = (payment.confirmed_at ?? now).getTime();
  const minute = Math.floor(now.getTime() / minuteMs);
  try {
    await shop.cards.refundWhole(intentId, confirmation).catch((error: unknown) => {
      return error instanceof SpentKey
        ? shop.cards.refundWhole(intentId, minute)
        : Promise.reject(error);
    });
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    // A lost dispute took it back already: the provider then refuses for ever.
    if ((await centsLeft(shop, intentId)) > 0) {
      await mailRefusedRefund(shop.db, shop, { intentId, orderId, amountCents });
      throw error;
    }
  }
  await markRefunded(shop.db, intentId);
}
