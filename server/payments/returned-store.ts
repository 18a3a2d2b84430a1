import { sql } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { Database } from '#server/shop.ts';
import type { RefundRow } from './refund-store.ts';
import type { Share } from './share-out.ts';

/** Inserts the due refund of what a payment collected for an order that it could not pay any more. */
export async function insertReturn(
  tx: Database,
  {
    order,
    intentId,
    reason,
    now,
  }: {
    order: { readonly id: string; readonly total_cents: number };
    intentId: string;
    reason: string;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: newId(now),
      order_id: order.id,
      intent_id: intentId,
      amount_cents: order.total_cents,
      reason,
      restocked: false,
      state: 'due',
      source: 'returned',
      requested_by: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** The refund of a whole payment that came back, under the provider's id of it. */
interface FailedReturn extends Pick<RefundRow, 'id' | 'intent_id' | 'reason'> {
  readonly provider_id: string;
  readonly shares: readonly Share[];
}

/**
 * Books that the refund of a payment that pays for nothing has failed: it was promised when the money came. The payment says when it
 * was made, so these rows only say when its money was here again.
 */
export async function insertFailedReturn(
  tx: Database,
  { id, provider_id, shares, intent_id, reason }: FailedReturn,
  now: Date,
): Promise<void> {
  const rows = shares.map(({ orderId, cents }, at) => ({
    id: at === 0 ? id : newId(now),
    order_id: orderId,
    intent_id,
    amount_cents: cents,
    reason,
    restocked: false,
    state: 'failed' as const,
    source: 'returned' as const,
    requested_by: null,
    provider_id: at === 0 ? provider_id : null,
    share_of: at === 0 ? null : id,
    came_back_at: now,
    created_at: sql<Date>`(select coalesce(collected_at, updated_at) from payments where intent_id = ${intent_id})`,
    updated_at: now,
  }));
  await tx.insertInto('refunds').values(rows).execute();
}
