import { dayMs, hourMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import type { Shop } from '#server/shop.ts';
import { mapLimit } from '#server/map-limit.ts';
import { logRetry } from './log-retry.ts';
import { syncRefundsAndDisputes } from './sync-refunds-and-disputes.ts';
import { claimCapturedPayments } from './claim-payments.ts';

/** How long a payment can be disputed by the rules of the card networks, and some more. */
const disputableMs = 180 * dayMs;
/** Per minute: up to 3,000 payments are checked every hour, more than that less often. */
const batch = 50;
const atOnce = 4;

/**
 * Finds refunds and disputes whose webhook never came: checks every captured payment that can still be disputed, about
 * once an hour. Runs every minute, in any number of processes.
 */
export async function checkCapturedPayments(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const payments = await claimCapturedPayments(shop.db, {
    quietSince: before(now, hourMs),
    paidSince: before(now, disputableMs),
    now,
    most: batch,
  });
  await mapLimit(payments, atOnce, async ({ intent_id: intentId }) => {
    try {
      await syncRefundsAndDisputes(shop, intentId);
    } catch (error) {
      logRetry(
        shop,
        error,
        { intentId },
        'the refunds and disputes of a payment could not be checked',
      );
    }
  });
}
