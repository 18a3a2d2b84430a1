import { sql, type RawBuilder } from 'kysely';
import type { CheckResult } from '#contract/doctor.ts';
import type { Shop } from '#server/shop.ts';

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
  /** The rows that break it. Rejects with `NotCheckable`. */
  find(shop: CheckedShop): Promise<readonly BrokenRow[]>;
  /** Why it may be broken, where something is known of that. */
  explain?(shop: CheckedShop): Promise<string | undefined>;
}

/** A check by an SQL query for the ids of the rows that break it. */
export function queryCheck(
  about: Omit<Check, 'find' | 'explain'> & { readonly repairable: boolean },
  query: (shop: { now: Date; orderHoldHours: number }) => RawBuilder<{ id: string }>,
): Check {
  const { repairable, ...check } = about;
  return {
    ...check,
    async find({ db, clock, orderHoldHours }) {
      const { rows } = await sql<BrokenRow>`
        select id::text as id, ${repairable}::boolean as repairable
        from (${query({ now: clock.now(), orderHoldHours })}) broken order by 1 limit ${mostRows}`.execute(
        db,
      );
      return rows;
    },
  };
}

/** Why a check is not possible here, as a sentence for people. */
export class NotCheckable extends Error {
  override readonly name = 'NotCheckable';
}

/** The result of one check; `rows` is undefined when it could not be made. */
export interface Finding {
  readonly check: Omit<Check, 'find' | 'explain'>;
  readonly rows: readonly BrokenRow[] | undefined;
  readonly note?: string;
}

/** Rows that one run finds and repairs; the next run finds the rest. */
export const mostRows = 1000;
