import type { OrderRow } from './store.ts';
import type { Database } from '#server/shop.ts';

/** Newest first, cancelled ones too. */
export function listEveryOrderOf(db: Database, userId: string): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Orders that are not finished: not paid, or paid and neither shipped nor wholly refunded. */
export function listOpenOrders(db: Database, userId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'state', 'batch_id'])
    .where('user_id', '=', userId)
    .where((is) =>
      is.or([
        is('state', 'in', ['unpaid', 'cancelling']),
        is.and([is('state', '=', 'paid'), is('refunded_cents', '<', is.ref('total_cents'))]),
      ]),
    )
    .execute();
}

/** Names and addresses in a customer's paid orders: what others may have typed about them. */
export async function listWordsOfPaidOrders(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['name', 'email', 'address', 'phone'])
    .distinct()
    .where('user_id', '=', userId)
    .where('paid_at', 'is not', null)
    .execute();
  return rows.flatMap(({ name, email, address, phone }) => [name, email, address, phone]);
}

/** Replaces a customer's name and address in all their orders; part, amounts and transaction stay, as the books need them. */
export async function anonymiseOrdersOf(
  tx: Database,
  userId: string,
  { name, email }: Pick<OrderRow, 'name' | 'email'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ name, email, address: '', phone: '' })
    .where('user_id', '=', userId)
    .execute();
}

/** Empties what a customer typed with their batches. */
export async function anonymiseBatchesOf(tx: Database, userId: string): Promise<void> {
  await tx
    .updateTable('batches')
    .set({ po_number: '', note: '' })
    .where('user_id', '=', userId)
    .execute();
}

/** Newest first. */
export function listBatchesOf(db: Database, userId: string) {
  return db
    .selectFrom('batches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
