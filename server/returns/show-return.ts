import { dollarsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { ManagedReturn } from '#contract/returns.ts';
import { showReturn, type listOrdersOfReturns, type ReturnRow } from './store.ts';

type OrderOfReturn = Awaited<ReturnType<typeof listOrdersOfReturns>>[number];

/** A return as admins see it. */
export function showManagedReturn(
  row: ReturnRow,
  order: OrderOfReturn,
  { pictures, restockable }: { pictures: readonly string[]; restockable: number },
): ManagedReturn {
  return {
    ...showReturn(row, pictures),
    orderNumber: orderNumber(order.id),
    productId: order.part_id,
    productName: order.part_name,
    name: order.name,
    email: order.email,
    price: dollarsOf(order.unit_price_cents),
    refundable: dollarsOf(mostRefundable(row, order)),
    restockable: mostRestockable(row, restockable),
  };
}

/** The most cents that can be given back for what has arrived. */
export function mostRefundable(
  { received_quantity }: Pick<ReturnRow, 'received_quantity'>,
  order: Pick<OrderOfReturn, 'unit_price_cents' | 'total_cents' | 'refunded_cents'>,
): number {
  return Math.min(
    (received_quantity ?? 0) * order.unit_price_cents,
    order.total_cents - order.refunded_cents,
  );
}

/** The most pieces of a return that can go on sale again, of those that can of its order. */
export function mostRestockable(
  { received_quantity }: Pick<ReturnRow, 'received_quantity'>,
  ofOrder: number,
): number {
  return Math.min(received_quantity ?? 0, ofOrder);
}
