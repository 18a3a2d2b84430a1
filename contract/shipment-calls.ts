import type { Endpoint } from './endpoint.ts';
import { notAcknowledged } from './fields.ts';
import { ofOrder } from './orders.ts';
import { NewShipment, ShipmentMade } from './shipments.ts';

/** Shipping an order in parts, beyond Spec §7. */
export const shipmentCalls = {
  shipPieces: {
    method: 'POST',
    path: '/orders/{id}/shipments',
    summary: 'Ship pieces of a paid order: all that are left, or some of them.',
    access: 'admin',
    ...ofOrder,
    body: NewShipment,
    answer: ShipmentMade,
    status: 201,
    refused: notAcknowledged,
    errors: ['order_not_paid', 'order_refunded', 'order_disputed', 'pieces_too_many', 'key_reused'],
  },
} as const satisfies Record<string, Endpoint>;
