import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { findOrder, markShipped, type Parcel } from './store.ts';
import type { Shop } from '#server/shop.ts';

/**
 * Marks a paid order as shipped; done twice it is done once.
 * Refuses with `order_not_found`, `order_not_paid`, `order_disputed`, or `order_refunded` when all of its money went back.
 */
export async function shipOrder(
  shop: Shop,
  admin: Customer,
  { orderId, ...parcel }: Parcel & { orderId: string },
): Promise<void> {
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const shipped = await markShipped(tx, orderId, { ...parcel, now });
    if (!shipped) {
      const order = (await findOrder(tx, orderId)) ?? refuse('order_not_found');
      if (order.state === 'shipped') return;
      if (order.refunded_cents >= order.total_cents) refuse('order_refunded');
      refuse(order.disputed_since === null ? 'order_not_paid' : 'order_disputed');
    }
    await insertOrderEvent(tx, {
      orderId,
      kind: 'shipped',
      role: 'admin',
      actor: admin.userId,
      now,
    });
    await mailCustomer(tx, shop, orderId, { kind: 'shipped' });
    await recordAudit(tx, {
      actor: admin,
      action: 'order shipped',
      subject: {
        type: 'order',
        id: shipped.id,
        name: `${shipped.quantity} × ${shipped.part_name}`,
      },
      before: { status: null },
      after: { status: 'shipped', ...parcel },
      now,
    });
  });
}
