import {
  dayOf,
  periodsOf,
  rangeBefore,
  rangeWanted,
  type DayRange,
  type Grouping,
} from '#contract/figure-rules.ts';
import type { Figures, FiguresQuery, SalesFigures, TypeFigures } from '#contract/figures.ts';
import { dollarsOf } from '#contract/money.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  countCustomers,
  countCustomersBy,
  listDaySums,
  listReturnSums,
  listTypeSums,
  type DaySums,
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
  const [summed, days, customers, customersEarlier, types] = await Promise.all([
    findSummedDays(db),
    listDaySums(db, { from: earlier.from, to: range.to }),
    countCustomersBy(db, range, by),
    countCustomers(db, earlier),
    showTypes(db, range),
  ]);
  const daysBefore = days.filter(({ day }) => day < range.from);
  const daysWithin = days.filter(({ day }) => day >= range.from);
  const grouped = (
    sums: readonly DaySums[],
    within: DayRange,
    paying: ReadonlyMap<string, number>,
  ) =>
    groupBy(sums, within, by).map(({ period, its }) => ({
      ...period,
      ...figuresOf(its, paying.get(period.from)),
    }));
  return {
    ...range,
    by,
    summedAt: summed?.summedAt.toISOString() ?? null,
    totals: figuresOf(daysWithin, customers.get('')),
    before: { ...earlier, ...figuresOf(daysBefore, customersEarlier) },
    periods: grouped(daysWithin, range, customers),
    periodsBefore: groupBy(daysBefore, earlier, by).map(({ period, its }) => ({
      ...period,
      revenue: dollarsOf(sum(its, revenueCents)),
      orders: sum(its, ({ orders }) => orders),
    })),
    types,
  };
}

function groupBy(sums: readonly DaySums[], range: DayRange, by: Grouping) {
  return periodsOf(range, by).map((period) => ({
    period,
    its: sums.filter(({ day }) => period.from <= day && day <= period.to),
  }));
}

/** Customers who paid and are not new have paid before. */
function figuresOf(days: readonly DaySums[], customers = 0): SalesFigures {
  const orders = sum(days, (day) => day.orders);
  const paid = sum(days, ({ paid_cents: cents }) => cents);
  const newCustomers = sum(days, ({ new_customers: newOnes }) => newOnes);
  return {
    orders,
    pieces: sum(days, ({ pieces }) => pieces),
    paid: dollarsOf(paid),
    refunded: dollarsOf(sum(days, ({ refunded_cents: cents }) => cents)),
    revenue: dollarsOf(sum(days, revenueCents)),
    average: orders === 0 ? null : dollarsOf(Math.round(paid / orders)),
    newCustomers,
    returningCustomers: Math.max(0, customers - newCustomers),
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
