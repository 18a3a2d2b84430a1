import * as z from 'zod/mini';
import { Acknowledged, Id, line, Moment } from './fields.ts';

/** The provider's id of a payment. */
const PaymentId = line(255);

/** A payment that the card provider holds for this shop, and whose order is not here. */
export const UnbookedPayment = z.object({
  _id: PaymentId,
  /** The first of its orders, and how many there are. */
  orderId: Id,
  orders: z.number(),
  /** In the unit of its currency. */
  amount: z.number(),
  /** ISO 4217, lower case. */
  currency: z.string(),
  createdAt: Moment,
  /** 'paid' waits for an admin; 'confirmed' is being refunded. */
  state: z.enum(['paid', 'confirmed']),
});
export type UnbookedPayment = z.infer<typeof UnbookedPayment>;

/** Which payments are given back, whole. */
export const PaymentsToRefund = z.object({
  ids: z.array(PaymentId).check(z.minLength(1), z.maxLength(1_000)),
});

/** How many of them are given back now, and their sum in dollars. */
export const RefundsConfirmed = z.extend(Acknowledged, {
  confirmed: z.number(),
  amount: z.number(),
});
