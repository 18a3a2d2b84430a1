import * as z from 'zod/mini';
import { Acknowledged, Id, line, numeric } from './fields.ts';

/** The key in a renewed pay link. */
export const LinkKey = line(100, 0);

/** `price` is the order's total in dollars as the client shows it; the order's own total is charged. */
export const NewIntent = z.object({
  price: numeric,
  orderId: z.optional(Id),
  linkKey: z.optional(LinkKey),
});
export type NewIntent = z.infer<typeof NewIntent>;

/** What the card form needs to confirm the payment with the provider. `amount` in dollars. */
export const IntentReady = z.object({ clientSecret: z.string(), amount: z.number() });

/** The client reports a payment; the server asks the provider whether it is true. */
export const PaymentDone = z.object({ orderId: Id, transactionId: line(255) });

/** Which card provider the payment page talks to. */
export const CardsConfig = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('sandbox'), address: z.string() }),
  z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
]);
export type CardsConfig = z.infer<typeof CardsConfig>;

/** The key of the order's new pay link. */
export const PayLinkRenewed = z.extend(Acknowledged, { linkKey: z.string() });
