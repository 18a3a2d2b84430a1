import type { AnswerFor } from '#contract/api.ts';
import { centsOf, dollarsOf, formatDollars } from '#contract/money.ts';
import type { NewRefund } from '#contract/orders.ts';
import { recordAudit } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { insertLedgerRow, returnStock } from '#server/parts/store.ts';
import {
  findDueRefund,
  insertRefund,
  lockRefundableOrder,
  type RefundableOrder,
  type RefundRow,
} from './refund-store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { finishAdminRefund } from './finish-admin-refund.ts';

/** A refund as an admin asks for it. */
interface RefundWanted extends NewRefund {
  readonly orderId: string;
  readonly key: string | undefined;
}

/**
 * Gives back all or part of the money of a paid order that is not shipped; the order stays paid. Written down first,
 * then asked of the provider: what fails now is finished by the reconciler.
 * Refuses with `order_not_found`, `order_not_paid`, `order_shipped`, `order_disputed`, `refund_too_large`, `restock_needs_full_refund` or `key_reused`.
 */
export async function refundOrder(
  shop: Shop,
  admin: Customer,
  wanted: RefundWanted,
): Promise<AnswerFor<'refundOrder'>> {
  const now = shop.clock.now();
  const refundId = newId(now);
  const { orderId, amount, reason, key } = wanted;
  const asked = {
    userId: admin.userId,
    key,
    request: [orderId, amount, reason, wanted.restock],
    now,
  };
  const answer = await inTransaction(shop.db, (tx) =>
    oncePerKey(tx, asked, async () => {
      const order = (await lockRefundableOrder(tx, orderId)) ?? refuse('order_not_found');
      const refund = { id: refundId, ...refundFor(order, { wanted, admin, now }) };
      await insertRefund(tx, refund);
      if (refund.restocked) await restock(tx, order, { admin, now });
      await tell(tx, order, { refund, admin, now });
      await mailCustomer(tx, shop, order.id, {
        kind: 'refunded',
        refundId,
        amountCents: refund.amount_cents,
        reason,
      });
      return {
        acknowledged: true,
        refundedTotal: dollarsOf(order.refunded_cents + refund.amount_cents),
      };
    }),
  );
  // There is none of this id when the key was an earlier request's.
  const refund = await findDueRefund(shop.db, refundId);
  if (refund?.restocked) shop.publicPagesChanged();
  if (refund) await finishAdminRefund(shop, refund);
  return answer;
}

function refundFor(
  order: RefundableOrder,
  { wanted, admin, now }: { wanted: RefundWanted; admin: Customer; now: Date },
): Omit<RefundRow, 'id'> {
  if (order.state === 'shipped') refuse('order_shipped');
  if (order.state !== 'paid' || order.transaction_id === null) refuse('order_not_paid');
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
    restocked: wanted.restock,
    state: 'due',
    requested_by: admin.userId,
    created_at: now,
    updated_at: now,
    source: 'admin',
    provider_id: null,
    spent_keys: 0,
  };
}

async function restock(
  tx: Database,
  order: RefundableOrder,
  { admin, now }: { admin: Customer; now: Date },
): Promise<void> {
  await returnStock(tx, order.part_id, order.quantity);
  await insertLedgerRow(tx, {
    id: newId(now),
    part_id: order.part_id,
    delta: order.quantity,
    reason: 'refund',
    order_id: order.id,
    actor: admin.userId,
    note: '',
    created_at: now,
  });
}

async function tell(
  tx: Database,
  order: RefundableOrder,
  { refund, admin, now }: { refund: RefundRow; admin: Customer; now: Date },
): Promise<void> {
  const details = { amountCents: refund.amount_cents, reason: refund.reason };
  await insertOrderEvent(tx, {
    orderId: order.id,
    kind: 'refunded',
    role: 'admin',
    actor: admin.userId,
    details,
    now,
  });
  await recordAudit(tx, {
    actor: admin,
    action: 'order refunded',
    subject: { type: 'order', id: order.id, name: `${order.quantity} × ${order.part_name}` },
    before: { refunded: formatDollars(dollarsOf(order.refunded_cents)) },
    after: {
      refunded: formatDollars(dollarsOf(order.refunded_cents + refund.amount_cents)),
      reason: refund.reason,
      restocked: refund.restocked,
    },
    now,
  });
}
