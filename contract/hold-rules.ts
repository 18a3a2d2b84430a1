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

/** The facts of an account that decide what its batches may hold. */
export interface BatchHolder extends Holder {
  /** An order of the account is paid, and not all of its money went back. */
  readonly keepsPaid: boolean;
}

/** How long an unpaid order is held, and whether it counts for others. */
export interface HoldLength {
  /** How long an order holds its pieces from when it was placed. */
  readonly holdMs: number;
  /** Its unpaid orders count towards those of everybody on its network who never paid. */
  readonly sharesNetwork: boolean;
}

/** What unpaid orders of an account may hold. */
export interface HoldTerms extends HoldLength {
  /** Unpaid orders at a time. */
  readonly mostUnpaid: number;
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

/** Unpaid lines of batches at a time, of accounts that have paid for nothing that they kept. Single unpaid orders count as lines. */
const mostLines = { account: 60, network: 200, ownDemo: 500 };

/** What the lines of a batch may hold. */
export interface BatchTerms extends HoldLength {
  /** Each line counts; otherwise a batch counts as one order of `holdTerms`. */
  readonly countsLines: boolean;
  /** Unpaid lines, or unpaid orders and batches, at a time. */
  readonly most: number;
}

/**
 * What a batch may hold (decisions: Orders): once the account keeps a paid order, what one order may. Before, its lines hold
 * for an hour whether the address is confirmed or not, because one request may hold many parts.
 */
export function batchTerms(holder: BatchHolder, orderHoldHours: number): BatchTerms {
  const { mostUnpaid, holdMs } = holdTerms({ ...holder, hasPaid: true }, orderHoldHours);
  if (holder.keepsPaid)
    return { countsLines: false, most: mostUnpaid, holdMs, sharesNetwork: false };
  if (holder.isOwnDemo)
    return { countsLines: true, most: mostLines.ownDemo, holdMs, sharesNetwork: false };
  const hour = Math.min(60 * minuteMs, holdMs);
  return { countsLines: true, most: mostLines.account, holdMs: hour, sharesNetwork: true };
}

/** Unpaid orders that are counted together. */
export interface Unpaid {
  /** Orders of no batch. */
  readonly singles: number;
  /** Orders of batches. */
  readonly lines: number;
  /** Batches with an unpaid line. */
  readonly batches: number;
}

/** What is counted: orders of no batch, all orders, or orders and batches. */
export type Counted = 'singles' | 'lines' | 'units';

/** A limit, and how much of it is used. */
export interface HoldLimit {
  readonly limit: 'account' | 'network';
  readonly counted: Counted;
  readonly unpaid: number;
  readonly wanted: number;
  readonly most: number;
}

/** Somebody who wants to hold more, and the unpaid orders that count. */
export interface Holding {
  readonly holder: BatchHolder;
  readonly account: Unpaid;
  /** Those that count towards the network. */
  readonly network: Unpaid;
  readonly orderHoldHours: number;
  /** Unpaid orders of no batch that accounts which never paid may have on a network. */
  readonly unpaidPerNetwork: number;
}

/** The limits of one more order of no batch. For whoever has no batch they are those of `holdTerms`. */
export function limitsOfOrder(holding: Holding): HoldLimit[] {
  const { holder, account, network, orderHoldHours, unpaidPerNetwork } = holding;
  const terms = holdTerms(holder, orderHoldHours);
  const batch = batchTerms(holder, orderHoldHours);
  const ofAccount = (counted: Counted, most: number) =>
    limitOf('account', { counted, wanted: 1, most }, account);
  const limits = [ofAccount(batch.countsLines ? 'singles' : 'units', terms.mostUnpaid)];
  if (batch.countsLines && account.lines > 0) limits.push(ofAccount('lines', batch.most));
  if (terms.sharesNetwork) {
    const most = unpaidPerNetwork;
    limits.push(limitOf('network', { counted: 'singles', wanted: 1, most }, network));
  }
  return limits;
}

/** The limits of a batch of so many lines. */
export function limitsOfBatch(lines: number, holding: Holding): HoldLimit[] {
  const { holder, account, network, orderHoldHours, unpaidPerNetwork } = holding;
  const { countsLines, most, sharesNetwork } = batchTerms(holder, orderHoldHours);
  if (!countsLines) return [limitOf('account', { counted: 'units', wanted: 1, most }, account)];
  const wanted = { counted: 'lines', wanted: lines } as const;
  const limits = [limitOf('account', { ...wanted, most }, account)];
  if (sharesNetwork) {
    const mostOfNetwork = Math.max(mostLines.network, unpaidPerNetwork);
    limits.push(limitOf('network', { ...wanted, most: mostOfNetwork }, network));
  }
  return limits;
}

function limitOf(
  limit: HoldLimit['limit'],
  what: Pick<HoldLimit, 'counted' | 'wanted' | 'most'>,
  unpaid: Unpaid,
): HoldLimit {
  return { limit, ...what, unpaid: countOf(what.counted, unpaid) };
}

/** How many of them count. */
export function countOf(counted: Counted, { singles, lines, batches }: Unpaid): number {
  if (counted === 'singles') return singles;
  return singles + (counted === 'lines' ? lines : batches);
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
