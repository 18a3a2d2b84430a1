import { holdTerms, type HoldTerms } from '#contract/hold-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import { isLoopbackAddress } from '#server/http/network-address.ts';
import type { Database, Shop } from '#server/shop.ts';
import { findHoldEnd, type Buyer, type Buying, type HoldersOf } from './buyer-store.ts';

/** The shop ends holds that are over once a minute. */
const roundMs = 60_000;

/** Whether a request comes from the machine of a demo: whoever tries the shop out is kept from nothing. */
export function isFromOwnDemo({ mode }: Pick<Shop, 'mode'>, address: string): boolean {
  return mode === 'demo' && isLoopbackAddress(address);
}

/** Somebody who wants one more unpaid order. */
export interface Asking extends Buying {
  readonly buyer: Buyer;
  readonly isOwnDemo: boolean;
}

/**
 * The terms on which somebody may hold the pieces of one more order. Refuses with `too_many_unpaid_orders`: it says whose
 * orders are too many, and when there will be room again.
 */
export async function checkHoldLimits(
  tx: Database,
  shop: Shop,
  { userId, network, buyer, isOwnDemo, now }: Asking,
): Promise<HoldTerms> {
  const terms = holdTerms({ ...buyer, isOwnDemo }, shop.orderHoldHours);
  const counts: Count[] = [
    { limit: 'account', whose: { userId }, unpaid: buyer.unpaid, most: terms.mostUnpaid },
  ];
  if (terms.sharesNetwork && network !== undefined)
    counts.push({
      limit: 'network',
      whose: { network },
      unpaid: buyer.unpaidOfNetwork,
      most: shop.unpaidPerNetwork,
    });
  const full = counts.find(({ unpaid, most }) => unpaid >= most);
  if (full !== undefined) await refuseFull(tx, shop, { ...full, now });
  return terms;
}

interface Count {
  readonly limit: 'account' | 'network';
  readonly whose: HoldersOf;
  readonly unpaid: number;
  readonly most: number;
}

async function refuseFull(
  tx: Database,
  shop: Shop,
  { limit, whose, unpaid, most, now }: Count & { now: Date },
): Promise<never> {
  const end = await findHoldEnd(tx, whose, {
    earlier: unpaid - most,
    orderHoldHours: shop.orderHoldHours,
  });
  const waitMs = Math.max((end ?? now).getTime() - now.getTime(), 0) + roundMs;
  const roomAt = new Date(now.getTime() + waitMs).toISOString();
  refuse('too_many_unpaid_orders', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    details: { limit, most, roomAt },
  });
}
