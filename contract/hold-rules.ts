import { hourMs, minuteMs } from './durations.ts';

/** What of an account decides what its unpaid orders may hold. */
export interface Holder {
  /** Somebody has shown that the account's address is theirs. */
  readonly isConfirmed: boolean;
  /** An order of the account was ever paid; giving money back does not undo it. */
  readonly hasPaid: boolean;
  /** A visitor of the demo on the demo's own machine: may try everything. */
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
 * What somebody's unpaid orders may hold (decisions: Orders). Whoever has shown less may hold less; nobody holds longer
 * than the shop's own ORDER_HOLD_HOURS.
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

/** What would let somebody's next order hold its pieces longer, and for how long then. */
interface LongerHold {
  readonly by: 'confirming' | 'paying';
  readonly holdMs: number;
}

/** The next step that lengthens somebody's holds; undefined when there is none. */
export function longerHold(holder: Holder, orderHoldHours: number): LongerHold | undefined {
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
