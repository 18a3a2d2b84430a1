import { actorText, recordAudit, type Actor } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import {
  findOwnOrder,
  finishCancelling,
  startCancelling,
  stopCancelling,
  type OrderRow,
  type OrdersOf,
} from './store.ts';
import { insertLedgerRow, returnStock } from '#server/parts/store.ts';
import { endOpenPayment } from '#server/payments/end-open-payment.ts';
import type { Database, Shop } from '#server/shop.ts';

/** Whose order it is to be, and why it ends. */
interface Cancellation {
  readonly whose: OrdersOf;
  readonly because: NonNullable<OrderRow['cancelled_because']>;
  /** The admin who does it for the customer: it is then written into the audit log. */
  readonly admin?: Actor;
}

/**
 * Cancels an unpaid order: its payment is ended at the provider first, which orders this against a payment under way;
 * then the pieces go back on sale. Done twice it is done once.
 * Refuses with `order_not_found`, `order_paid`, `order_being_paid` or `cards_unavailable`.
 */
export async function cancelOrder(
  shop: Shop,
  orderId: string,
  cancellation: Cancellation,
): Promise<void> {
  const order = await startCancelling(shop.db, orderId, { ...cancellation, now: shop.clock.now() });
  if (!order) return isOver(shop, orderId, cancellation.whose);
  const payment = await endOpenPayment(shop, orderId);
  if (payment === 'paid') refuse('order_paid');
  if (payment !== 'ended') {
    await stopCancelling(shop.db, orderId);
    refuse(payment === 'busy' ? 'order_being_paid' : 'cards_unavailable');
  }
  if (!(await giveBack(shop, orderId, cancellation)))
    return isOver(shop, orderId, cancellation.whose);
  shop.publicPagesChanged();
}

/** Somebody was faster: fine when the order is cancelled, else refused with what became of it. */
async function isOver(shop: Shop, orderId: string, whose: OrdersOf): Promise<void> {
  const order = (await findOwnOrder(shop.db, orderId, whose)) ?? refuse('order_not_found');
  if (order.state === 'cancelled') return;
  refuse(order.state === 'paid' || order.state === 'shipped' ? 'order_paid' : 'order_being_paid');
}

/** Cancels the order and puts its pieces back on sale; false when somebody else was first. */
async function giveBack(shop: Shop, orderId: string, cancellation: Cancellation): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const now = shop.clock.now();
    const order = await finishCancelling(tx, orderId, now);
    if (!order) return false;
    const { because } = cancellation;
    const { role, actor } = doerOf(cancellation, order);
    await returnStock(tx, order.part_id, order.quantity);
    await insertLedgerRow(tx, {
      id: newId(now),
      part_id: order.part_id,
      delta: order.quantity,
      reason: 'cancel',
      order_id: order.id,
      actor: actorText(actor),
      note: '',
      created_at: now,
    });
    await insertOrderEvent(tx, {
      orderId,
      kind: because === 'expired' ? 'expired' : 'cancelled',
      role,
      actor: actorText(actor),
      now,
    });
    if (role === 'admin') await recordCancel(tx, order, { actor, now });
    await mailCustomer(
      tx,
      shop,
      order.id,
      because === 'expired' ? { kind: 'expired' } : { kind: 'cancelled', because },
    );
    return true;
  });
}

/** Who cancels. Of an admin's cancel that a crash cut off, whoever finishes it knows only that it was an admin's. */
function doerOf(
  { because, admin }: Cancellation,
  order: OrderRow,
): { role: 'customer' | 'admin' | 'shop'; actor: Actor } {
  if (because === 'customer' || because === 'account_closed')
    return { role: 'customer', actor: { userId: order.user_id } };
  if (because === 'admin') return { role: 'admin', actor: admin ?? 'admin' };
  return { role: 'shop', actor: 'shop' };
}

async function recordCancel(
  tx: Database,
  order: OrderRow,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action: 'order cancelled',
    subject: { type: 'order', id: order.id, name: `${order.quantity} × ${order.part_name}` },
    before: { state: 'unpaid' },
    after: { state: 'cancelled' },
    now,
  });
}
