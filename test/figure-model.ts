import {
  dayAfter,
  daysIn,
  periodsOf,
  rangeBefore,
  type DayRange,
  type Grouping,
} from '#contract/figure-rules.ts';

/** An order that was paid, and what went back of it. */
export interface SoldOrder {
  readonly id: string;
  readonly intent: string;
  readonly day: string;
  readonly customer: string;
  readonly part: string;
  readonly type: string | null;
  readonly pieces: number;
  readonly cents: number;
  readonly refunds: {
    readonly day: string;
    readonly cents: number;
    counts: boolean;
    readonly by: 'admin' | 'provider';
    readonly id?: string;
    fails?: boolean;
  }[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const isIn = (day: string, { from, to }: DayRange): boolean => from <= day && day <= to;

/** The figures of a range by going through all orders, with no table of sums. */
function figuresOf(sold: readonly SoldOrder[], range: DayRange) {
  const orders = sold.filter(({ day }) => isIn(day, range));
  const paid = sum(orders.map(({ cents }) => cents));
  const refunded = sum(
    sold.flatMap(({ refunds }) =>
      refunds.filter(({ day, counts }) => counts && isIn(day, range)).map(({ cents }) => cents),
    ),
  );
  const customers = [...new Set(orders.map(({ customer }) => customer))];
  const newCustomers = customers.filter(
    (one) => !sold.some(({ customer, day }) => customer === one && day < range.from),
  ).length;
  return {
    orders: orders.length,
    pieces: sum(orders.map(({ pieces }) => pieces)),
    paid: paid / 100,
    refunded: refunded / 100,
    revenue: (paid - refunded) / 100,
    average: orders.length === 0 ? null : Math.round(paid / orders.length) / 100,
    newCustomers,
    returningCustomers: customers.length - newCustomers,
  };
}

export function modelFigures(sold: readonly SoldOrder[], range: DayRange, by: Grouping) {
  const types = [...new Set(sold.map(({ type }) => type))]
    .map((type) => {
      const { orders, pieces, paid, refunded } = figuresOf(
        sold.filter((order) => order.type === type),
        range,
      );
      return { type, orders, pieces, paid, refunded };
    })
    .filter(({ orders, refunded }) => orders > 0 || refunded > 0)
    .toSorted((a, b) => b.paid - a.paid || ((a.type ?? '') < (b.type ?? '') ? -1 : 1));
  return {
    totals: figuresOf(sold, range),
    before: figuresOf(sold, rangeBefore(range)),
    periods: periodsOf(range, by).map((period) => ({ ...period, ...figuresOf(sold, period) })),
    periodsBefore: periodsOf(range, by).map(({ from, to }) => {
      const [first, last] = [dayAfter(from, -daysIn(range)), dayAfter(to, -daysIn(range))];
      const { revenue, orders } = figuresOf(sold, { from: first, to: last });
      return { from: first, to: last, revenue, orders };
    }),
    types,
  };
}

/** What was paid for each part in a range, the most first. */
export function modelBestSellers(sold: readonly SoldOrder[], range: DayRange) {
  const within = sold.filter(({ day }) => isIn(day, range));
  return [...Map.groupBy(within, ({ part }) => part)]
    .map(([productId, orders]) => ({
      productId,
      orders: orders.length,
      pieces: sum(orders.map(({ pieces }) => pieces)),
      paid: sum(orders.map(({ cents }) => cents)) / 100,
    }))
    .toSorted((a, b) => b.paid - a.paid || (a.productId < b.productId ? -1 : 1))
    .slice(0, 20);
}
