/** The largest amount one card payment can collect, in cents: $999,999.99 (the card provider's limit). */
export const maxChargeCents = 99_999_999;

/** The smallest amount one card payment can collect, in cents: $0.50 (the card provider's limit). */
export const minChargeCents = 50;

/** The most orders that one payment can collect. */
export const mostPaidTogether = 500;

/**
 * The card payments that things of some cost go into, none of which is cut: each is filled in their order as far as a card can be
 * charged, and with as many as one payment may have.
 */
export function intoPayments<Thing>(
  things: readonly Thing[],
  centsOfOne: (thing: Thing) => number,
): Thing[][] {
  const payments: Thing[][] = [];
  let filled = Infinity;
  for (const thing of things) {
    const cents = centsOfOne(thing);
    const isFull = filled + cents > maxChargeCents || payments.at(-1)?.length === mostPaidTogether;
    if (isFull) [filled] = [0, payments.push([])];
    payments.at(-1)?.push(thing);
    filled += cents;
  }
  return payments;
}

/** Into how many card payments amounts go; see `intoPayments`. */
export function paymentsNeeded(cents: readonly number[]): number {
  return intoPayments(cents, (amount) => amount).length;
}

/** A dollar amount in cents; NaN for more than two decimals, so that nothing is rounded. */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && Math.abs(cents / 100 - dollars) < 1e-9 ? cents : Number.NaN;
}

/** Cents as dollars for the API: 1250 is 12.5. */
export function dollarsOf(cents: number): number {
  return cents / 100;
}

/** '$12.00': always two decimals, no grouping (Spec §9; decisions: Payment). Takes dollars. */
export function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(2)}`;
}
