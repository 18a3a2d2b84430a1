import { inTransaction } from '#server/db/transaction.ts';
import { byShop, insertOrderEvent } from '#server/history/store.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import type { Shop } from '#server/shop.ts';
import type { Intent } from '#server/third-parties/cards/port.ts';
import { movePayment } from './store.ts';
import { pausePayments } from './payable-orders.ts';

/** More than any customer needs; whoever tests stolen cards tries many more. */
export const mostDeclines = 10;

/**
 * Ends a payment on which too many cards were declined: whoever holds the link may be testing stolen ones. The order's
 * next payment has to wait, and its owner is told. Declines are counted at the provider, so a lost webhook hides none.
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

/** Runs once, because only one caller moves the payment; without effect on an order that is not unpaid any more. */
async function pause(shop: Shop, intentId: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const now = shop.clock.now();
    const payment = await movePayment(tx, intentId, { from: 'open', to: 'canceled', now });
    const order = payment && (await pausePayments(tx, payment.order_id, now));
    if (order === undefined) return;
    await insertOrderEvent(tx, order.id, { kind: 'payments_paused', ...byShop, now });
    await mailCustomer(tx, shop, order.id, { kind: 'paused', intentId, until: order.payable_from });
  });
}
