import type { Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Database } from '#server/shop.ts';
import { leftToShip } from '#server/orders/store.ts';
import type { RefundRow } from './refund-store.ts';

const refundable = [
  'id',
  'state',
  'total_cents',
  'refunded_cents',
  'transaction_id',
  'part_id',
  'part_name',
  'quantity',
  'email',
  'disputed_since',
  'restocked_quantity',
  'unit_price_cents',
  'shipped_quantity',
  'refunded_quantity',
] as const;

/** What the refund of an order depends on. */
export type RefundableOrder = Pick<Selectable<Tables['orders']>, (typeof refundable)[number]>;

/** Locked until the commit: refunds of an order take turns, so that their sum is never too much. By id, without cancelled ones. */
export function lockRefundableOrders(
  tx: Database,
  ids: readonly string[],
): Promise<RefundableOrder[]> {
  return tx
    .selectFrom('orders')
    .select(refundable)
    .where('id', 'in', ids)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .forUpdate()
    .execute();
}

interface Refunding {
  readonly order: RefundableOrder;
  /** Pieces that go back on sale. */
  readonly restocks: number;
  /** When the last shipment left; null before the first. */
  readonly shippedAt: Date | null;
}

/**
 * Inserts a due refund and adds it to the order's totals, with the pieces that go back on sale. The caller has locked the order.
 * One of which pieces were shipped is shipped when the refund is for all others.
 */
export async function insertRefund(
  tx: Database,
  refund: RefundRow,
  { order, restocks, shippedAt }: Refunding,
): Promise<{ readonly isShippedNow: boolean }> {
  await tx.insertInto('refunds').values(refund).execute();
  const refunded_cents = order.refunded_cents + refund.amount_cents;
  const pieces = refund.pieces ?? 0;
  const isShippedNow = pieces > 0 && order.shipped_quantity > 0 && leftToShip(order) === pieces;
  await tx
    .updateTable('orders')
    .set({
      refunded_cents,
      refunded_quantity: order.refunded_quantity + pieces,
      ...(isShippedNow && { state: 'shipped', shipped_at: shippedAt }),
      ...restocked({ ...order, refunded_cents }, restocks, leftToShip(order) - pieces),
    })
    .where('id', '=', refund.order_id)
    .execute();
  return { isShippedNow };
}

/** Counts pieces of a locked order that go back on sale without money. */
export async function countRestocked(
  tx: Database,
  order: RefundableOrder,
  restocks: number,
): Promise<void> {
  if (restocks === 0) return;
  await tx
    .updateTable('orders')
    .set(restocked(order, restocks))
    .where('id', '=', order.id)
    .execute();
}

/** The pieces of an order that are on sale again, with some more. Of these `unshipped` were still to be shipped, which is all that were. */
function restocked(
  order: Pick<
    RefundableOrder,
    'quantity' | 'restocked_quantity' | 'refunded_cents' | 'total_cents'
  >,
  more: number,
  unshipped = 0,
) {
  const restocked_quantity = order.restocked_quantity + more;
  const isAll = restocked_quantity === order.quantity || unshipped > 0;
  return {
    restocked_quantity,
    // All money went back, and all pieces, or all that were there to be shipped: those never will be, whatever becomes of the money.
    ...(more > 0 && isAll && order.refunded_cents === order.total_cents && { restocked: true }),
  };
}

/**
 * Refuses with `pieces_left_over` what gives back the last of the money, but not of the pieces left to ship: of an order without money nothing is shipped
 * or refunded any more.
 */
export function refuseLeftOver(
  order: Pick<
    RefundableOrder,
    'total_cents' | 'refunded_cents' | 'quantity' | 'shipped_quantity' | 'refunded_quantity'
  >,
  { amountCents, pieces }: { readonly amountCents: number; readonly pieces: number },
): void {
  const left = leftToShip(order);
  const isLast = amountCents > 0 && amountCents === order.total_cents - order.refunded_cents;
  if (isLast && pieces < left) refuse('pieces_left_over', { details: { left } });
}
