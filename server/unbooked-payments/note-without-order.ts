import { inTransaction } from '#server/db/transaction.ts';
import type { Shop } from '#server/shop.ts';
import { markMoved } from '#server/db/shop-facts.ts';
import type { OwnIntent } from '#server/payments/own-intents.ts';
import { centsLeftOf } from '#server/payments/sync-refunds-and-disputes.ts';
import { forgetUnbooked, noteUnbooked, waitAgain } from './store.ts';

/** Writes down an attempt whose orders are not all here; once it is paid it waits for an admin, and again when its refund failed. */
export async function noteWithoutOrder(shop: Shop, intent: OwnIntent): Promise<void> {
  const { id, orderIds, amountCents, currency, createdAt, refundedCents } = intent;
  if (intent.status === 'canceled' || refundedCents >= amountCents)
    return forgetUnbooked(shop.db, id);
  const [orderId = ''] = orderIds;
  const isPaid = intent.status === 'succeeded';
  const now = shop.clock.now();
  if (isPaid) {
    const cents = await centsLeftOf(shop, intent);
    if (cents > 0 && (await waitAgain(shop.db, id, { cents, now }))) {
      shop.log.error({ intentId: id, orderId, amountCents }, 'the refund of a payment has failed');
      return;
    }
  }
  await inTransaction(shop.db, async (tx) => {
    const isNew = await noteUnbooked(tx, {
      intent_id: id,
      order_id: orderId,
      orders: orderIds.length,
      amount_cents: amountCents - refundedCents,
      currency,
      created_at: createdAt,
      found_at: now,
      asked_at: now,
      state: isPaid ? 'paid' : 'open',
      confirmed_by: null,
      confirmed_at: null,
    });
    if (!isNew || !isPaid) return;
    shop.log.error({ intentId: id, orderId, amountCents }, 'a payment has no order here');
    // Orders are missing here: what the books say of others may be as old.
    await markMoved(tx, now);
  });
}
