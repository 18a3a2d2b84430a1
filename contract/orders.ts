import * as z from 'zod/mini';
import { Acknowledged, Id, Moment, PageQuery, line, numeric, text } from '#contract/fields.ts';

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

/** The order was made. `priceChanged` when the client showed another price; `price` and `total` (dollars) are the shop's. */
export const OrderPlaced = z.extend(Acknowledged, {
  insertedId: Id,
  price: z.number(),
  total: z.number(),
  priceChanged: z.optional(z.boolean()),
});

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
});
export type OrderToPay = z.infer<typeof OrderToPay>;

/** An order as its customer and admins see it (Spec §3). */
export const Order = z.extend(OrderToPay, {
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  transactionId: z.nullable(z.string()),
  createdAt: Moment,
});
export type Order = z.infer<typeof Order>;

/** One order: the owner's and the admins' view, or the payer's. */
export const OrderView = z.union([Order, OrderToPay]);

/** Orders of the admin's table of orders. */
export const orderSorts = ['newest', 'oldest', 'total', '-total'] as const;

/** Which orders the admin's table shows, and how; `q` finds product, name, e-mail, order or transaction id. */
export const AllOrdersQuery = z.object({
  ...PageQuery,
  q: z.optional(line(100, 0)),
  state: z.optional(z.enum(['unpaid', 'pending', 'shipped'])),
  sort: z.optional(z.enum(orderSorts)),
});
export type AllOrdersQuery = z.infer<typeof AllOrdersQuery>;
