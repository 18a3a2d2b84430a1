import * as z from 'zod/mini';
import { Counted } from './counted.ts';
import { Id, Moment } from './fields.ts';
import {
  daysIn,
  groupings,
  isDay,
  longestRange,
  supplyBands,
  unpaidAges,
  type SupplyBand,
  type UnpaidAge,
} from './figure-rules.ts';
import { returnReasons, type ReturnReason } from './return-rules.ts';

const Day = z.string().check(z.refine(isDay, 'Must be a day such as 2026-11-25.'));

function isInOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}

function isShort({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || daysIn({ from, to }) <= longestRange;
}

/** Which days: both ends are in it; the last thirty where none are given. */
const DaysWanted = {
  from: z.optional(Day),
  to: z.optional(Day),
  by: z._default(z.enum(groupings), 'day'),
};

export const FiguresQuery = z
  .object(DaysWanted)
  .check(
    z.refine(isInOrder, { error: 'Must not end before it begins.', path: ['to'] }),
    z.refine(isShort, { error: `Must not be longer than ${longestRange} days.`, path: ['to'] }),
  );
export type FiguresQuery = z.infer<typeof FiguresQuery>;

/** What was sold, in dollars and pieces; docs/words.md says what each figure is. */
export const SalesFigures = z.object({
  orders: z.number(),
  pieces: z.number(),
  paid: z.number(),
  refunded: z.number(),
  /** Paid less refunded. */
  revenue: z.number(),
  /** Paid by order; null without orders. */
  average: z.nullable(z.number()),
  newCustomers: z.number(),
  returningCustomers: z.number(),
});
export type SalesFigures = z.infer<typeof SalesFigures>;

const range = { from: z.string(), to: z.string() };

/** What was sold and came back of one part type; `type` is null for parts without one. */
export const TypeFigures = z.object({
  type: z.nullable(z.string()),
  name: z.string(),
  orders: z.number(),
  pieces: z.number(),
  paid: z.number(),
  refunded: z.number(),
  /** Pieces of returns that were asked for in these days and not declined or withdrawn. */
  returned: z.number(),
  /** The same by reason, most pieces first. */
  reasons: z.array(
    z.object({
      reason: z.enum(Object.keys(returnReasons) as ReturnReason[]),
      returns: z.number(),
      pieces: z.number(),
    }),
  ),
});
export type TypeFigures = z.infer<typeof TypeFigures>;

export const Figures = z.object({
  ...range,
  by: z.enum(groupings),
  /** Up to when the sums are complete; null while the shop sums up for the first time. */
  summedAt: z.nullable(Moment),
  totals: SalesFigures,
  /** As many days just before. */
  before: z.extend(SalesFigures, range),
  /** In order, without gaps. */
  periods: z.array(z.extend(SalesFigures, range)),
  /** As many days before each period, in the same order. */
  periodsBefore: z.array(z.object({ ...range, revenue: z.number(), orders: z.number() })),
  /** By part type, the most paid first. */
  types: z.array(TypeFigures),
});
export type Figures = z.infer<typeof Figures>;

/** A part by what was paid for it in some days; dollars. */
export const BestSeller = z.object({
  productId: Id,
  name: z.string(),
  orders: z.number(),
  pieces: z.number(),
  paid: z.number(),
});
export type BestSeller = z.infer<typeof BestSeller>;

const bands = Object.keys(supplyBands) as SupplyBand[];

/** The parts on sale by how long their stock lasts, as counted once a day. `value`: stock at today's prices, dollars. */
export const StockFigures = z.object({
  /** Null before the first count. */
  countedAt: z.nullable(Moment),
  bands: z.array(
    z.object({ band: z.enum(bands), parts: z.number(), pieces: z.number(), value: z.number() }),
  ),
  /** Dead stock, what is worth most first; 100 parts at most. */
  dead: z.array(
    z.object({
      productId: Id,
      name: z.string(),
      pieces: z.number(),
      value: z.number(),
      lastSoldAt: z.nullable(Moment),
    }),
  ),
});
export type StockFigures = z.infer<typeof StockFigures>;

const ages = Object.keys(unpaidAges) as UnpaidAge[];

/** What needs a person today. */
export const ToDo = z.object({
  ordersToShip: Counted,
  returnsAsked: Counted,
  /** Payments that arrived for orders which this shop does not have. */
  paymentsWithoutOrder: Counted,
  disputedOrders: Counted,
  /** Refunds that an admin promised and the card did not take. */
  failedRefunds: Counted,
  /** Parts that nobody can order now, and of which some were paid for within the last thirty days. */
  soldOut: Counted,
  /** Unpaid orders of accounts that never paid. */
  heldByNewcomers: Counted,
  emptySearches: Counted,
  failedMails: Counted,
  /** What the last look of the doctor found; null before the first one. */
  doctor: z.nullable(z.object({ checkedAt: Moment, broken: z.number(), unknown: z.number() })),
  /** Unpaid orders by age, dollars. */
  unpaid: z.array(z.object({ age: z.enum(ages), orders: z.number(), total: z.number() })),
});
export type ToDo = z.infer<typeof ToDo>;

/** The blocks of the overview that are files, too. */
export const figureFiles = [
  'to-do',
  'sales',
  'types',
  'best-sellers',
  'supply',
  'dead-stock',
  'unpaid',
] as const;
export const FigureFile = z.object({ file: z.enum(figureFiles) });
