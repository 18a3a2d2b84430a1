import * as z from 'zod/mini';
import { Acknowledged, hasNoVin, Id, line, Moment, numeric, PageQuery, text } from './fields.ts';
import { TriedVehicle } from './fit-votes.ts';
import { centsOf } from './money.ts';
import { returnLimits, returnReasons, returnStates } from './return-rules.ts';
import { Pieces } from './shipments.ts';

const Reason = z.enum(Object.keys(returnReasons) as (keyof typeof returnReasons)[]);
const Status = z.enum(Object.keys(returnStates) as (keyof typeof returnStates)[]);

/** What a customer sends back, and why; the vehicle only of a part that does not fit it. */
export const NewReturn = z
  .object({
    reason: Reason,
    quantity: Pieces,
    note: z._default(text(returnLimits.noteLength, 0), ''),
    /** In words. */
    vehicle: z._default(line(returnLimits.vehicleLength, 0).check(hasNoVin), ''),
    /** The same vehicle as the shop names it: then the return counts as this buyer's vote, and needs no words. */
    tried: z.optional(TriedVehicle),
  })
  .check(
    z.refine(
      ({ reason, vehicle, tried }) =>
        (vehicle === '' && tried === undefined) || reason === 'does-not-fit',
      { error: 'Only of a part that does not fit.', path: ['vehicle'] },
    ),
  );
export type NewReturn = z.infer<typeof NewReturn>;

export const ReturnAsked = z.extend(Acknowledged, { insertedId: Id, number: z.string() });

export const PictureAdded = z.extend(Acknowledged, { insertedId: Id });

/** A return as the order's customer and admins see it; null where it has not come so far. Dollars. */
export const Return = z.object({
  _id: Id,
  number: z.string(),
  orderId: Id,
  reason: Reason,
  quantity: z.number(),
  note: z.string(),
  vehicle: z.string(),
  status: Status,
  /** What the shop answered. */
  words: z.string(),
  createdAt: Moment,
  /** When it was agreed to, declined or withdrawn. */
  decidedAt: z.nullable(Moment),
  receivedAt: z.nullable(Moment),
  receivedQuantity: z.nullable(z.number()),
  settledAt: z.nullable(Moment),
  refunded: z.nullable(z.number()),
  restockedQuantity: z.nullable(z.number()),
  /** The ids of its pictures, in the order in which they were added. */
  pictures: z.array(Id),
});
export type Return = z.infer<typeof Return>;

/** The returns of an order, the first one first, and how many pieces another one may have now. */
export const OrderReturns = z.object({ returnable: z.number(), returns: z.array(Return) });
export type OrderReturns = z.infer<typeof OrderReturns>;

/** A return with what an admin decides by. Dollars. */
export const ManagedReturn = z.extend(Return, {
  orderNumber: z.string(),
  productId: Id,
  productName: z.string(),
  name: z.string(),
  email: z.string(),
  price: z.number(),
  /** Of the pieces that have arrived: the most that can be given back for them, and that can go on sale again. */
  refundable: z.number(),
  restockable: z.number(),
});
export type ManagedReturn = z.infer<typeof ManagedReturn>;

/** One page of the admins' table: all returns, or those of a status; `open` are those that are not finished. */
export const ReturnsQuery = z.object({
  status: z.optional(z.enum(['open', ...Status.options])),
  ...PageQuery,
});
export type ReturnsQuery = z.infer<typeof ReturnsQuery>;

const none = (pieces: number) => Number.isSafeInteger(pieces) && pieces >= 0;

/**
 * What an admin does with a return: agrees with what to do, or declines with why, also when nothing came; notes how many
 * pieces arrived; gives the money back, all of their price when no amount (dollars) is named, and puts `restock` pieces on sale.
 */
export const ReturnStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('agree'), words: text(returnLimits.wordsLength) }),
  z.object({ step: z.literal('decline'), words: text(returnLimits.wordsLength) }),
  z.object({ step: z.literal('receive'), quantity: Pieces }),
  z.object({
    step: z.literal('settle'),
    amount: z.optional(
      numeric.check(
        z.refine(
          (amount) => amount === 0 || centsOf(amount) > 0,
          'Must not be below zero, with at most two decimals.',
        ),
      ),
    ),
    restock: numeric.check(z.refine(none, 'Must be a whole number.')),
  }),
]);
export type ReturnStep = z.infer<typeof ReturnStep>;
