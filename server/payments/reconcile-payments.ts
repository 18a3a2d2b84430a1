import { before } from '#server/clock.ts';
import type { Shop } from '#server/shop.ts';
import { mapLimit } from '#server/map-limit.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';
import { finishAdminRefund } from './finish-admin-refund.ts';
import { claimDueRefunds } from './refund-store.ts';
import { logRetry } from './log-retry.ts';
import { finishRefund, settle } from './settle.ts';
import { claimUnfinishedPayments, type ClaimedPayment } from './claim-payments.ts';

/** A payment is asked about after this long without news; shorter than the minute between two rounds. */
const quietMs = 30_000;
const batch = 50;
const mostBatches = 20;
/** Hundreds of payments stay open for days; one by one they would take longer than a minute. */
const atOnce = 4;

/**
 * Finishes what a lost webhook or a crash left: settles open payments whose money has moved, and gives payments back that
 * pay nothing. Runs every minute, in any number of processes. Stops after a batch without a single answer of the
 * provider; one payment without an answer does not stop the others.
 */
export async function reconcilePayments(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const quietSince = before(now, quietMs);
  for (let round = 0; round < mostBatches; round += 1) {
    const payments = await claimUnfinishedPayments(shop.db, { quietSince, now, most: batch });
    const answered = await mapLimit(payments, atOnce, (payment) => finish(shop, payment));
    if (payments.length < batch || !answered.includes(true)) return;
  }
}

/** Makes due refunds of admins; one that fails stays due for the next minute. */
export async function finishRefunds(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const due = await claimDueRefunds(shop.db, {
    quietSince: before(now, quietMs),
    now,
    most: batch,
  });
  await mapLimit(due, atOnce, (refund) => finishAdminRefund(shop, refund));
}

/** False when the provider did not answer. */
async function finish(shop: Shop, payment: ClaimedPayment): Promise<boolean> {
  try {
    if (payment.state === 'refund_due') await finishRefund(shop, payment.intent_id);
    else await settle(shop, payment.intent_id);
    return true;
  } catch (error) {
    logRetry(shop, error, { intentId: payment.intent_id }, 'a payment could not be reconciled');
    return !(error instanceof CardsUnavailable);
  }
}
