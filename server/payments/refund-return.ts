import { orderSubject, recordAudit } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { by, insertOrderEvent } from '#server/history/store.ts';
import type { Customer } from '#server/http/who.ts';
import { dollars } from '#server/mails/wording.ts';
import { lastShippedAt, returnPieces, type OrderRow } from '#server/orders/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { finishAdminRefund } from './finish-admin-refund.ts';
import { findDueRefund } from './refund-store.ts';
import { countRestocked, insertRefund, refuseLeftOver } from './refundable-orders.ts';

/** What an order's customer gets for pieces that came back. */
interface ReturnBooked {
  /** Locked, and paid. */
  readonly order: OrderRow;
  readonly admin: Customer;
  /** At most what is left of its money; 0 for nothing. */
  readonly amountCents: number;
  readonly reason: string;
  /** Pieces that go on sale again: at most those of the order that are not. */
  readonly restock: number;
  readonly now: Date;
}

/** Books a return's money and stock in the caller's transaction; the refund is due then, and its id is the answer. Refuses with `pieces_left_over`. */
export async function bookReturn(
  tx: Database,
  { order, admin, amountCents, reason, restock, now }: ReturnBooked,
): Promise<string | undefined> {
  const refundId = amountCents > 0 ? newId(now) : undefined;
  refuseLeftOver(order, { amountCents, pieces: 0 });
  if (refundId === undefined) await countRestocked(tx, order, restock);
  else await promise(tx, { order, admin, amountCents, reason, restock, now }, refundId);
  if (restock > 0) {
    const change = { pieces: restock, reason: 'refund', actor: admin.userId, now } as const;
    await returnPieces(tx, order, change);
  }
  const refunded = dollars(order.refunded_cents);
  await recordAudit(tx, {
    actor: admin,
    action: 'return settled',
    subject: orderSubject(order),
    before: { refunded },
    after: { refunded: dollars(order.refunded_cents + amountCents), reason, restocked: restock },
    now,
  });
  return refundId;
}

async function promise(
  tx: Database,
  { order, admin, amountCents, reason, restock, now }: ReturnBooked,
  id: string,
): Promise<void> {
  if (order.transaction_id === null) throw new Error('A return of an order that is not paid.');
  const refund = {
    id,
    order_id: order.id,
    intent_id: order.transaction_id,
    amount_cents: amountCents,
    reason,
    restocked: restock > 0,
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
    // Those that will not be shipped: what came back was.
    pieces: null,
  } as const;
  const shippedAt = await lastShippedAt(tx, order.id);
  await insertRefund(tx, refund, { order, restocks: restock, shippedAt });
  const event = { ...by('admin', admin.userId), details: { amountCents, reason }, now };
  await insertOrderEvent(tx, order.id, { kind: 'refunded', ...event });
}

/** Asks the provider for a refund that was just booked; one that fails now is retried by the reconciler. */
export async function finishRefund(shop: Shop, refundId: string): Promise<void> {
  const refund = await findDueRefund(shop.db, refundId);
  if (refund) await finishAdminRefund(shop, refund);
}
