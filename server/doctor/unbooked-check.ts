import { before } from '#server/clock.ts';
import { findListedUntil } from '#server/db/shop-facts.ts';
import { findKnown, listWaiting } from '#server/unbooked-payments/store.ts';
import { listedFrom, ownIntents, youngMs, type OwnIntent } from '#server/payments/own-intents.ts';
import { CardsUnavailable, NoCardKeys } from '#server/third-parties/cards/port.ts';
import type { CardLimits } from './card-checks.ts';
import type { CheckedShop, Finding } from './check.ts';

/** Its own check. */
export const unbookedCheck = {
  id: 'unbooked',
  about: 'payment',
  sentence: 'Every payment that the card provider holds for this shop is in the books.',
} as const;

/**
 * Looks for money without an order: what is written down, and what the provider has received since the shop last compared its
 * list. Changes nothing.
 */
export async function checkUnbooked(
  shop: CheckedShop,
  { between }: Pick<CardLimits, 'between'> = {},
): Promise<Finding> {
  const { db, clock } = shop;
  const check = unbookedCheck;
  const found = new Set((await listWaiting(db)).map(({ intent_id }) => intent_id));
  const young = before(clock.now(), youngMs);
  try {
    const since = listedFrom(await findListedUntil(db), clock.now());
    for await (const intents of ownIntents(shop, { since })) {
      const grown = intents.filter(({ createdAt }) => createdAt <= young);
      for (const id of await withoutRow(db, grown)) found.add(id);
      await between?.();
    }
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error;
    const noList = 'The card provider gives no list of payments.';
    if (found.size === 0)
      return { check, rows: undefined, note: error instanceof NoCardKeys ? error.message : noList };
  }
  const rows = [...found].map((id) => ({ id, repairable: false }));
  const note =
    'If no other database of this shop has the orders, an admin confirms on the page of the doctor that they are refunded.';
  return { check, rows, ...(rows.length > 0 ? { note } : {}) };
}

/** Those that hold money and stand nowhere in the books. */
async function withoutRow(db: CheckedShop['db'], intents: readonly OwnIntent[]): Promise<string[]> {
  const paid = intents.filter(
    ({ status, amountCents, refundedCents }) =>
      status === 'succeeded' && refundedCents < amountCents,
  );
  const known = [...(await findKnown(db, paid))];
  return known.filter(([, { state }]) => state === undefined).map(([id]) => id);
}
