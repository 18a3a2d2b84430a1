import { inTransaction } from '#server/db/transaction.ts';
import { byShop, insertOrderEvents } from '#server/history/store.ts';
import { mailPausedPayment } from '#server/mails/mail-about-payment.ts';
import type { Shop } from '#server/shop.ts';
import type { Intent } from '#server/third-parties/cards/port.ts';
import { movePayment } from './store.ts';
import { pausePayments } from './payable-orders.ts';

/** More than any customer needs; whoever tests stolen cards tries many more. */
export const mostDeclines = 10;

/**
 * Ends a payment on which too many cards were declined: whoever holds the link may be testing stolen ones. The next
 * payment of its orders has to wait, and their owner is told. Declines are counted at the provider, so a lost webhook hides none.
 * Answers the intent as it is afterwards. Rejects with `CardsUnavailable`.
 */
export async function endAfterDeclines(shop: Shop, intent: Intent): Promise<Intent> {
  if (!intent.hasDeclined || (intent.status !== 'open' && intent.status !== 'canceled'))
    return intent;
  if ((await shop.cards.countDeclines(intent.id)) < mostDeclines) return intent;
  const ended = intent.status === 'canceled' ? intent : await shop.cards.cancelIntent(intent.id);
  if (ended?.status === 'canceled') await pause(shop, ended.id);
  return ended ?? intent;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Runs once, because only one caller moves the payment; without effect on orders that are not unpaid any more. */
async function pause(shop: Shop, intentId: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const now = shop.clock.now();
    const orderIds = await movePayment(tx, intentId, { from: 'open', to: 'canceled', now });
    if (orderIds === undefined) return;
    const paused = await pausePayments(tx, orderIds, now);
    if (paused.length === 0) return;
    const ids = paused.map(({ id }) => id);
    await insertOrderEvents(tx, ids, { kind: 'payments_paused', ...byShop, now });
    const until = paused.reduce((last, order) => later(last, order.payable_from), now);
    await mailPausedPayment(tx, shop, { intentId, orderIds: ids, until });
  });
}
