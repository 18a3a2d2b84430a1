import * as z from 'zod/mini';
import { Acknowledged, Id, line, Moment, numeric, text } from './fields.ts';
import { Order, OrderEvent } from './orders.ts';

/** Lines of one batch. */
const mostBatchLines = 500;

/** A part and how many pieces of it. */
const NewLine = z.object({
  productId: Id,
  quantity: numeric,
  /** The quantity may also be all that is left, when that is less than the part's minimum. */
  sellTheRest: z.optional(z.boolean()),
});

/** A list of parts to order at once. Lines of the same part are one line of their sum. */
export const NewBatch = z.object({
  address: text(500),
  phone: line(40),
  poNumber: z.optional(line(64, 0)),
  note: z.optional(text(500, 0)),
  lines: z.array(NewLine).check(z.minLength(1), z.maxLength(mostBatchLines)),
  /** Order the lines that can be ordered, if there is one; otherwise all are ordered or none. */
  partly: z.optional(z.boolean()),
});
export type NewBatch = z.infer<typeof NewBatch>;

/** Which orders of a batch are shipped: all, or those that an admin was asked about. */
export const ShippedLines = z.object({
  ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(mostBatchLines))),
});
export type ShippedLines = z.infer<typeof ShippedLines>;

/** A line that cannot be ordered, and which quantities can. */
export const RefusedLine = z.object({
  /** Of the first of the lines that name the part, from 0. */
  index: z.number(),
  productId: Id,
  /** The refusal that an order of this line would get. */
  error: z.enum(['part_not_found', 'quantity_out_of_range']),
  message: z.string(),
  /** What can be ordered instead; left out of a part that is not in the shop. */
  minimum: z.optional(z.number()),
  available: z.optional(z.number()),
  step: z.optional(z.number()),
  /** None, one or two quantities, ascending. */
  nearest: z.optional(z.array(z.number())),
  /** What is left below the minimum and is sold as a whole (`sellTheRest`); 0 when nothing is. */
  rest: z.optional(z.number()),
});
export type RefusedLine = z.infer<typeof RefusedLine>;

/** The batch was ordered. Dollars, at the shop's own prices. */
export const BatchPlaced = z.extend(Acknowledged, {
  /** The batch's id; its orders have their own. */
  insertedId: Id,
  total: z.number(),
  /** When the lines give their pieces back if they are not paid. */
  heldUntil: Moment,
  /** Into how many card payments the orders go, filled in this order; more than one when the total is more than a card can be charged. */
  payments: z.number(),
  /** In the order of the list. */
  orders: z.array(
    z.object({
      _id: Id,
      productId: Id,
      quantity: z.number(),
      price: z.number(),
      total: z.number(),
    }),
  ),
  /** Lines that were not ordered; always empty without `partly`. */
  refused: z.array(RefusedLine),
});
export type BatchPlaced = z.infer<typeof BatchPlaced>;

/** A batch with all its orders. Dollars. */
export const Batch = z.object({
  _id: Id,
  number: z.string(),
  createdAt: Moment,
  poNumber: z.string(),
  note: z.string(),
  /** In the order of the list; cancelled ones too, which the specification's calls do not answer. */
  orders: z.array(
    z.extend(Order, {
      number: z.string(),
      cancelled: z.boolean(),
      /** The own number that the part has now. */
      partNumber: z.nullable(z.string()),
    }),
  ),
  /** `ordered` is the sum of `paid`, `open` (not paid yet) and `cancelled`; `refunded` is part of `paid`. */
  totals: z.object({
    ordered: z.number(),
    paid: z.number(),
    refunded: z.number(),
    open: z.number(),
    cancelled: z.number(),
  }),
});
export type Batch = z.infer<typeof Batch>;

/** What happened to lines of a batch in one minute, by one person and for one reason; amounts and pieces are their sums. */
export const BatchEvent = z.extend(OrderEvent, {
  lines: z.number(),
  /** The line, if it happened to one alone. */
  orderId: z.nullable(Id),
});
export type BatchEvent = z.infer<typeof BatchEvent>;

/** The story of a batch, oldest first. */
export const BatchHistory = z.object({ events: z.array(BatchEvent) });
