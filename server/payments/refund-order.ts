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
import { countRestockable } from '#server/orders/restockable.ts';
import { lastShippedAt, leftToShip, returnPieces } from '#server/orders/store.ts';
import { findDueRefund, type RefundRow } from './refund-store.ts';
import {
  insertRefund,
  lockRefundableOrders,
  refuseLeftOver,
  type RefundableOrder,
} from './refundable-orders.ts';
import type { Database, Shop } from '#server/shop.ts';
import { finishAdminRefund } from './finish-admin-refund.ts';

/** What an admin asks for. */
interface RefundWanted extends NewRefund {
  readonly orderId: string;
  readonly key: string | undefined;
}

/**
 * Gives back all or part of the money of a paid order, shipped or not, or the price of pieces that will not be shipped: when
 * none is left to ship then, and some were shipped, the order is shipped. The refund is committed as due before the provider
 * is asked: one that fails now is retried by the reconciler. Refuses with `order_not_found`, `order_not_paid`,
 * `order_disputed`, `refund_too_large`, `pieces_too_many`, `pieces_left_over`, `restock_needs_full_refund` or `key_reused`.
 */
export async function refundOrder(
  shop: Shop,
  admin: Customer,
  wanted: RefundWanted,
): Promise<AnswerFor<'refundOrder'>> {
  const askedAt = shop.clock.now();
  const refundId = newId(askedAt);
  const { orderId, amount, pieces, reason, key } = wanted;
  const asked = {
    userId: admin.userId,
    key,
    // As versions before wrote it, so that they know their keys.
    request: [orderId, amount, reason, wanted.restock, ...(pieces === undefined ? [] : [pieces])],
    now: askedAt,
  };
  let isDone = false;
  const answer = await inTransaction(shop.db, (tx) =>
    oncePerKey(tx, asked, async () => {
      const [order = refuse('order_not_found')] = await lockRefundableOrders(tx, [orderId]);
      const shippedAt = await lastShippedAt(tx, orderId);
      const now = laterThan(shippedAt, askedAt);
      const restockable = (await countRestockable(tx, [order]))(orderId);
      const refund = { id: refundId, ...refundFor(order, { wanted, admin, restockable, now }) };
      const restocks = refund.restocked ? (pieces ?? restockable) : 0;
      const { isShippedNow } = await insertRefund(tx, refund, { order, restocks, shippedAt });
      isDone = isShippedNow;
      if (restocks > 0) {
        const change = { pieces: restocks, reason: 'refund', actor: admin.userId, now } as const;
        await returnPieces(tx, order, change);
      }
      await record(tx, order, { refund, admin, now });
      const amountCents = refund.amount_cents;
      const mailed = { kind: 'refunded', refundId, amountCents, reason, pieces } as const;
      await mailCustomer(tx, shop, order.id, mailed);
      return { acknowledged: true, refundedTotal: dollarsOf(order.refunded_cents + amountCents) };
    }),
  );
  if (isDone) shop.orderEnded('shipped');
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
  {
    wanted,
    admin,
    restockable,
    now,
  }: { wanted: RefundWanted; admin: Customer; restockable: number; now: Date },
): Omit<RefundRow, 'id'> {
  if (order.transaction_id === null) refuse('order_not_paid');
  if (order.disputed_since !== null) refuse('order_disputed');
  const { pieces = null, amount: dollarsWanted = 0 } = wanted;
  if (pieces !== null && pieces > leftToShip(order))
    refuse('pieces_too_many', { details: { left: leftToShip(order) } });
  const amount = pieces === null ? centsOf(dollarsWanted) : pieces * order.unit_price_cents;
  const left = order.total_cents - order.refunded_cents;
  if (amount > left) refuse('refund_too_large', { details: { left: dollarsOf(left) } });
  if (pieces !== null) refuseLeftOver(order, { amountCents: amount, pieces });
  if (wanted.restock && pieces === null && amount < left)
    refuse('restock_needs_full_refund', { details: { left: dollarsOf(left) } });
  return {
    order_id: order.id,
    intent_id: order.transaction_id,
    amount_cents: amount,
    reason: wanted.reason,
    restocked: wanted.restock && restockable > 0,
    state: 'due',
    requested_by: admin.userId,
    created_at: now,
    updated_at: now,
    source: 'admin',
    provider_id: null,
    spent_keys: 0,
    share_of: null,
    made_at: null,
    came_back_at: null,
    pieces,
  };
}

/** Into the history of the order, and into the audit log. */
async function record(
  tx: Database,
  order: RefundableOrder,
  { refund, admin, now }: { refund: RefundRow; admin: Customer; now: Date },
): Promise<void> {
  const { amount_cents: amountCents, reason, restocked } = refund;
  const pieces = refund.pieces ?? undefined;
  const event = { ...by('admin', admin.userId), details: { amountCents, reason, pieces }, now };
  await insertOrderEvent(tx, order.id, { kind: 'refunded', ...event });
  await recordAudit(tx, {
    actor: admin,
    action: 'order refunded',
    subject: orderSubject(order),
    before: { refunded: dollars(order.refunded_cents) },
    after: { refunded: dollars(order.refunded_cents + amountCents), reason, restocked, pieces },
    now,
  });
}
