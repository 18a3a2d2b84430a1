import type { AnswerFor } from '#contract/api.ts';
import { centsOf, dollarsOf } from '#contract/money.ts';
import type { NewRefund } from '#contract/orders.ts';
import { orderSubject, recordAudit } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { by, insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { dollars } from '#server/mails/wording.ts';
import { returnPieces } from '#server/orders/store.ts';
import { findDueRefund, type RefundRow } from './refund-store.ts';
import { insertRefund, lockRefundableOrders, type RefundableOrder } from './refundable-orders.ts';
import type { Database, Shop } from '#server/shop.ts';
import { finishAdminRefund } from './finish-admin-refund.ts';

/** What an admin asks for. */
interface RefundWanted extends NewRefund {
  readonly orderId: string;
  readonly key: string | undefined;
}

/**
 * Gives back all or part of the money of a paid order, shipped or not; the order stays what it was. The refund is committed
 * as due before the provider is asked: one that fails now is retried by the reconciler.
 * Refuses with `order_not_found`, `order_not_paid`, `order_disputed`, `refund_too_large`, `restock_needs_full_refund` or `key_reused`.
 */
export async function refundOrder(
  shop: Shop,
  admin: Customer,
  wanted: RefundWanted,
): Promise<AnswerFor<'refundOrder'>> {
  const askedAt = shop.clock.now();
  const refundId = newId(askedAt);
  const { orderId, amount, reason, key } = wanted;
  const asked = {
    userId: admin.userId,
    key,
    request: [orderId, amount, reason, wanted.restock],
    now: askedAt,
  };
  const answer = await inTransaction(shop.db, (tx) =>
    oncePerKey(tx, asked, async () => {
      const [order = refuse('order_not_found')] = await lockRefundableOrders(tx, [orderId]);
      const now = laterThan(order.shipped_at, askedAt);
      const refund = { id: refundId, ...refundFor(order, { wanted, admin, now }) };
      const restocks = refund.restocked ? order.quantity - order.restocked_quantity : 0;
      await insertRefund(tx, refund, { order, restocks });
      if (restocks > 0) {
        const change = { pieces: restocks, reason: 'refund', actor: admin.userId, now } as const;
        await returnPieces(tx, order, change);
      }
      await record(tx, order, { refund, admin, now });
      const amountCents = refund.amount_cents;
      await mailCustomer(tx, shop, order.id, { kind: 'refunded', refundId, amountCents, reason });
      return { acknowledged: true, refundedTotal: dollarsOf(order.refunded_cents + amountCents) };
    }),
  );
  // Absent when this was a replay of an earlier idempotency key.
  const refund = await findDueRefund(shop.db, refundId);
  if (refund?.restocked) shop.publicPagesChanged();
  if (refund) await finishAdminRefund(shop, refund);
  return answer;
}

/** The order may have been shipped since `now`, or by a copy whose clock is ahead: its history tells what came first. */
function laterThan(shippedAt: Date | null, now: Date): Date {
  return shippedAt !== null && shippedAt >= now ? new Date(shippedAt.getTime() + 1) : now;
}

function refundFor(
  order: RefundableOrder,
  { wanted, admin, now }: { wanted: RefundWanted; admin: Customer; now: Date },
): Omit<RefundRow, 'id'> {
  if (order.transaction_id === null) refuse('order_not_paid');
  if (order.disputed_since !== null) refuse('order_disputed');
  const amount = centsOf(wanted.amount);
  const left = order.total_cents - order.refunded_cents;
  if (amount > left) refuse('refund_too_large', { details: { left: dollarsOf(left) } });
  if (wanted.restock && amount < left)
    refuse('restock_needs_full_refund', { details: { left: dollarsOf(left) } });
  return {
    order_id: order.id,
    intent_id: order.transaction_id,
    amount_cents: amount,
    reason: wanted.reason,
    restocked: wanted.restock && order.restocked_quantity < order.quantity,
    state: 'due',
    requested_by: admin.userId,
    created_at: now,
    updated_at: now,
    source: 'admin',
    provider_id: null,
    spent_keys: 0,
    share_of: null,
    pieces: null,
  };
}

/** Into the history of the order, and into the audit log. */
async function record(
  tx: Database,
  order: RefundableOrder,
  { refund, admin, now }: { refund: RefundRow; admin: Customer; now: Date },
): Promise<void> {
  const { amount_cents: amountCents, reason, restocked } = refund;
  const event = { ...by('admin', admin.userId), details: { amountCents, reason }, now };
  await insertOrderEvent(tx, order.id, { kind: 'refunded', ...event });
  await recordAudit(tx, {
    actor: admin,
    action: 'order refunded',
    subject: orderSubject(order),
    before: { refunded: dollars(order.refunded_cents) },
    after: { refunded: dollars(order.refunded_cents + amountCents), reason, restocked },
    now,
  });
}
