import type { Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
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
  'shipped_at',
  'restocked_quantity',
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

/**
 * Inserts a due refund and adds it to the order's total of refunds, with the pieces that go back on sale. The caller has locked the
 * order.
 */
export async function insertRefund(
  tx: Database,
  refund: RefundRow,
  { order, restocks }: { order: RefundableOrder; restocks: number },
): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
  const refunded_cents = order.refunded_cents + refund.amount_cents;
  const restocked_quantity = order.restocked_quantity + restocks;
  await tx
    .updateTable('orders')
    .set({
      refunded_cents,
      restocked_quantity,
      // All money went back, and all pieces: older copies know no other kind of restocking.
      ...(restocks > 0 &&
        restocked_quantity === order.quantity &&
        refunded_cents === order.total_cents && { restocked: true }),
    })
    .where('id', '=', refund.order_id)
    .execute();
}
