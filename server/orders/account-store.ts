import type { OrderRow } from './store.ts';
import type { Database } from '#server/shop.ts';

/** Every order a customer ever placed, newest first, cancelled ones too. */
export function listEveryOrderOf(db: Database, userId: string): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Orders of a customer with something still to come: not paid, or paid and neither shipped nor given back wholly. */
export function listOpenOrders(
  db: Database,
  userId: string,
): Promise<Pick<OrderRow, 'id' | 'state'>[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where((is) =>
      is.or([
        is('state', 'in', ['unpaid', 'cancelling']),
        is.and([is('state', '=', 'paid'), is('refunded_cents', '<', is.ref('total_cents'))]),
      ]),
    )
    .execute();
}

/** How a customer is called in their paid orders, and where those went: the words by which others may have written of them. */
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

/** Takes a customer out of all their orders; part, amounts and transaction stay, as the books need them. */
export async function anonymiseOrdersOf(
  tx: Database,
  userId: string,
  called: Pick<OrderRow, 'name' | 'email'>,
): Promise<void> {
  const { name, email } = called;
  await tx
    .updateTable('orders')
    .set({ name, email, address: '', phone: '' })
    .where('user_id', '=', userId)
    .execute();
}
