import { minuteMs } from '#contract/durations.ts';
import type { AnswerFor } from '#contract/api.ts';
import { batchTerms, countOf, holdTerms, longerHold } from '#contract/hold-rules.ts';
import { findHolder } from '#server/holds/store.ts';
import { isFromOwnDemo } from './hold-limits.ts';
import type { Shop } from '#server/shop.ts';

/** How long an order would hold its pieces if the customer placed it now. */
export async function previewHold(
  shop: Shop,
  { userId, address }: { userId: string; address: string },
): Promise<AnswerFor<'getHold'>> {
  const { unpaid, ...account } = await findHolder(shop.db, userId);
  const holder = { ...account, isOwnDemo: isFromOwnDemo(shop, address) };
  const list = batchTerms(holder, shop.orderHoldHours);
  const { holdMs, mostUnpaid } = holdTerms(holder, shop.orderHoldHours);
  const longer = longerHold(holder, shop.orderHoldHours);
  return {
    minutes: holdMs / minuteMs,
    unpaid: countOf(list.countsLines ? 'singles' : 'units', unpaid),
    mostUnpaid,
    longer: longer === undefined ? null : { by: longer.by, minutes: longer.holdMs / minuteMs },
    list: {
      minutes: list.holdMs / minuteMs,
      unpaid: countOf(list.countsLines ? 'lines' : 'units', unpaid),
      mostLines: list.countsLines ? list.most : null,
    },
  };
}
