import { minuteMs } from '#contract/durations.ts';
import { mailRefusedRefund } from '#server/mails/mail-admins.ts';
import type { Shop } from '#server/shop.ts';
import { RefundRefused, SpentKey } from '#server/third-parties/cards/port.ts';
import { markRefunded } from './store.ts';

/**
 * Gives back, whole, what an admin has confirmed. The provider does it once, whatever idempotency keys are sent. Rejects with
 * `CardsUnavailable`.
 */
export async function refundUnbooked(shop: Shop, intentId: string): Promise<void> {
  // Spent keys are not counted here: every minute has its own idempotency key.
  const minute = Math.floor(shop.clock.now().getTime() / minuteMs);
  try {
    await shop.cards.refundWhole(intentId).catch((error: unknown) => {
      return error instanceof SpentKey
        ? shop.cards.refundWhole(intentId, minute)
        : Promise.reject(error);
    });
  } catch (error) {
    if (error instanceof RefundRefused) await mailRefusedRefund(shop.db, shop, { intentId });
    throw error;
  }
  await markRefunded(shop.db, intentId);
}
