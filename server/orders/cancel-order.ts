import { actorText, orderSubject, recordAudit, type Actor } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import {
  findOwnOrder,
  finishCancelling,
  returnPieces,
  startCancelling,
  stopCancelling,
  type CancelReason,
  type OrderRow,
  type OrderScope,
} from './store.ts';
import { endOpenPayment } from '#server/payments/end-open-payment.ts';
import type { Database, Shop } from '#server/shop.ts';

/** Who may cancel, and why they do. */
export interface Cancellation {
  readonly whose: OrderScope;
  readonly because: CancelReason;
  /** The admin who cancels for the customer; noted in the audit log. */
  readonly admin?: Actor;
}

/**
 * Cancels an unpaid order. Its payment is ended at the provider first: the provider's answer decides between this cancel
 * and a payment under way. Then the pieces go back on sale. Idempotent.
 * Refuses with `order_not_found`, `order_paid`, `order_being_paid` or `cards_unavailable`.
 */
export async function cancelOrder(
  shop: Shop,
  orderId: string,
  cancellation: Cancellation,
): Promise<void> {
  const order = await startCancelling(shop.db, orderId, { ...cancellation, now: shop.clock.now() });
  if (!order) return expectCancelled(shop, orderId, cancellation.whose);
  await endPayment(shop, orderId);
  if (!(await finish(shop, orderId, cancellation)))
    return expectCancelled(shop, orderId, cancellation.whose);
  shop.stockChanged([order.part_id]);
  shop.orderEnded('cancelled');
}

/**
 * Ends the payment of an order that is being cancelled. Refuses when there is one that cannot be ended, and the order stays; see
 * `stopCancelling` for one that goes on being cancelled.
 */
export async function endPayment(shop: Shop, orderId: string): Promise<void> {
  const payment = await endOpenPayment(shop, orderId);
  if (payment === 'paid') refuse('order_paid');
  if (payment !== 'ended') {
    await stopCancelling(shop.db, orderId);
    refuse(payment === 'busy' ? 'order_being_paid' : 'cards_unavailable');
  }
}

/** Another request was first: fine when the order is cancelled, else refused with its present state. */
export async function expectCancelled(
  shop: Shop,
  orderId: string,
  whose: OrderScope,
): Promise<void> {
  const order = (await findOwnOrder(shop.db, orderId, whose)) ?? refuse('order_not_found');
  if (order.state === 'cancelled') return;
  refuse(order.state === 'paid' || order.state === 'shipped' ? 'order_paid' : 'order_being_paid');
}

/** False when another request was first. */
async function finish(shop: Shop, orderId: string, cancellation: Cancellation): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const now = shop.clock.now();
    const order = await finishCancelling(tx, orderId, now);
    if (!order) return false;
    const { because } = cancellation;
    const { role, actor } = canceller(cancellation, order);
    const source = { actor: actorText(actor), now };
    await returnPieces(tx, order, { pieces: order.quantity, reason: 'cancel', ...source });
    const kind = because === 'expired' ? 'expired' : 'cancelled';
    await insertOrderEvent(tx, orderId, { kind, role, ...source });
    if (role === 'admin') await auditCancel(tx, order, actor, now);
    await mailCustomer(
      tx,
      shop,
      order.id,
      because === 'expired' ? { kind: 'expired' } : { kind: 'cancelled', because },
    );
    return true;
  });
}

/** An admin has cancelled an order. */
export async function auditCancel(
  tx: Database,
  order: OrderRow,
  actor: Actor,
  now: Date,
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action: 'order cancelled',
    subject: orderSubject(order),
    before: { state: 'unpaid' },
    after: { state: 'cancelled' },
    now,
  });
}

/** Who cancels. When a crash interrupted an admin's cancel, whoever finishes it no longer knows which admin it was. */
export function canceller(
  { because, admin }: Cancellation,
  order: OrderRow,
): { role: 'customer' | 'admin' | 'shop'; actor: Actor } {
  if (because === 'customer' || because === 'account_closed')
    return { role: 'customer', actor: { userId: order.user_id } };
  if (because === 'admin') return { role: 'admin', actor: admin ?? 'admin' };
  return { role: 'shop', actor: 'shop' };
}
