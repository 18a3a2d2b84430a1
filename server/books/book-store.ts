import { sql } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { RefundSource } from '#contract/book-rules.ts';
import { longestPage } from '#contract/fields.ts';
import type { DayRange } from '#contract/figure-rules.ts';
import { forAnyValues } from '#server/db/any-values.ts';
import type { PageWanted } from '#server/db/page.ts';
import { isWithin } from '#server/figures/day-sql.ts';
import { paymentsOfDay } from '#server/figures/payments-of-day.ts';
import type { Database } from '#server/shop.ts';
import {
  collected,
  forNothing,
  partOf,
  promised,
  wentBack,
  type BookPart,
  type BookPlace,
} from './book-sql.ts';

interface Row extends BookPlace {
  readonly intent_id: string;
  readonly cents: number;
  readonly order_ids: string[];
  /** Of its document, while it has one. */
  readonly year: number | null;
  readonly number: number | null;
}

/** A payment that arrived. */
export interface PaymentEntry extends Row {
  /** What of it paid for nothing. */
  readonly nothing_cents: number;
}

/** Money that went back or is to, or that came to the shop again. */
export interface RefundEntry extends Row {
  readonly refund_id: string | null;
  readonly source: RefundSource;
  readonly reason: string;
  readonly came_back: boolean;
}

/** What is read of a month. */
export interface MonthWanted extends PageWanted {
  readonly days: DayRange;
}

/** Microseconds too: a row of a page must not be met again on the next one. */
const exactTime = sql`to_char(its.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const nothing = sql`coalesce((select sum(l.amount_cents) from payment_lines l where l.intent_id = p.intent_id and l.state = 'returned'), 0)`;

export function listPayments(db: Database, wanted: MonthWanted): Promise<Page<PaymentEntry[]>> {
  return pageOf(wanted, async (part) => {
    const { rows } = await sql<PaymentEntry>`
      select ${exactTime} as at, its.key, p.intent_id, p.amount_cents as cents, ${nothing}::int as nothing_cents, d.year, d.number,
        array(select l.order_id::text from payment_lines l where l.intent_id = p.intent_id order by l.order_id) as order_ids
      from ${partOf(part, collected)} its join payments p on p.intent_id = its.intent_id
        left join documents d on d.intent_id = p.intent_id and d.kind = 'receipt'
      order by its.at, its.key`.execute(db);
    return rows;
  });
}

export function listRefunds(
  db: Database,
  kind: 'made' | 'promised',
  wanted: MonthWanted,
): Promise<Page<RefundEntry[]>> {
  return pageOf(wanted, async (part) => {
    const { rows } = await sql<RefundEntry>`
      select ${exactTime} as at, its.key, its.intent_id, its.cents, its.came_back, d.year, d.number,
        coalesce(r.source, 'returned') as source, coalesce(r.reason, '') as reason, coalesce(first.provider_id, r.provider_id) as refund_id,
        case when r.id is null
          then array(select l.order_id::text from payment_lines l where l.intent_id = its.intent_id order by l.order_id)
          else array[r.order_id::text] end as order_ids
      from ${partOf(part, kind === 'made' ? wentBack : promised)} its
        left join refunds r on r.id = its.refund_id
        left join refunds first on first.id = r.share_of
        left join documents d on d.refund_id = coalesce(r.share_of, r.id)
      order by its.at, its.key`.execute(db);
    return rows;
  });
}

/** The sums of a month, in cents. */
export interface MonthSums {
  readonly payments: number;
  readonly payments_cents: number;
  readonly nothing_cents: number;
  readonly refunds: number;
  readonly refunds_cents: number;
  readonly came_back: number;
  readonly came_back_cents: number;
  readonly promised: number;
  readonly promised_cents: number;
}

/** Of one moment. What paid orders is kept for each day that is over; other days are added up. */
export async function sumMonth(db: Database, days: DayRange): Promise<MonthSums> {
  const { rows } = await sql<MonthSums>`
    with others as materialized (select intent_id, cents from ${partOf({ days }, [forNothing])} its),
    came as (
      select coalesce(sum(payments), 0)::int as payments, coalesce(sum(cents), 0)::bigint as payments_cents
      from (select s.payments, s.payments_cents as cents from daily_sums s
          where s.day between ${days.from}::date and ${days.to}::date and s.payments is not null
        union all select its.payments, its.cents
          from (select days.day::date as day from generate_series(${days.from}::timestamp, ${days.to}::timestamp, interval '1 day') days (day)
            where not exists (select from daily_sums s where s.day = days.day and s.payments is not null)) missing,
            lateral (${paymentsOfDay(sql`missing.day`)}) its
        union all select count(*), sum(cents) from others) its),
    nothing as (
      select coalesce(sum(l.amount_cents), 0)::bigint as nothing_cents from payment_lines l
      where l.state = 'returned' and (l.intent_id in (select intent_id from others)
        or (select true from orders o where o.transaction_id = l.intent_id and ${isWithin(sql`o.paid_at`, days)} limit 1))),
    went as (
      select count(*) filter (where not came_back)::int as refunds, coalesce(sum(cents) filter (where not came_back), 0)::bigint as refunds_cents,
        count(*) filter (where came_back)::int as came_back, coalesce(sum(cents) filter (where came_back), 0)::bigint as came_back_cents
      from ${partOf({ days }, wentBack)} its),
    waits as (
      select count(*)::int as promised, coalesce(sum(cents), 0)::bigint as promised_cents from ${partOf({ days }, promised)} its)
    select payments, payments_cents, nothing_cents, refunds, refunds_cents, came_back, came_back_cents, promised, promised_cents
    from came, nothing, went, waits ${forAnyValues}`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('A month has no sums.');
  return sums;
}

async function pageOf<Entry extends BookPlace>(
  { days, limit = longestPage, cursor }: MonthWanted,
  list: (part: BookPart) => Promise<Entry[]>,
): Promise<Page<Entry[]>> {
  const found = await list({ days, after: placeIn(cursor), most: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? cursorOf(last) : undefined };
}

const cursorOf = ({ at, key }: BookPlace): string =>
  Buffer.from(`${at} ${key}`).toString('base64url');

/** An invalid cursor starts the list again. */
function placeIn(cursor = ''): BookPlace | undefined {
  const [, at, key] =
    /^(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([\w -]{1,300})$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? [];
  return at === undefined || key === undefined || !isMoment(at) ? undefined : { at, key };
}

/** Whether the calendar has it: of February 31 JavaScript makes March 3, and the database an error. */
function isMoment(at: string): boolean {
  const time = Date.parse(at);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === at.slice(0, 19);
}
