import * as z from 'zod/mini';
import { Counted } from './counted.ts';
import { FitVote } from './fit-votes.ts';
import {
  Acknowledged,
  byId,
  Email,
  Id,
  Moment,
  PageQuery,
  line,
  numeric,
  sortsBy,
  text,
} from './fields.ts';
import { centsOf } from './money.ts';
import { Pieces, Shipment } from './shipments.ts';

/**
 * What the order form sends (Spec §7). Only productId, address, phone and quantity decide anything:
 * name, price, image and e-mail are the client's copies, which the server replaces by its own.
 */
export const NewOrder = z.object({
  productId: Id,
  productName: z.optional(z.unknown()),
  price: z.optional(z.unknown()),
  image: z.optional(z.unknown()),
  name: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
  address: text(500),
  phone: line(40),
  quantity: numeric,
});
export type NewOrder = z.infer<typeof NewOrder>;

/**
 * The order was made. `priceChanged` when the client showed another price; `price` and `total` (dollars) are the shop's.
 * `heldUntil`: when it gives its pieces back if it is not paid.
 */
export const OrderPlaced = z.extend(Acknowledged, {
  insertedId: Id,
  price: z.number(),
  total: z.number(),
  heldUntil: Moment,
  priceChanged: z.optional(z.boolean()),
});
export type OrderPlaced = z.infer<typeof OrderPlaced>;

/** What an order that the caller places now would hold, and how many unpaid ones they have and may have. Lengths in minutes. */
export const HoldPreview = z.object({
  minutes: z.number(),
  unpaid: z.number(),
  mostUnpaid: z.number(),
  /** What the caller can do for a longer hold, and how long that is; null when there is nothing. */
  longer: z.nullable(z.object({ by: z.enum(['confirming', 'paying']), minutes: z.number() })),
  /**
   * What a list ordered now would hold. `mostLines`: how many lines may be unpaid; null where a list counts as one order.
   * `unpaid`: what counts of that now: orders and lines, or orders and lists.
   */
  list: z.object({ minutes: z.number(), unpaid: z.number(), mostLines: z.nullable(z.number()) }),
});
export type HoldPreview = z.infer<typeof HoldPreview>;

/** What whoever holds an order's id may see: enough to pay it, nothing personal. Dollars. */
export const OrderToPay = z.object({
  _id: Id,
  productId: Id,
  productName: z.string(),
  image: z.string(),
  price: z.number(),
  quantity: z.number(),
  total: z.number(),
  paid: z.boolean(),
  /** Truthy means shipped (Spec §3). */
  status: z.nullable(z.string()),
  /** When an unpaid order gives its pieces back. */
  heldUntil: z.nullable(Moment),
});
export type OrderToPay = z.infer<typeof OrderToPay>;

/** An order as its customer and admins see it (Spec §3). */
export const Order = z.extend(OrderToPay, {
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  transactionId: z.nullable(z.string()),
  /** Dollars given back; `paid` stays true. */
  refundedTotal: z.number(),
  /** Since when the cardholder disputes the payment: nothing is shipped meanwhile. */
  disputedSince: z.nullable(Moment),
  /** Of the last shipment. */
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** Pieces that left the shop; `status` is truthy once none is left to ship. */
  shippedQuantity: z.number(),
  /** Pieces that were refunded before they were shipped: they will not be. */
  refundedQuantity: z.number(),
  createdAt: Moment,
  /** The list that it was ordered with. */
  batchId: z.nullable(Id),
});
export type Order = z.infer<typeof Order>;

/** One order with what left the shop of it, the first shipment first. */
export const OrderInFull = z.extend(Order, { shipments: z.array(Shipment) });
export type OrderInFull = z.infer<typeof OrderInFull>;

/** A call about the order in its path. */
export const ofOrder = { params: byId, missing: 'order_not_found' } as const;

/** One order: the owner's and the admins' view, or the payer's. */
export const OrderView = z.union([OrderInFull, OrderToPay]);

