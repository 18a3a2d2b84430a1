import * as z from 'zod/mini';
import { Address } from './addresses.ts';
import { Batch } from './batches.ts';
import { OwnDocument } from './documents.ts';
import { Email, Moment } from './fields.ts';
import { OwnFitVote } from './fit-votes.ts';
import { GarageVehicle } from './garage.ts';
import { OrderList } from './order-list.ts';
import { OrderEvent, OrderInFull } from './orders.ts';
import { Return } from './returns.ts';
import { Review } from './reviews.ts';
import { SavedListInFull } from './saved-lists.ts';
import { StockAlert } from './stock-alerts.ts';
import { User } from './users.ts';

/** An order with all its events, payments and returns; cancelled orders too. Amounts in dollars. */
export const OwnOrder = z.extend(OrderInFull, {
  number: z.string(),
  cancelled: z.boolean(),
  /** Oldest first. */
  events: z.array(OrderEvent),
  payments: z.array(
    z.object({
      transactionId: z.string(),
      amount: z.number(),
      state: z.enum(['open', 'kept', 'canceled', 'refund_due', 'refunded']),
      createdAt: Moment,
    }),
  ),
  /** The first one first; its pictures by their ids. */
  returns: z.array(Return),
});
export type OwnOrder = z.infer<typeof OwnOrder>;

/** Everything the shop stores about a customer, for the customer: no secrets or hashes, nothing about others. */
export const AccountData = z.object({
  writtenAt: Moment,
  account: User,
  /** Newest first. */
  orders: z.array(OwnOrder),
  /** Lists that were ordered at once, newest first; each order names its own. */
  batches: z.array(
    z.pick(Batch, { _id: true, number: true, createdAt: true, poNumber: true, note: true }),
  ),
  /** Receipts and credit notes that were opened, oldest first. */
  documents: z.array(OwnDocument),
  reviews: z.array(Review),
  /** On which vehicles they tried parts, newest first; with reviews and with returns. */
  fitVotes: z.array(OwnFitVote),
  /** The list that they write on. */
  orderList: OrderList,
  /** Those they keep by name. */
  savedLists: z.array(SavedListInFull),
  addresses: z.array(Address),
  /** The vehicles that they keep. */
  garage: z.array(GarageVehicle),
  /** The parts whose return they wait for, the newest request first. */
  stockAlerts: z.array(StockAlert),
  /** Whether they, as an admin, asked for the figures of each week by mail. */
  weeklyFigures: z.boolean(),
  /** Newest first. */
  securityEvents: z.array(
    z.object({ kind: z.string(), about: z.string(), createdAt: Moment, times: z.number() }),
  ),
});
export type AccountData = z.infer<typeof AccountData>;

/** Closing an account is confirmed by typing its address. */
export const AccountClosing = z.object({ typedEmail: Email });
