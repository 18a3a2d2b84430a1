import { dayMs } from '#contract/durations.ts';
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
  ownIntents,
  youngMs,
  type OwnIntent,
} from '#server/payments/own-intents.ts';
import { settleIntent } from '#server/payments/settle.ts';
import { insertLostPayment } from '#server/payments/lost-payment.ts';
import { noteWithoutOrder } from './note-without-order.ts';
import { refundUnbooked } from './refund-unbooked.ts';
import { claimUnbooked, findKnown, forgetUnbooked, sumWaiting, type Known } from './store.ts';

const quietMs = 30_000;
const batch = 100;
const atOnce = 4;

/** What is compared before its end is kept: after months away, no failure starts the whole list again. */
const sliceMs = dayMs;

/**
 * Compares the provider's payments with the orders, from where the last time ended. What has its order is booked; what has
 * none is written down, mailed to the admins, and given back only after one of them confirms it. Runs every minute, in any number of processes.
 */
export async function listPayments(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  try {
    let since = listedFrom(await findListedUntil(shop.db), now);
    let isComplete = true;
    for (let until; since < now; since = until) {
      until = new Date(Math.min(since.getTime() + sliceMs, now.getTime()));
      // The last one without an end: the provider's clock may be ahead.
      const slice = { since, until: until < now ? until : undefined };
      for await (const intents of ownIntents(shop, slice))
        isComplete = (await compare(shop, intents)) && isComplete;
      if (isComplete) await saveListedUntil(shop.db, until);
    }
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error;
    logRetry(shop, error, {}, 'the card provider gave no list of payments');
  }
  await finishUnbooked(shop);
  await inTransaction(shop.db, async (tx) => {
    const waiting = await sumWaiting(tx);
    if (waiting !== undefined) await mailUnbookedPayments(tx, shop, waiting);
  });
}

/** False when one of them could not be booked or written down; that stops none of the others. */
async function compare(shop: Shop, intents: readonly OwnIntent[]): Promise<boolean> {
  const grown = intents.filter(({ createdAt }) => createdAt <= before(shop.clock.now(), youngMs));
  const known = await findKnown(shop.db, grown);
  const done = await mapLimit(grown, atOnce, (intent) =>
    compareOne(shop, intent, known.get(intent.id)).catch((error: unknown) => {
      // What the provider did not answer now it is asked in the next minute.
      if (error instanceof CardsUnavailable) throw error;
      logRetry(shop, error, { intentId: intent.id }, 'a payment could not be compared');
      return false;
    }),
  );
  return !done.includes(false);
}

async function compareOne(shop: Shop, intent: OwnIntent, known: Known | undefined): Promise<true> {
  if (known === undefined) return true;
  if (known.state === undefined)
    await (known.hasOrders ? adopt(shop, intent) : noteWithoutOrder(shop, intent));
  else if (intent.status === 'succeeded' && notBooked.has(known.state))
    await settleIntent(shop, intent);
  return true;
}

/** The states of a payment whose money the books do not know of. */
const notBooked: ReadonlySet<string> = new Set(['open', 'canceled']);

/** Books an attempt of orders that are here, and whose row was lost. */
async function adopt(shop: Shop, intent: OwnIntent): Promise<void> {
  await forgetUnbooked(shop.db, intent.id);
  if (intent.status === 'open' || intent.status === 'processing')
    await inTransaction(shop.db, (tx) =>
      insertLostPayment(tx, { intent, state: 'open', now: shop.clock.now() }),
    );
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
  await mapLimit(claimed, atOnce, async (payment) => {
    const { intent_id, state } = payment;
    try {
      if (state === 'confirmed') return await refundUnbooked(shop, payment);
      const intent = await shop.cards.getIntent(intent_id);
      if (intent === undefined || !isOwn(intent, shop)) await forgetUnbooked(shop.db, intent_id);
      else await compare(shop, [intent]);
    } catch (error) {
      logRetry(shop, error, { intentId: intent_id }, 'a payment without an order waits');
    }
  });
}
