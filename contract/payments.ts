import * as z from 'zod/mini';
import { Acknowledged, Id, line, numeric } from './fields.ts';
import { mostPaidTogether } from './money.ts';

/** The key in a renewed pay link. */
export const LinkKey = line(100, 0);

/**
 * `price` is the order's total in dollars as the client shows it; the order's own total is charged. With `orderIds`, of the
 * caller's own orders, it is the sum of their totals, and one payment is for all of them.
 */
export const NewIntent = z
  .object({
    price: numeric,
    orderId: z.optional(Id),
    orderIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(mostPaidTogether))),
    linkKey: z.optional(LinkKey),
  })
  .check(
    z.refine(({ orderId, orderIds }) => orderId === undefined || orderIds === undefined, {
      path: ['orderIds'],
      error: 'Must be left out where there is an orderId.',
    }),
  );
export type NewIntent = z.infer<typeof NewIntent>;

/** What the card form needs to confirm the payment with the provider. `amount` in dollars. */
export const IntentReady = z.object({ clientSecret: z.string(), amount: z.number() });

/** The client reports a payment; the server asks the provider whether it is true. */
export const PaymentDone = z.object({ orderId: Id, transactionId: line(255) });

/** Which card provider the payment page talks to. */
export const CardsConfig = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('sandbox'), address: z.string(), publishableKey: z.string() }),
  z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
]);
export type CardsConfig = z.infer<typeof CardsConfig>;

/** The key of the order's new pay link. */
export const PayLinkRenewed = z.extend(Acknowledged, { linkKey: z.string() });
