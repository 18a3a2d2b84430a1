import { batchNumber } from '#contract/batch-rules.ts';
import type { DocumentOf } from '#contract/documents.ts';
import { slipNumber } from '#contract/document-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import { findShipment, listShipments } from '#server/orders/shipment-store.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import { headOf, lineOf, sellerOf } from './facts.ts';
import { findPrintedOrder } from './printed-orders.ts';

/** The slip of a shipment, by the shipment's id. Refuses with `document_not_found`. */
export async function showPackingSlip(
  shop: Shop,
  whose: OrderScope,
  shipmentId: string,
): Promise<DocumentOf<'packing-slip'>> {
  const shipment = (await findShipment(shop.db, shipmentId)) ?? refuse('document_not_found');
  const order = await findPrintedOrder(shop.db, shipment.order_id, whose);
  if (order === undefined) refuse('document_not_found');
  const before = (await listShipments(shop.db, [order.id]))
    .filter(({ number }) => number < shipment.number)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    kind: 'packing-slip',
    number: slipNumber(order.id, shipment.number),
    date: shipment.shipped_at.toISOString(),
    ...headOf(await sellerOf(shop), [order]),
    listNumber: order.batch_id === null ? null : batchNumber(order.batch_id),
    note: order.note ?? '',
    orderedAt: order.created_at.toISOString(),
    carrier: shipment.carrier || null,
    trackingNumber: shipment.tracking_number || null,
    lines: [
      { ...lineOf(order, [order]), ordered: order.quantity, before, shipped: shipment.quantity },
    ],
  };
}
