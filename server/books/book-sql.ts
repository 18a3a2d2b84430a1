import { sql, type RawBuilder } from 'kysely';
import type { DayRange } from '#contract/figure-rules.ts';
import { isWithin } from '#server/figures/day-sql.ts';

/** Where a row of a book stands: books are in the order of time, and of a key that no two rows have. */
export interface BookPlace {
  readonly at: string;
  readonly key: string;
}

/** Which rows of a month. */
export interface BookPart {
  readonly days: DayRange;
  readonly after?: BookPlace | undefined;
  /** All where none is given. */
  readonly most?: number | undefined;
}

/** SQL: the rows of a part that several selects have, as `at`, `key` and what else they have. */
export function partOf(
  { days, after, most }: BookPart,
  selects: readonly Select[],
): RawBuilder<unknown> {
  const limit = most === undefined ? sql`` : sql`order by 1, 2 limit ${most}`;
  const beyond = ({ at, key }: Select) =>
    after === undefined
      ? sql``
      : sql`and (${at}, ${key}) > (${after.at}::timestamptz, ${after.key})`;
  const parts = selects.map(
    (select) => sql`(select ${select.at} as at, ${select.key} as key, ${select.columns}
      from ${select.from} where ${select.where} and ${isWithin(select.at, days)} ${beyond(select)} ${limit})`,
  );
  return sql`(${sql.join(parts, sql` union all `)} ${limit})`;
}

interface Select {
  readonly at: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/** When the money of a payment that pays for nothing came. */
const collectedAt = sql`coalesce(p.collected_at, p.updated_at)`;
const ofPayment = { key: sql`p.intent_id`, from: sql`payments p` };
const ofRefund = { key: sql`r.id::text`, from: sql`refunds r` };
const whole = sql`p.intent_id as intent_id, null::uuid as refund_id, p.amount_cents as cents, false as came_back`;
const part = sql`r.intent_id, r.id as refund_id, r.amount_cents as cents, false as came_back`;
const cameBack = sql`r.intent_id, r.id as refund_id, r.amount_cents as cents, true as came_back`;

/** Payments that pay for nothing, when their money came. */
export const forNothing: Select = {
  ...ofPayment,
  at: collectedAt,
  columns: sql`p.intent_id as intent_id, p.amount_cents as cents`,
  where: sql`p.state in ('refund_due', 'refunded')`,
};

/** Payments whose money arrived: those that paid orders when these were paid, and those that pay for nothing. */
export const collected: readonly Select[] = [
  {
    at: sql`o.paid_at`,
    key: sql`o.transaction_id`,
    columns: sql`o.transaction_id as intent_id`,
    from: sql`orders o`,
    // One of several orders is one payment, told by the first of them. To tell them apart by `distinct` the database reads a whole month for a page, or starts processes for it.
    where: sql`o.transaction_id is not null and (select true from orders e
      where e.transaction_id = o.transaction_id and e.paid_at = o.paid_at and e.id < o.id limit 1) is null`,
  },
  { ...forNothing, columns: sql`p.intent_id as intent_id` },
];

/** Money that went back when it went, and what of it came to the shop again when that came. */
export const wentBack: readonly Select[] = [
  {
    ...ofRefund,
    at: sql`coalesce(r.made_at, r.updated_at)`,
    columns: part,
    where: sql`(r.state = 'done' or r.made_at is not null)`,
  },
  {
    ...ofRefund,
    at: sql`coalesce(r.came_back_at, r.updated_at)`,
    key: sql`r.id::text || ' back'`,
    columns: cameBack,
    where: sql`(r.came_back_at is not null or r.state = 'failed' and r.made_at is not null)`,
  },
  // Lost to a dispute once more, or made after all.
  {
    ...ofRefund,
    at: sql`r.updated_at`,
    key: sql`r.id::text || ' again'`,
    columns: part,
    where: sql`r.state = 'done' and r.came_back_at is not null`,
  },
  { ...ofPayment, at: sql`p.updated_at`, columns: whole, where: sql`p.state = 'refunded'` },
];

/** Money that was promised back and did not go yet. */
export const promised: readonly Select[] = [
  {
    ...ofRefund,
    at: sql`r.created_at`,
    columns: part,
    where: sql`(r.state = 'due' or r.state = 'failed' and r.source in ('admin', 'returned'))`,
  },
  { ...ofPayment, at: collectedAt, columns: whole, where: sql`p.state = 'refund_due'` },
];
