import type { Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** Money an admin gives back. */
export type RefundRow = Selectable<Tables['refunds']>;

/** What of an order its refund depends on. */
export type RefundableOrder = Pick<
  Selectable<Tables['orders']>,
  'id' | 'state' | 'total_cents' | 'refunded_cents' | 'transaction_id' | 'part_id' | 'part_name' | 'quantity' | 'email'
>;

/** One order, held until the transaction ends: refunds of it take turns, so that their sum is never too much. */
export function lockRefundableOrder(tx: Database, id: string): Promise<RefundableOrder | undefined> {
  return tx
    .selectFrom('orders')
    .select(['id', 'state', 'total_cents', 'refunded_cents', 'transaction_id', 'part_id', 'part_name', 'quantity', 'email'])
    .where('id', '=', id)
    .where('state', '<>', 'cancelled')
    .forUpdate()
    .executeTakeFirst();
}

/** Writes a refund down as due, and counts it against the order. */
export async function insertRefund(tx: Database, refund: RefundRow): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
  await tx
    .updateTable('orders')
    .set((is) => ({ refunded_cents: is('refunded_cents', '+', refund.amount_cents), ...(refund.restocked ? { restocked: true } : {}) }))
    .where('id', '=', refund.order_id)
    .execute();
}

/** The refund of this id, if there is one and its money was not given back yet. */
export function findDueRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).where('state', '=', 'due').executeTakeFirst();
}

/** The provider has given the money back, under an id of its own. */
export async function markRefundDone(db: Database, id: string, { providerId, now }: { providerId: string; now: Date }): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'done', provider_id: providerId, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .execute();
}

/** One more key of a refund is spent. */
export async function spendKeyOfRefund(db: Database, { id, spent_keys }: RefundRow): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ spent_keys: spent_keys + 1 })
    .where('id', '=', id)
    .where('spent_keys', '=', spent_keys)
    .execute();
}

/** Takes due refunds that nobody has looked at for a while; looking is written down, so that two copies take turns. */
export function claimDueRefunds(
  db: Database,
  { quietSince, now, most }: { quietSince: Date; now: Date; most: number },
): Promise<RefundRow[]> {
  return db
    .updateTable('refunds')
    .set({ updated_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('refunds')
        .select('id')
        .where('state', '=', 'due')
        .where('updated_at', '<=', quietSince)
        .orderBy('updated_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
