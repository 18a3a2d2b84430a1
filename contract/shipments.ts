import * as z from 'zod/mini';
import { Acknowledged, line, Moment, numeric } from './fields.ts';
import { isTrackingLink } from './tracking-link.ts';

/** The most characters of a tracking link. */
const longestTrackingLink = 500;

/** How a shipment can be followed; empty texts where it cannot. */
const trackingFields = {
  carrier: z.optional(line(80, 0)),
  trackingNumber: z.optional(line(80, 0)),
  trackingLink: z.optional(
    line(longestTrackingLink, 0).check(
      z.refine((text) => text === '' || isTrackingLink(text), 'Must begin with https://.'),
    ),
  ),
};

/** What ships all that is left of an order (Spec §7), and how to follow it. */
export const ShippedStatus = z.object({ status: z.literal('shipped'), ...trackingFields });

/** A number of pieces of an order. */
export const Pieces = numeric.check(
  z.refine((pieces) => Number.isSafeInteger(pieces) && pieces >= 1, 'Must be a whole number.'),
);

/** Pieces of an order that leave the shop together. */
export const NewShipment = z.object({ quantity: Pieces, ...trackingFields });

/** The shipment's number in its order, and how many pieces were shipped so far and are left to ship. */
export const ShipmentMade = z.extend(Acknowledged, {
  number: z.number(),
  shippedQuantity: z.number(),
  left: z.number(),
});
export type ShipmentMade = z.infer<typeof ShipmentMade>;

/** A shipment as the order's customer and admins see it; null where it cannot be followed. */
export const Shipment = z.object({
  /** From 1 in each order. */
  number: z.number(),
  quantity: z.number(),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  trackingLink: z.nullable(z.string()),
  shippedAt: Moment,
});
export type Shipment = z.infer<typeof Shipment>;
