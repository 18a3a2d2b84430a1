import { dayMs, hourMs } from '#contract/durations.ts';
import type { Shop } from '#server/shop.ts';
import { mapLimit } from '#server/map-limit.ts';
import { logRetry } from './log-retry.ts';
import { syncRefundsAndDisputes } from './sync-refunds-and-disputes.ts';
import { claimCapturedPayments } from './store.ts';

/** Cardholders have this long to dispute a payment, by the rules of the card networks and with some to spare. */
const disputableMs = 180 * dayMs;
/** In a minute; each payment comes round every hour, of more than 3,000 kept ones accordingly later. */
const most = 50;
const atOnce = 4;

/**
 * Notices refunds and disputes at the card provider whose messages never came: looks at every kept payment that can
 * still be disputed about once an hour. Called every minute; any number of copies may run it.
 */
export async function checkCapturedPayments(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const intents = await claimCapturedPayments(shop.db, {
    quietSince: before(hourMs),
    paidSince: before(disputableMs),
    now,
    most,
  });
  await mapLimit(intents, atOnce, async (intentId) => {
    try {
      await syncRefundsAndDisputes(shop, intentId);
    } catch (error) {
      logRetry(shop, error, { intentId }, 'what became of a kept payment could not be looked up');
    }
  });
}
