import {
  batchTerms,
  holdTerms,
  limitsOfBatch,
  limitsOfOrder,
  type HoldLimit,
  type Holding,
  type HoldLength,
} from '#contract/hold-rules.ts';
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

/** A customer who wants to hold more. */
export interface HoldWanted extends BuyerKey {
  readonly buyer: Buyer;
  readonly isOwnDemo: boolean;
}

/** The terms of one more unpaid order. Refuses with `too_many_unpaid_orders`: which limit, and when there is room again. */
export async function checkHoldLimits(
  tx: Database,
  shop: Shop,
  wanted: HoldWanted,
): Promise<HoldLength> {
  const holding = holdingOf(shop, wanted);
  await expectRoom(tx, shop, limitsOfOrder(holding), wanted);
  return holdTerms(holding.holder, shop.orderHoldHours);
}

/**
 * The terms of a batch of so many lines. Refuses with `too_many_unpaid_orders`, and with `too_many_lines` when there is no room for
 * it at any time.
 */
export async function checkBatchLimits(
  tx: Database,
  shop: Shop,
  { lines, ...wanted }: HoldWanted & { readonly lines: number },
): Promise<HoldLength> {
  const holding = holdingOf(shop, wanted);
  await expectRoom(tx, shop, limitsOfBatch(lines, holding), wanted);
  return batchTerms(holding.holder, shop.orderHoldHours);
}

function holdingOf(shop: Shop, { buyer, isOwnDemo }: HoldWanted): Holding {
  const { account, network } = buyer;
  const { orderHoldHours, unpaidPerNetwork } = shop;
  return { holder: { ...buyer, isOwnDemo }, account, network, orderHoldHours, unpaidPerNetwork };
}

async function expectRoom(
  tx: Database,
  shop: Shop,
  limits: readonly HoldLimit[],
  { userId, network, now }: BuyerKey,
): Promise<void> {
  const full = limits.find(({ unpaid, wanted, most }) => unpaid + wanted > most);
  if (full === undefined) return;
  const { limit, counted, unpaid, wanted, most } = full;
  if (wanted > most) refuse('too_many_lines', { details: { limit, most } });
  const group: HoldGroup = limit === 'network' && network !== undefined ? { network } : { userId };
  const { orderHoldHours } = shop;
  const ended = unpaid + wanted - most;
  const end = await findHoldEnd(tx, group, { ended, counted, orderHoldHours });
  const waitMs = Math.max((end ?? now).getTime() - now.getTime(), 0) + roundMs;
  const roomAt = new Date(now.getTime() + waitMs).toISOString();
  refuse('too_many_unpaid_orders', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    details: { limit, counted, most, roomAt },
  });
}
