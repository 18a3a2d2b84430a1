/** The largest amount one card payment can collect, in cents: $999,999.99 (the card provider's limit). */
export const maxChargeCents = 99_999_999;

/** The smallest amount one card payment can collect, in cents: $0.50 (the card provider's limit). */
export const minChargeCents = 50;

/** Into how many card payments amounts go that none is cut of: each is filled in their order as far as a card can be charged. */
export function paymentsNeeded(cents: readonly number[]): number {
  let [payments, filled] = [0, Infinity];
  for (const amount of cents) {
    if (filled + amount > maxChargeCents) [payments, filled] = [payments + 1, 0];
    filled += amount;
  }
  return payments;
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
