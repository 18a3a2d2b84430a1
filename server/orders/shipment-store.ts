import type { Selectable } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
import { leftToShip, type OrderRow } from './store.ts';

/** A shipment's row. */
export type ShipmentRow = Selectable<Tables['shipments']>;

/** Locks an order until the commit: shipping it and refunding it take turns. Undefined when it is cancelled or there is none. */
export function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'cancelled')
    .forUpdate()
    .executeTakeFirst();
}

/** How a shipment can be followed; empty texts where it cannot. */
export interface Tracking {
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingLink: string;
}

/** What leaves the shop. */
export interface NewShipment extends Tracking {
  readonly quantity: number;
  readonly by: string;
  readonly now: Date;
}

/** Writes a shipment of an order that the caller has locked; the order is shipped with its last piece. */
export async function insertShipment(
  tx: Database,
  order: OrderRow,
  { quantity, by, now, ...tracking }: NewShipment,
): Promise<ShipmentRow> {
  const before = await listShipments(tx, [order.id]);
  const shipment = {
    id: newId(now),
    order_id: order.id,
    number: before.length + 1,
    quantity,
    carrier: tracking.carrier,
    tracking_number: tracking.trackingNumber,
    tracking_link: tracking.trackingLink,
    shipped_at: now,
    shipped_by: by,
  };
  await tx.insertInto('shipments').values(shipment).execute();
  await tx
    .updateTable('orders')
    .set({
      shipped_quantity: order.shipped_quantity + quantity,
      carrier: tracking.carrier || null,
      tracking_number: tracking.trackingNumber || null,
      ...(quantity === leftToShip(order) && { state: 'shipped', shipped_at: now }),
    })
    .where('id', '=', order.id)
    .execute();
  return shipment;
}

export function findShipment(db: Database, id: string): Promise<ShipmentRow | undefined> {
  return db.selectFrom('shipments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The shipments of some orders, by order and number. */
export function listShipments(db: Database, orderIds: readonly string[]): Promise<ShipmentRow[]> {
  return db
    .selectFrom('shipments')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('number')
    .execute();
}

/** The shipments of all orders of a customer, by order and number. */
export function listShipmentsOfCustomer(db: Database, userId: string): Promise<ShipmentRow[]> {
  return db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .selectAll('shipments')
    .where('orders.user_id', '=', userId)
    .orderBy('shipments.order_id')
    .orderBy('shipments.number')
    .execute();
}
