import { listShipments, type ShipmentRow } from '#server/orders/shipment-store.ts';
import type { Database } from '#server/shop.ts';
import { listPrintedOrders, type PrintedOrder } from './printed-orders.ts';

/** Shipments that left together, at most one of each order: a packing slip is of all of them, by the id and number of the first. */
export type Box = readonly [ShipmentRow, ...ShipmentRow[]];

/** An order with the others of its list; a single one alone. */
export function listTogether(db: Database, order: PrintedOrder): Promise<PrintedOrder[]> {
  const { id, batch_id: batchId } = order;
  return listPrintedOrders(db, batchId === null ? { ids: [id] } : { batchId });
}

/**
 * What left the shop of a list, or of a single order: lines that an admin approved in one step, which has one moment, or shipped
 * in one parcel. Oldest first, the lines as in the list.
 */
export async function listBoxes(db: Database, orders: readonly PrintedOrder[]): Promise<Box[]> {
  const ids = orders.map(({ id }) => id);
  const shipments = Map.groupBy(await listShipments(db, ids), ({ order_id }) => order_id);
  const boxes = new Map<string, [ShipmentRow, ...ShipmentRow[]]>();
  for (const shipment of ids.flatMap((id) => shipments.get(id) ?? [])) {
    const key = keyOf(shipment, boxes);
    const box = boxes.get(key);
    if (box) box.push(shipment);
    else boxes.set(key, [shipment]);
  }
  return [...boxes.values()].toSorted(([a], [b]) => Number(a.shipped_at) - Number(b.shipped_at));
}

/** The first box of its moment and parcel that has none of its order. */
function keyOf(shipment: ShipmentRow, boxes: ReadonlyMap<string, Box>): string {
  const { shipped_at, carrier, tracking_number, order_id } = shipment;
  for (let nth = 0; ; nth += 1) {
    const key = JSON.stringify([Number(shipped_at), carrier, tracking_number, nth]);
    if (!boxes.get(key)?.some((other) => other.order_id === order_id)) return key;
  }
}
