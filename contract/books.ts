import * as z from 'zod/mini';
import { monthPattern, refundSources, type RefundSource } from './book-rules.ts';
import { Id, Moment, PageQuery } from './fields.ts';

const month = z.string().check(z.regex(monthPattern, 'Must be a month such as 2026-11.'));

export const BookQuery = z.object({ month });
export const BookPageQuery = z.object({ month, ...PageQuery });
export type BookPageQuery = z.infer<typeof BookPageQuery>;

/** How many, and how many dollars together. */
const Sum = z.object({ count: z.number(), amount: z.number() });

/** The payments and refunds of a month (UTC); docs/words.md says what each figure is. */
export const BookSums = z.object({
  month: z.string(),
  payments: Sum,
  /** What of the payments paid for nothing, dollars. */
  paidForNothing: z.number(),
  refunds: Sum,
  cameBack: Sum,
  /** Payments less refunds, and with what came back of these. */
  total: z.number(),
  promised: Sum,
});
export type BookSums = z.infer<typeof BookSums>;

/** What a row of a book has in common with others: `paymentId` is the card provider's; `orders` are ids. */
const entry = {
  at: Moment,
  paymentId: z.string(),
  orders: z.array(Id),
  /** Dollars. */
  amount: z.number(),
};

/** A payment that arrived, with all orders that it was for. */
export const BookPayment = z.object({
  ...entry,
  /** The number of its receipt, when it has one. */
  receipt: z.nullable(z.string()),
  /** What of it paid for nothing, dollars. */
  paidForNothing: z.number(),
});
export type BookPayment = z.infer<typeof BookPayment>;

const sources = Object.keys(refundSources) as RefundSource[];

/** Money that went back, or is promised. */
export const BookRefund = z.object({
  ...entry,
  /** The card provider's; null of a promised one, and of a whole payment that paid for nothing. */
  refundId: z.nullable(z.string()),
  /** The number of its credit note, when it has one. */
  creditNote: z.nullable(z.string()),
  source: z.enum(sources),
  /** What the admin or the shop said of it. */
  reason: z.string(),
  /** The refund failed after it was made, or a dispute was won after all: this money came back to the shop. */
  cameBack: z.boolean(),
});
export type BookRefund = z.infer<typeof BookRefund>;
