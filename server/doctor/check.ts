import { sql, type RawBuilder } from 'kysely';
import type { CheckResult } from '#contract/doctor.ts';
import type { Shop } from '#server/shop.ts';
import type { Keys, Walk } from './walk.ts';
import { within, type Within } from './range.ts';

/** What the checks read of a shop. */
export type CheckedShop = Pick<Shop, 'db' | 'cards' | 'clock' | 'orderHoldHours' | 'paymentMark'>;

/** A row that breaks a check, and whether it can be repaired without losing anything. */
export interface BrokenRow {
  readonly id: string;
  readonly repairable: boolean;
}

/** Something that must hold in the shop's own books. */
export interface Check {
  readonly id: string;
  readonly about: CheckResult['about'];
  readonly sentence: string;
  /** The rows that break it, found at once or in slices. Rejects with `NotCheckable`. */
  find(shop: CheckedShop, walk: Walk): Promise<readonly BrokenRow[]>;
  /** Why it may be broken, where something is known of that. */
  explain?(shop: CheckedShop): Promise<string | undefined>;
}

/** What a query of a check is about: the rows of a table, or of each slice of it. */
interface Looked {
  readonly now: Date;
  readonly orderHoldHours: number;
  readonly within: Within;
}

interface QueryCheck extends Omit<Check, 'find' | 'explain'> {
  readonly repairable: boolean;
  /**
   * The column by which it can be looked at in slices: each row that its query reads belongs to one value of it. Without one the query reads little, by an
   * index of unfinished work.
   */
  readonly by?: Keys;
}

/** A check by an SQL query for the ids of the rows that break it. Materialized: nothing is broken usually, and a plan for the first few rows would be one for none. */
export function queryCheck(
  { repairable, by, ...check }: QueryCheck,
  query: (looked: Looked) => RawBuilder<{ id: string }>,
): Check {
  return {
    ...check,
    find: ({ db, clock, orderHoldHours }, walk) =>
      walk(db, by, async (range) => {
        const looked = { now: clock.now(), orderHoldHours, within: within(range) };
        const { rows } = await sql<BrokenRow>`
          with broken as materialized (${query(looked)})
          select distinct id::text as id, ${repairable}::boolean as repairable from broken order by 1 limit ${mostRows}`.execute(
          db,
        );
        return rows;
      }),
  };
}

/** Why a check is not possible here, as a sentence for people. */
export class NotCheckable extends Error {
  override readonly name = 'NotCheckable';
}

/** The run is not this process's any more, or the shop closes. */
export class RunEnds extends Error {
  override readonly name = 'RunEnds';
}

/** The result of one check; `rows` is undefined when it could not be made. */
export interface Finding {
  readonly check: Omit<Check, 'find' | 'explain'>;
  readonly rows: readonly BrokenRow[] | undefined;
  readonly note?: string;
}

/** What checks have found, by their ids, as a run keeps it. */
export type FoundBefore = Readonly<Record<string, Pick<Finding, 'rows' | 'note'>>>;

/** Rows that one run finds and repairs; the next run finds the rest. */
export const mostRows = 1000;
