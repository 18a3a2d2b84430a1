import * as z from 'zod/mini';
import { Email, Moment } from './fields.ts';
import { Order, OrderEvent } from './orders.ts';
import { Review } from './reviews.ts';
import { User } from './users.ts';

/** An order with everything that happened to it and every try to pay it; cancelled ones too. Dollars. */
export const OwnOrder = z.extend(Order, {
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
});
export type OwnOrder = z.infer<typeof OwnOrder>;

/** Everything the shop keeps about somebody, for themselves: no secret, no hash, nothing of anybody else. */
export const AccountData = z.object({
  writtenAt: Moment,
  account: User,
  /** Newest first. */
  orders: z.array(OwnOrder),
  reviews: z.array(Review),
  /** What was written down to guard the account: what, when, and how often. */
  securityEvents: z.array(
    z.object({ kind: z.string(), about: z.string(), createdAt: Moment, times: z.number() }),
  ),
});
export type AccountData = z.infer<typeof AccountData>;

/** What closes an account: its own address, typed once more. */
export const AccountClosing = z.object({ typedEmail: Email });
