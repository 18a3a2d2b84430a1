import { hourMs, minuteMs } from './durations.ts';

/** The facts of an account that decide what its unpaid orders may hold. */
export interface Holder {
  /** The account's e-mail address is confirmed. */
  readonly isConfirmed: boolean;
  /** An order of the account was ever paid, even if it was refunded. */
  readonly hasPaid: boolean;
  /** A visitor of a demo that runs on their own machine. */
  readonly isOwnDemo: boolean;
}

/** What unpaid orders of an account may hold. */
export interface HoldTerms {
  /** Unpaid orders at a time. */
  readonly mostUnpaid: number;
  /** How long an order holds its pieces from when it was placed. */
  readonly holdMs: number;
  /** Its unpaid orders count towards those of everybody on its network who never paid. */
  readonly sharesNetwork: boolean;
}

/**
 * What somebody's unpaid orders may hold (decisions: Orders): little before the address is confirmed, more after that, most
 * after a paid order; nobody holds longer than the shop's ORDER_HOLD_HOURS.
 */
export function holdTerms(
  { isConfirmed, hasPaid, isOwnDemo }: Holder,
  orderHoldHours: number,
): HoldTerms {
  const longestMs = orderHoldHours * hourMs;
  if (hasPaid || isOwnDemo) return { mostUnpaid: 20, holdMs: longestMs, sharesNetwork: false };
  if (isConfirmed)
    return { mostUnpaid: 5, holdMs: Math.min(4 * hourMs, longestMs), sharesNetwork: true };
  return { mostUnpaid: 3, holdMs: Math.min(60 * minuteMs, longestMs), sharesNetwork: true };
}

/** What would lengthen somebody's next hold, and how long it would be; undefined when nothing would. */
export function longerHold(
  holder: Holder,
  orderHoldHours: number,
): { readonly by: 'confirming' | 'paying'; readonly holdMs: number } | undefined {
  const { holdMs } = holdTerms(holder, orderHoldHours);
  const confirmed = holdTerms({ ...holder, isConfirmed: true }, orderHoldHours).holdMs;
  if (confirmed > holdMs) return { by: 'confirming', holdMs: confirmed };
  const paid = holdTerms({ ...holder, hasPaid: true }, orderHoldHours).holdMs;
  return paid > holdMs ? { by: 'paying', holdMs: paid } : undefined;
}

/** A length of time in words: '60 minutes', '4 hours', '3 days'. */
export function holdWords(holdMs: number): string {
  const minutes = Math.max(1, Math.round(holdMs / minuteMs));
  if (minutes % (24 * 60) === 0 && minutes > 24 * 60) return `${minutes / (24 * 60)} days`;
  if (minutes % 60 === 0 && minutes > 60) return `${minutes / 60} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
