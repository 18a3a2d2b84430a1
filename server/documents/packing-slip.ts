import { batchNumber } from '#contract/batch-rules.ts';
import type { DocumentOf } from '#contract/documents.ts';
import { slipNumber } from '#contract/document-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import { findShipment, listShipments, type ShipmentRow } from '#server/orders/shipment-store.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { listBoxes, listTogether, type Box } from './boxes.ts';
import { headOf, lineOf, sellerOf } from './facts.ts';
import { findPrintedOrder, type PrintedOrder } from './printed-orders.ts';

/** The slip of a shipment and of those that left with it, by the id of any of them. Refuses with `document_not_found`. */
export async function showPackingSlip(
  shop: Shop,
  whose: OrderScope,
  shipmentId: string,
): Promise<DocumentOf<'packing-slip'>> {
  const { order, orders, box } = await findBox(shop.db, whose, shipmentId);
  const [first] = box;
  const before = await piecesBefore(shop.db, box);
  return {
    kind: 'packing-slip',
    number: slipNumber(first.order_id, first.number),
    date: first.shipped_at.toISOString(),
    ...headOf(await sellerOf(shop), orders),
    listNumber: order.batch_id === null ? null : batchNumber(order.batch_id),
    note: order.note ?? '',
    orderedAt: order.created_at.toISOString(),
    carrier: first.carrier || null,
    trackingNumber: first.tracking_number || null,
    lines: orders.map((line) => ({
      ...lineOf(line, orders),
      ordered: line.quantity,
      before: before.get(line.id) ?? 0,
      shipped: box.find(({ order_id }) => order_id === line.id)?.quantity ?? 0,
    })),
  };
}

/** `orders`: those of which pieces are in the box. */
async function findBox(
  db: Database,
  whose: OrderScope,
  shipmentId: string,
): Promise<{ order: PrintedOrder; orders: PrintedOrder[]; box: Box }> {
  const shipment = (await findShipment(db, shipmentId)) ?? refuse('document_not_found');
  const order = await findPrintedOrder(db, shipment.order_id, whose);
  if (order === undefined) refuse('document_not_found');
  const together = await listTogether(db, order);
  const boxes = await listBoxes(db, together);
  const box = boxes.find((one) => one.some(({ id }) => id === shipmentId)) ?? [shipment];
  const inBox = new Set(box.map(({ order_id }) => order_id));
  return { order, orders: together.filter(({ id }) => inBox.has(id)), box };
}

/** The pieces that left with earlier shipments of each order. */
async function piecesBefore(db: Database, box: Box): Promise<ReadonlyMap<string, number>> {
  const shipped = new Map(box.map((shipment) => [shipment.order_id, shipment]));
  const isBefore = ({ order_id, number }: ShipmentRow) =>
    number < (shipped.get(order_id)?.number ?? 0);
  const before = new Map<string, number>();
  for (const one of (await listShipments(db, [...shipped.keys()])).filter(isBefore))
    before.set(one.order_id, (before.get(one.order_id) ?? 0) + one.quantity);
  return before;
}
