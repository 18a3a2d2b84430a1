import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { shipOrder, shipPieces } from './ship-order.ts';
import type { Tracking } from './shipment-store.ts';

/** What ships orders, as a whole or in parts. */
export function shipmentHandlers(shop: Shop): Handlers<'shipOrder' | 'shipPieces'> {
  return {
    async shipOrder({ params, body, who }) {
      await shipOrder(shop, who, { orderId: params.id, ...trackingOf(body) });
      return { acknowledged: true };
    },

    shipPieces: ({ params, body, who, idempotencyKey }) =>
      shipPieces(shop, who, {
        orderId: params.id,
        quantity: body.quantity,
        ...trackingOf(body),
        key: idempotencyKey,
      }),
  };
}

/** What is said of how a shipment can be followed; empty texts for the rest. */
function trackingOf(body: {
  readonly [K in keyof Tracking]?: string | undefined;
}): Tracking {
  const { carrier = '', trackingNumber = '', trackingLink = '' } = body;
  return { carrier, trackingNumber, trackingLink };
}
