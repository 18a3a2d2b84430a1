import type { AnswerFor } from '#contract/api.ts';
import { orderSubject, recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { by, insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { insertShipment, lockOrder, type ShipmentRow, type Tracking } from './shipment-store.ts';
import { leftToShip, type OrderRow } from './store.ts';
import type { Database, Shop } from '#server/shop.ts';

/**
 * Ships all that is left of a paid order; idempotent.
 * Refuses with `order_not_found`, `order_not_paid`, `order_disputed`, or `order_refunded` when it is wholly refunded.
 */
export async function shipOrder(
  shop: Shop,
  admin: Customer,
  { orderId, ...tracking }: Tracking & { orderId: string },
): Promise<void> {
  const made = await inTransaction(shop.db, async (tx) => {
    const order = (await lockOrder(tx, orderId)) ?? refuse('order_not_found');
    if (order.state === 'shipped') return undefined;
    return ship(tx, shop, order, { ...tracking, admin, quantity: leftToShip(order) });
  });
  if (made?.left === 0) shop.orderEnded('shipped');
}

interface PiecesToShip extends Tracking {
  readonly orderId: string;
  /** At least 1. */
  readonly quantity: number;
  readonly key: string | undefined;
}

/**
 * Ships pieces of a paid order, once per key; the order is shipped with the last of them.
 * Refuses as `shipOrder` does, with `pieces_too_many` when fewer are left to ship, and with `key_reused`.
 */
export async function shipPieces(
  shop: Shop,
  admin: Customer,
  { orderId, key, ...wanted }: PiecesToShip,
): Promise<AnswerFor<'shipPieces'>> {
  const { quantity, carrier, trackingNumber, trackingLink } = wanted;
  const request = ['ship', orderId, quantity, carrier, trackingNumber, trackingLink];
  const asked = { userId: admin.userId, key, request, now: shop.clock.now() };
  let isDoneNow = false;
  const answer = await inTransaction(shop.db, (tx) =>
    oncePerKey(tx, asked, async () => {
      const order = (await lockOrder(tx, orderId)) ?? refuse('order_not_found');
      const made = await ship(tx, shop, order, { ...wanted, admin });
      isDoneNow = made.left === 0;
      return made;
    }),
  );
  if (isDoneNow) shop.orderEnded('shipped');
  return answer;
}

interface ToShip extends Tracking {
  readonly admin: Customer;
  readonly quantity: number;
  readonly now: Date;
}

/** Writes a shipment of an order that is locked, and tells of it. */
async function ship(
  tx: Database,
  shop: Shop,
  order: OrderRow,
  wanted: Omit<ToShip, 'now'>,
): Promise<AnswerFor<'shipPieces'>> {
  const { shipment, left } = await writeShipment(tx, order, { ...wanted, now: shop.clock.now() });
  await mailCustomer(tx, shop, order.id, { kind: 'shipped', shipment: mailed(shipment), left });
  const shippedQuantity = order.shipped_quantity + shipment.quantity;
  return { acknowledged: true, number: shipment.number, shippedQuantity, left };
}

/** What its mail tells of a shipment. */
function mailed({ number, quantity, carrier, tracking_number, tracking_link }: ShipmentRow) {
  return { number, quantity, carrier, tracking_number, tracking_link };
}

/** Writes a shipment of an order that is locked; the caller tells of it. Refuses as `shipPieces` does. */
export async function writeShipment(
  tx: Database,
  order: OrderRow,
  { admin, quantity, now, ...tracking }: ToShip,
): Promise<{ shipment: ShipmentRow; left: number }> {
  if (order.paid_at === null) refuse('order_not_paid');
  if (order.refunded_cents >= order.total_cents || order.refunded_quantity === order.quantity)
    refuse('order_refunded');
  if (order.disputed_since !== null) refuse('order_disputed');
  const left = leftToShip(order) - quantity;
  if (left < 0) refuse('pieces_too_many', { details: { left: leftToShip(order) } });
  const shipment = await insertShipment(tx, order, {
    ...tracking,
    quantity,
    by: admin.userId,
    now,
  });
  const details = { shipment: shipment.number, pieces: quantity, left };
  await insertOrderEvent(tx, order.id, {
    kind: 'shipped',
    ...by('admin', admin.userId),
    details,
    now,
  });
  const shippedQuantity = order.shipped_quantity + quantity;
  await recordAudit(tx, {
    actor: admin,
    action: 'order shipped',
    subject: orderSubject(order),
    before: { shipped: order.shipped_quantity, status: null },
    after: { shipped: shippedQuantity, status: left === 0 ? 'shipped' : null, ...tracking },
    now,
  });
  return { shipment, left };
}
