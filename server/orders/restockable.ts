import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/**
 * How many pieces of each of these orders may still go on sale again: those that are not there, less those that came back
 * with a return and were found to be no longer as new. The caller who puts some there has locked the order.
 */
export async function countRestockable(
  db: Database,
  orders: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly restocked_quantity: number;
  }[],
): Promise<(orderId: string) => number> {
  const rows = await db
    .selectFrom('returns')
    .select(['order_id', sql<number>`sum(received_quantity - restocked_quantity)::int`.as('unfit')])
    .where('order_id', '=', sql<string>`any(${orders.map(({ id }) => id)}::uuid[])`)
    .where('state', '=', 'settled')
    .groupBy('order_id')
    .execute();
  const unfit = new Map(rows.map(({ order_id, unfit: pieces }) => [order_id, pieces]));
  const left = new Map(
    orders.map(({ id, quantity, restocked_quantity }) => [
      id,
      // Never below none: a refund may have put pieces there that a later return found unfit.
      Math.max(0, quantity - restocked_quantity - (unfit.get(id) ?? 0)),
    ]),
  );
  return (orderId) => left.get(orderId) ?? 0;
}