/**
 * Which orders the admin's table shows, and in which order; `q` finds product, name, e-mail, order or transaction id, and orders of
 * a list by its PO number or the beginning of its own. `batch`: of this list.
 * `never-paid`: unpaid ones of accounts that never paid anything. `disputed`: of which the cardholder's bank asks the money back. `refund-failed`:
 * with a refund that an admin promised and the card did not take. `customer`: of the account with this address.
 */
export const OrdersWanted = z.object({
  q: z.optional(line(100, 0)),
  state: z.optional(
    z.enum(['unpaid', 'pending', 'shipped', 'refunded', 'never-paid', 'disputed', 'refund-failed']),
  ),
  customer: z.optional(Email),
  batch: z.optional(Id),
  sort: z.optional(sortsBy('total', 'customer', 'product', 'quantity', 'status')),
});
export type OrdersWanted = z.infer<typeof OrdersWanted>;

/** One page of them. */
export const AllOrdersQuery = z.extend(OrdersWanted, PageQuery);
export type AllOrdersQuery = z.infer<typeof AllOrdersQuery>;

/** How many orders there are, and the sum of their totals in dollars; null when there are more than are counted. */
export const OrdersCounted = z.extend(Counted, { total: z.nullable(z.number()) });
export type OrdersCounted = z.infer<typeof OrdersCounted>;

/** Unpaid orders whose pieces an admin puts back on sale. */
export const OrdersToRelease = z.object({
  orderIds: z.array(Id).check(z.minLength(1), z.maxLength(100)),
});

/** Which of them are cancelled now, and which are not and why. */
export const OrdersReleased = z.extend(Acknowledged, {
  released: z.array(Id),
  kept: z.array(z.object({ _id: Id, error: z.string(), message: z.string() })),
});

/**
 * Money to give back of a paid order: an amount in dollars, whose pieces, all that are there and not on sale yet, go back on sale
 * only with the last of the money; or the price of pieces that will not be shipped, which may go back on sale.
 */
export const NewRefund = z
  .object({
    amount: z.optional(
      numeric.check(
        z.refine((amount) => centsOf(amount) > 0, 'Must be above zero, with at most two decimals.'),
      ),
    ),
    pieces: z.optional(Pieces),
    reason: line(300),
    restock: z.boolean(),
  })
  .check(
    z.refine(({ amount, pieces }) => (amount === undefined) !== (pieces === undefined), {
      error: 'Give back either an amount or pieces.',
      path: ['amount'],
    }),
  );
export type NewRefund = z.infer<typeof NewRefund>;

/** What an order went through. */
export const orderEventKinds = [
  'placed',
  'payment_started',
  'paid',
  'shipped',
  'cancelled',
  'expired',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'payments_paused',
  'link_renewed',
] as const;

/** In whose role somebody did it; the provider is the card provider, told of by its messages. */
export const orderEventRoles = ['customer', 'payer', 'admin', 'shop', 'provider'] as const;

/** One moment of an order's story. `actor` names who it was to admins only; customers see the role. */
export const OrderEvent = z.object({
  kind: z.enum(orderEventKinds),
  createdAt: Moment,
  role: z.enum(orderEventRoles),
  actor: z.nullable(z.string()),
  /** Dollars, of a refund. */
  amount: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Of a shipment, and of a refund of pieces that will not be shipped. */
  pieces: z.nullable(z.number()),
  /** Of a shipment: its number. */
  shipment: z.nullable(z.number()),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** An order with its story; also of a cancelled one, whose number is all that is left of it elsewhere. */
export const OrderHistory = z.object({
  order: z.extend(OrderInFull, {
    number: z.string(),
    /** Typed with the list that it was ordered with; empty of others. */
    poNumber: z.string(),
    note: z.string(),
    cancelled: z.boolean(),
    /** The second half of its pay link, for its owner alone and once renewed; before that the id is all of it. */
    linkKey: z.nullable(z.string()),
  }),
  /** Oldest first. */
  events: z.array(OrderEvent),
  /** What its customer wrote about it; another review replaces this one. */
  review: z.nullable(z.object({ rating: z.number(), message: z.string(), fits: z.array(FitVote) })),
});
export type OrderHistory = z.infer<typeof OrderHistory>;
