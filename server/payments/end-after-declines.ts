import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import type { Shop } from '#server/shop.ts';
import type { Intent } from '#server/third-parties/cards/port.ts';
import { movePayment } from './store.ts';
import { pausePayments } from './payable-orders.ts';

/** As many wrong cards as nobody has; whoever tries stolen ones has many more. */
export const mostDeclines = 10;

/**
 * Ends a payment on which too many cards were declined: whoever holds the link may be trying stolen ones. The order's
 * next payment waits, and its owner is told. The cards are counted at the provider, so no lost message hides one.
 * Answers the intent as it stands then. Rejects with `CardsUnavailable`.
 */
export async function endAfterDeclines(shop: Shop, intent: Intent): Promise<Intent> {
  if (!intent.hasDeclined || (intent.status !== 'open' && intent.status !== 'canceled'))
    return intent;
  if ((await shop.cards.countDeclines(intent.id)) < mostDeclines) return intent;
  const ended = intent.status === 'canceled' ? intent : await shop.cards.cancelIntent(intent.id);
  if (ended?.status === 'canceled') await pause(shop, ended.id);
  return ended ?? intent;
}

/** Done once, by whoever moves the payment; the order may be on its way out already, and then nothing of it waits. */
async function pause(shop: Shop, intentId: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const now = shop.clock.now();
    const payment = await movePayment(tx, intentId, { from: 'open', to: 'canceled', now });
    const order = payment && (await pausePayments(tx, payment.order_id, now));
    if (order === undefined) return;
    await insertOrderEvent(tx, {
      orderId: order.id,
      kind: 'payments_paused',
      role: 'shop',
      actor: 'shop',
      now,
    });
    await mailCustomer(tx, shop, order.id, { kind: 'paused', intentId, until: order.payable_from });
  });
}
