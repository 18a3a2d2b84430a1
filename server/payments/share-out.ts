/** An order and what was paid for it and not given back, in cents. */
export interface ShareOfPayment {
  readonly orderId: string;
  readonly leftCents: number;
}

/** What an order gets of an amount. */
export interface Share {
  readonly orderId: string;
  readonly cents: number;
}

/**
 * Whose money it is that went back at the card provider, which knows payments only. An amount that is just what is left of one
 * order is that order's; any other fills one order after the other. What is more than all of them have left is the last one's.
 * The shares add up to the amount, and none is empty.
 */
export function shareOut(amountCents: number, orders: readonly ShareOfPayment[]): Share[] {
  const exact = orders.find(({ leftCents }) => leftCents === amountCents) ?? orders.at(-1);
  if (exact === undefined) return [];
  if (orders.length === 1 || exact.leftCents === amountCents)
    return [{ orderId: exact.orderId, cents: amountCents }];
  const shares: { orderId: string; cents: number }[] = [];
  let rest = amountCents;
  for (const { orderId, leftCents } of orders) {
    const cents = Math.min(rest, Math.max(0, leftCents));
    if (cents > 0) shares.push({ orderId, cents });
    rest -= cents;
  }
  const last = shares.at(-1);
  if (rest > 0 && last !== undefined && last.orderId === exact.orderId) last.cents += rest;
  else if (rest > 0) shares.push({ orderId: exact.orderId, cents: rest });
  return shares;
}
