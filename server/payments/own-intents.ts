import { minuteMs } from '#contract/durations.ts';
import { idPattern } from '#contract/fields.ts';
import { before } from '#server/clock.ts';
import type { Shop } from '#server/shop.ts';
import type { Intent } from '#server/third-parties/cards/port.ts';

/** A younger attempt may be about to be written down, a younger payment to be booked. */
export const youngMs = 2 * minuteMs;
/** Clocks differ, and an attempt may have been opened while the last list was read. */
const overlapMs = 10 * minuteMs;

/** An attempt that this shop opened. */
export type OwnIntent = Intent & { readonly shop: string };

/** Whether an attempt names orders as this shop names them. */
export function namesOrders({ orderIds }: Intent): boolean {
  return orderIds.length > 0 && orderIds.every((id) => idPattern.test(id));
}

export function isOwn(
  intent: Intent,
  { paymentMark }: Pick<Shop, 'paymentMark'>,
): intent is OwnIntent {
  return intent.shop === paymentMark && namesOrders(intent);
}

/** From when on the provider's attempts are compared, if that was done until `until`. */
export function listedFrom(until: Date | undefined, now: Date): Date {
  return before(until ?? now, overlapMs);
}

/** The provider's attempts of this shop since a moment, a page at a time; `until`: without those made then or later. Rejects with `CardsUnavailable`. */
export async function* ownIntents(
  shop: Pick<Shop, 'cards' | 'paymentMark'>,
  { since, until }: { readonly since: Date; readonly until?: Date | undefined },
): AsyncGenerator<OwnIntent[]> {
  let after: string | undefined;
  do {
    const { intents, hasMore } = await shop.cards.listIntents({ since, until, after });
    yield intents.filter((intent) => isOwn(intent, shop));
    after = hasMore ? intents.at(-1)?.id : undefined;
  } while (after !== undefined);
}
