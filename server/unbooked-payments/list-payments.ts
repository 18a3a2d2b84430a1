import { before } from '#server/clock.ts';
import { mailUnbookedPayments } from '#server/mails/mail-admins.ts';
import { mapLimit } from '#server/map-limit.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Shop } from '#server/shop.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';
import { findListedUntil, saveListedUntil } from '#server/db/shop-facts.ts';
import { logRetry } from '#server/payments/log-retry.ts';
import {
  isOwn,
  listedFrom,
  ownIntentsSince,
  youngMs,
  type OwnIntent,
} from '#server/payments/own-intents.ts';
import { settleIntent } from '#server/payments/settle.ts';
import { findAttempts, insertPayment } from '#server/payments/store.ts';
import { noteWithoutOrder } from './note-without-order.ts';
import { refundUnbooked } from './refund-unbooked.ts';
import { claimUnbooked, findKnown, forgetUnbooked } from './store.ts';

const quietMs = 30_000;
const batch = 100;
const atOnce = 4;

/**
 * Compares the provider's payments with the orders, from where the last time ended. What has its order is booked; what has
 * none is written down, mailed to the admins, and given back only after one of them confirms it. Runs every minute, in any number of processes.
 */
export async function listPayments(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  try {
    const since = listedFrom(await findListedUntil(shop.db), now);
    for await (const intents of ownIntentsSince(shop, since)) await compare(shop, intents);
    await saveListedUntil(shop.db, now);
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error;
    logRetry(shop, error, {}, 'the card provider gave no list of payments');
  }
  await finishUnbooked(shop);
  await inTransaction(shop.db, (tx) => mailUnbookedPayments(tx, shop));
}

async function compare(shop: Shop, intents: readonly OwnIntent[]): Promise<void> {
  const grown = intents.filter(({ createdAt }) => createdAt <= before(shop.clock.now(), youngMs));
  const known = await findKnown(shop.db, grown);
  await mapLimit(grown, atOnce, async (intent) => {
    const found = known.get(intent.id);
    if (found === undefined) return;
    if (found.state === undefined)
      await (found.hasOrder ? adopt(shop, intent) : noteWithoutOrder(shop, intent));
    else if (intent.status === 'succeeded' && notBooked.has(found.state))
      await settleIntent(shop, intent);
  });
}

/** The states of a payment whose money the books do not know of. */
const notBooked: ReadonlySet<string> = new Set(['open', 'canceled']);

/** Books an attempt of an order that is here, and whose row was lost. */
async function adopt(shop: Shop, intent: OwnIntent): Promise<void> {
  await forgetUnbooked(shop.db, intent.id);
  if (intent.status === 'open' || intent.status === 'processing') {
    const { orderId: order_id, id: intent_id, amountCents: amount_cents } = intent;
    await inTransaction(shop.db, async (tx) => {
      const { next: attempt } = await findAttempts(tx, order_id);
      const row = { intent_id, order_id, attempt, amount_cents, state: 'open' } as const;
      await insertPayment(tx, row, shop.clock.now());
    });
  }
  await settleIntent(shop, intent);
}

/** Asks again about what can still be paid, and refunds what an admin has confirmed. */
async function finishUnbooked(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const claimed = await claimUnbooked(shop.db, {
    quietSince: before(now, quietMs),
    now,
    most: batch,
  });
  await mapLimit(claimed, atOnce, async ({ intent_id, state }) => {
    try {
      if (state === 'confirmed') return await refundUnbooked(shop, intent_id);
      const intent = await shop.cards.getIntent(intent_id);
      if (intent === undefined || !isOwn(intent, shop)) await forgetUnbooked(shop.db, intent_id);
      else await compare(shop, [intent]);
    } catch (error) {
      logRetry(shop, error, { intentId: intent_id }, 'a payment without an order waits');
    }
  });
}
