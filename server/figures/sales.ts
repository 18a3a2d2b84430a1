import {
  dayAfter,
  dayOf,
  daysIn,
  periodsOf,
  rangeBefore,
  rangeWanted,
  type DayRange,
} from '#contract/figure-rules.ts';
import type { Figures, FiguresQuery, SalesFigures, TypeFigures } from '#contract/figures.ts';
import { dollarsOf } from '#contract/money.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  countPayers,
  listDaySums,
  listReturnSums,
  listTypeSums,
  type DaySums,
  type Payers,
} from './sales-store.ts';
import { sumUpForPage } from './sum-up.ts';
import { findSummedDays } from './sums-store.ts';

/** The range that a query means, today. */
export function rangeOf({ from, to }: FiguresQuery, now: Date): DayRange {
  return rangeWanted({ ...(from && { from }), ...(to && { to }) }, dayOf(now));
}

/** What was sold in some days, and in as many days before. */
export async function showSales(
  shop: Pick<Shop, 'db' | 'clock'>,
  query: FiguresQuery,
): Promise<Figures> {
  const { by } = query;
  const range = rangeOf(query, shop.clock.now());
  const earlier = rangeBefore(range);
  await sumUpForPage(shop);
  const { db } = shop;
  const periods = periodsOf(range, by);
  // Each as long as the period beside which it stands; calendar weeks would be one more, or one fewer, in many ranges.
  const length = daysIn(range);
  const beforeIt = ({ from, to }: DayRange): DayRange => ({
    from: dayAfter(from, -length),
    to: dayAfter(to, -length),
  });
  const [summed, days, [paying, payingBefore, ...payingIn], types] = await Promise.all([
    findSummedDays(db),
    listDaySums(db, { from: earlier.from, to: range.to }),
    countPayers(db, [range, earlier, ...periods]),
    showTypes(db, range),
  ]);
  const within = ({ from, to }: DayRange) =>
    days.slice(
      placeOfFirst(days, (day) => day >= from),
      placeOfFirst(days, (day) => day > to),
    );
  return {
    ...range,
    by,
    summedAt: summed?.summedAt.toISOString() ?? null,
    totals: figuresOf(within(range), paying),
    before: { ...earlier, ...figuresOf(within(earlier), payingBefore) },
    periods: periods.map((period, at) => ({
      ...period,
      ...figuresOf(within(period), payingIn[at]),
    })),
    periodsBefore: periods.map(beforeIt).map((period) => {
      const its = within(period);
      return {
        ...period,
        revenue: dollarsOf(sum(its, revenueCents)),
        orders: sum(its, ({ orders }) => orders),
      };
    }),
    types,
  };
}

/** Where in days in order the first is that is as late; of a year of days each is asked for. */
function placeOfFirst(days: readonly DaySums[], isAsLate: (day: string) => boolean): number {
  let [from, to] = [0, days.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isAsLate(days[middle]?.day ?? '')) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Customers who paid and are not new have paid before. */
function figuresOf(
  days: readonly DaySums[],
  { customers, newcomers }: Payers = { customers: 0, newcomers: 0 },
): SalesFigures {
  const orders = sum(days, (day) => day.orders);
  const paid = sum(days, ({ paid_cents: cents }) => cents);
  return {
    orders,
    pieces: sum(days, ({ pieces }) => pieces),
    paid: dollarsOf(paid),
    refunded: dollarsOf(sum(days, ({ refunded_cents: cents }) => cents)),
    revenue: dollarsOf(sum(days, revenueCents)),
    average: orders === 0 ? null : dollarsOf(Math.round(paid / orders)),
    newCustomers: newcomers,
    returningCustomers: customers - newcomers,
  };
}

const revenueCents = ({ paid_cents: paid, refunded_cents: refunded }: DaySums): number =>
  paid - refunded;

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

/** Types of which something was sold or refunded, or came back. */
async function showTypes(db: Database, range: DayRange): Promise<TypeFigures[]> {
  const sums = await listTypeSums(db, range);
  const returns = Map.groupBy(await listReturnSums(db, range), ({ type }) => type);
  const unsold = [...returns].filter(([type]) => !sums.some((its) => its.type === type));
  const rows = [...sums, ...unsold.map(([type, [its]]) => ({ ...noSales, type, name: its?.name }))];
  return rows.map(({ type, name, paid_cents: paid, refunded_cents: refunded, orders, pieces }) => {
    const reasons = (returns.get(type) ?? []).map(({ reason, returns: times, pieces: sent }) => ({
      reason,
      returns: times,
      pieces: sent,
    }));
    return {
      type: type === '' ? null : type,
      name: name ?? 'Without a type',
      orders,
      pieces,
      paid: dollarsOf(paid),
      refunded: dollarsOf(refunded),
      returned: sum(reasons, (its) => its.pieces),
      reasons,
    };
  });
}

const noSales = { orders: 0, pieces: 0, paid_cents: 0, refunded_cents: 0 };
