import type { CheckResult } from '#contract/doctor.ts';
import type { Shop } from '#server/shop.ts';

/** What the doctor needs of a shop to look at it; nothing is changed. */
export type CheckedShop = Pick<Shop, 'db' | 'cards' | 'clock' | 'orderHoldHours'>;

/** A row for which something does not hold, and whether a repair exists that loses nothing. */
export interface BrokenRow {
  readonly id: string;
  readonly mendable: boolean;
}

/** Something that must hold, looked up in the shop's own books: a query for the rows that break it. */
export interface Check {
  readonly id: string;
  readonly about: CheckResult['about'];
  readonly sentence: string;
  /** Rejects with `CannotSay` where it cannot be looked up. */
  find(shop: CheckedShop): Promise<readonly BrokenRow[]>;
}

/** Why a check cannot be looked up here, as a sentence for people. */
export class CannotSay extends Error {
  override readonly name = 'CannotSay';
}

/** What a look at one check found; `rows` is undefined when it could not be looked at. */
export interface Finding {
  readonly check: Omit<Check, 'find'>;
  readonly rows: readonly BrokenRow[] | undefined;
  readonly note?: string;
}

/** Rows that one look names and one repair mends; the next look names the rest. */
export const mostRows = 1000;
