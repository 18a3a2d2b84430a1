import * as z from 'zod/mini';
import { listOf, type Endpoint } from './endpoint.ts';
import { Id, line, Moment, PageQuery } from './fields.ts';
import { Order } from './orders.ts';

/** How orders stand, as one's own are narrowed: a wholly refunded one is neither pending nor shipped. */
export const orderStates = ['unpaid', 'pending', 'shipped', 'refunded', 'cancelled'] as const;

/**
 * Which of one's own orders to list. `q` finds a part by words of its name or by the beginning of its own number, an order or a
 * batch by the beginning of its number or id, and a batch by its PO number. Cancelled ones are listed by their state alone.
 */
export const MyOrdersWanted = z.object({
  q: z.optional(line(100, 0)),
  state: z.optional(z.enum(orderStates)),
  since: z.optional(z.iso.datetime({ offset: true })),
  until: z.optional(z.iso.datetime({ offset: true })),
  /** Only the lines of this batch, one by one. */
  batch: z.optional(Id),
});
export type MyOrdersWanted = z.infer<typeof MyOrdersWanted>;

/** One page of them. */
export const MyOrdersQuery = z.extend(MyOrdersWanted, PageQuery);
export type MyOrdersQuery = z.infer<typeof MyOrdersQuery>;

/** A single order, or a line of a batch. */
const ListedOrder = z.extend(Order, {
  kind: z.literal('order'),
  /** The own number that the part has now. */
  partNumber: z.nullable(z.string()),
  cancelled: z.boolean(),
});
export type ListedOrder = z.infer<typeof ListedOrder>;

/** A batch in place of its lines. Dollars. */
export const ListedBatch = z.object({
  kind: z.literal('batch'),
  _id: Id,
  number: z.string(),
  createdAt: Moment,
  poNumber: z.string(),
  /** All its lines, cancelled ones too. */
  lines: z.number(),
  /** Those that the query lists. */
  listed: z.number(),
  /** Pieces and dollars of those that are not cancelled. */
  quantity: z.number(),
  total: z.number(),
  /** How many lines stand how; together `lines`. */
  states: z.record(z.enum(orderStates), z.number()),
  /** Dollars of the unpaid ones, and when the first of them is no longer held. */
  unpaidTotal: z.number(),
  heldUntil: z.nullable(Moment),
});
export type ListedBatch = z.infer<typeof ListedBatch>;

/** What a customer ordered at once: one part, or a list of parts. */
export const MyOrder = z.discriminatedUnion('kind', [ListedOrder, ListedBatch]);
export type MyOrder = z.infer<typeof MyOrder>;

/** A customer's own orders where they are thousands, beyond Spec §7; `GET /orders` lists them one by one. */
export const myOrderCalls = {
  listMyOrders: {
    ...listOf(MyOrder),
    path: '/my-orders',
    summary:
      "The caller's own orders, newest first, a batch in place of its lines; searched and narrowed by the query.",
    access: 'customer',
    price: 3,
    query: MyOrdersQuery,
  },
  exportMyOrders: {
    method: 'GET',
    path: '/my-orders.csv',
    summary: 'Every order that the same query of GET /my-orders lists, as a CSV file.',
    access: 'customer',
    price: 10,
    query: MyOrdersWanted,
    answer: z.string(),
    csv: true,
    download: 'my-orders.csv',
  },
} as const satisfies Record<string, Endpoint>;
