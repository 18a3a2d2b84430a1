import { dollarsOf } from '#contract/money.ts';
import type { Order, OrderInFull, OrderToPay } from '#contract/orders.ts';
import type { Shipment } from '#contract/shipments.ts';
import { heldUntil, holding } from '#server/holds/held-until.ts';
import type { ShipmentRow } from './shipment-store.ts';
import type { OrderRow } from './store.ts';
import type { Shop } from '#server/shop.ts';

const shown = [
  'id',
  'batch_id',
  'state',
  'created_at',
  'held_until',
  'paid_at',
  'transaction_id',
  'refunded_cents',
  'disputed_since',
  'part_id',
  'part_name',
  'image',
  'quantity',
  'unit_price_cents',
  'total_cents',
  'carrier',
  'tracking_number',
  'shipped_quantity',
  'refunded_quantity',
  'name',
  'email',
  'phone',
  'address',
] as const;

/** What lists select of the table `orders`: a third of its columns is not shown. */
export const shownColumns = shown.map((name) => `orders.${name}` as const);

/** An order's row as lists have it. */
export type ShownOrderRow = Pick<OrderRow, (typeof shown)[number]>;

/** An order as its customer and admins see it. */
export function showOrder(
  row: ShownOrderRow,
  { orderHoldHours }: Pick<Shop, 'orderHoldHours'>,
): Order {
  return {
    _id: row.id,
    productId: row.part_id,
    productName: row.part_name,
    image: row.image,
    price: dollarsOf(row.unit_price_cents),
    quantity: row.quantity,
    total: dollarsOf(row.total_cents),
    paid: row.paid_at !== null,
    status: row.state === 'shipped' ? 'shipped' : null,
    heldUntil: (holding as readonly string[]).includes(row.state)
      ? heldUntil(row, orderHoldHours).toISOString()
      : null,
    name: row.name,
    email: row.email,
    address: row.address,
    phone: row.phone,
    transactionId: row.transaction_id,
    refundedTotal: dollarsOf(row.refunded_cents),
    disputedSince: row.disputed_since?.toISOString() ?? null,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    shippedQuantity: row.shipped_quantity,
    refundedQuantity: row.refunded_quantity,
    createdAt: row.created_at.toISOString(),
    batchId: row.batch_id,
  };
}

/** An order with its shipments, as its customer and admins see it. */
export function showInFull(
  row: OrderRow,
  shipments: readonly ShipmentRow[],
  settings: Pick<Shop, 'orderHoldHours'>,
): OrderInFull {
  return { ...showOrder(row, settings), shipments: shipments.map(showShipment) };
}

function showShipment(row: ShipmentRow): Shipment {
  return {
    number: row.number,
    quantity: row.quantity,
    carrier: row.carrier || null,
    trackingNumber: row.tracking_number || null,
    trackingLink: row.tracking_link || null,
    shippedAt: row.shipped_at.toISOString(),
  };
}

/** The view of whoever holds the pay link: nothing personal. */
export function showOrderToPay(order: Order): OrderToPay {
  const { _id, productId, productName, image, price, quantity, total, paid, status } = order;
  const facts = { _id, productId, productName, image, price, quantity, total, paid, status };
  return { ...facts, heldUntil: order.heldUntil };
}
