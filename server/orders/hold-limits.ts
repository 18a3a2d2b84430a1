import { holdTerms, type HoldTerms } from '#contract/hold-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import { isLoopbackAddress } from '#server/http/network-address.ts';
import type { Database, Shop } from '#server/shop.ts';
import { findHoldEnd, type Buyer, type BuyerKey, type HoldGroup } from './buyer-store.ts';

/** Orders whose hold has ended are cancelled once a minute. */
const roundMs = 60_000;

/** Whether a request comes from the machine that runs a demo: whoever tries the shop out has no limits. */
export function isFromOwnDemo({ mode }: Pick<Shop, 'mode'>, address: string): boolean {
  return mode === 'demo' && isLoopbackAddress(address);
}

/** A customer who wants one more unpaid order. */
export interface HoldWanted extends BuyerKey {
  readonly buyer: Buyer;
  readonly isOwnDemo: boolean;
}

/** The terms of one more unpaid order. Refuses with `too_many_unpaid_orders`: which limit, and when there is room again. */
export async function checkHoldLimits(
  tx: Database,
  shop: Shop,
  { userId, network, buyer, isOwnDemo, now }: HoldWanted,
): Promise<HoldTerms> {
  const terms = holdTerms({ ...buyer, isOwnDemo }, shop.orderHoldHours);
  const counts: Count[] = [
    { limit: 'account', group: { userId }, unpaid: buyer.unpaid, most: terms.mostUnpaid },
  ];
  if (terms.sharesNetwork && network !== undefined)
    counts.push({
      limit: 'network',
      group: { network },
      unpaid: buyer.unpaidOfNetwork,
      most: shop.unpaidPerNetwork,
    });
  const full = counts.find(({ unpaid, most }) => unpaid >= most);
  if (full !== undefined) await refuseFull(tx, shop, { ...full, now });
  return terms;
}

interface Count {
  readonly limit: 'account' | 'network';
  readonly group: HoldGroup;
  readonly unpaid: number;
  readonly most: number;
}

async function refuseFull(
  tx: Database,
  shop: Shop,
  { limit, group, unpaid, most, now }: Count & { now: Date },
): Promise<never> {
  const { orderHoldHours } = shop;
  const end = await findHoldEnd(tx, group, { offset: unpaid - most, orderHoldHours });
  const waitMs = Math.max((end ?? now).getTime() - now.getTime(), 0) + roundMs;
  const roomAt = new Date(now.getTime() + waitMs).toISOString();
  refuse('too_many_unpaid_orders', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    details: { limit, most, roomAt },
  });
}
