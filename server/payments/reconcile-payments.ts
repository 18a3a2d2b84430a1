import type { Shop } from '#server/shop.ts';
import { mapLimit } from '#server/map-limit.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';
import { finishAdminRefund } from './finish-admin-refund.ts';
import { claimDueRefunds } from './refund-store.ts';
import { logRetry } from './log-retry.ts';
import { finishRefund, settle } from './settle.ts';
import { claimUnfinishedPayments, type Payment } from './store.ts';

/** A payment is asked about when nothing was heard of it for this long: sooner than the next minute's round. */
const quietMs = 30_000;
const batch = 50;
const mostBatches = 20;
/** Hundreds of customers leave a payment open for days; asked one after the other they would take longer than a minute. */
const atOnce = 4;

/**
 * Finishes what a lost message or a crash left: settles open payments whose money has moved, and makes refunds that
 * are due. Called every minute; any number of copies may run it. Stops after a batch about which the provider answers
 * nothing: one payment alone that it never answers about must not keep the others waiting.
 */
export async function reconcilePayments(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const quietSince = new Date(now.getTime() - quietMs);
  for (let round = 0; round < mostBatches; round += 1) {
    const payments = await claimUnfinishedPayments(shop.db, { quietSince, now, most: batch });
    const answered = await mapLimit(payments, atOnce, (payment) => finish(shop, payment));
    if (payments.length < batch || !answered.includes(true)) return;
  }
}

/** Makes the refunds of admins that are due still. What fails stays due for the next minute. */
export async function finishRefunds(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const due = await claimDueRefunds(shop.db, {
    quietSince: new Date(now.getTime() - quietMs),
    now,
    most: batch,
  });
  await mapLimit(due, atOnce, (refund) => finishAdminRefund(shop, refund));
}

/** False when the provider gave no answer about it. */
async function finish(shop: Shop, payment: Payment): Promise<boolean> {
  try {
    if (payment.state === 'refund_due') await finishRefund(shop, payment.intent_id);
    else await settle(shop, payment.intent_id);
    return true;
  } catch (error) {
    logRetry(shop, error, { intentId: payment.intent_id }, 'a payment could not be reconciled');
    return !(error instanceof CardsUnavailable);
  }
}
