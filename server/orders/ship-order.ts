import { orderSubject, recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { by, insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { findOrder, markShipped, type Parcel } from './store.ts';
import type { Shop } from '#server/shop.ts';

/**
 * Marks a paid order as shipped; idempotent.
 * Refuses with `order_not_found`, `order_not_paid`, `order_disputed`, or `order_refunded` when it is wholly refunded.
 */
export async function shipOrder(
  shop: Shop,
  admin: Customer,
  { orderId, ...parcel }: Parcel & { orderId: string },
): Promise<void> {
  const now = shop.clock.now();
  const isShippedNow = await inTransaction(shop.db, async (tx) => {
    const shipped = await markShipped(tx, orderId, { ...parcel, now });
    if (!shipped) {
      const order = (await findOrder(tx, orderId)) ?? refuse('order_not_found');
      if (order.state === 'shipped') return false;
      if (order.refunded_cents >= order.total_cents) refuse('order_refunded');
      refuse(order.disputed_since === null ? 'order_not_paid' : 'order_disputed');
    }
    await insertOrderEvent(tx, orderId, { kind: 'shipped', ...by('admin', admin.userId), now });
    await mailCustomer(tx, shop, orderId, { kind: 'shipped' });
    await recordAudit(tx, {
      actor: admin,
      action: 'order shipped',
      subject: orderSubject(shipped),
      before: { status: null },
      after: { status: 'shipped', ...parcel },
      now,
    });
    return true;
  });
  if (isShippedNow) shop.orderEnded('shipped');
}
