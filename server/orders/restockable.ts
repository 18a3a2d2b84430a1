import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/**
 * How many pieces of each of these orders may still go on sale again: those that are not there, less those that the shop has
 * no more: refunded instead of shipped and kept off sale, or found to be no longer as new when they came back with a return.
 * The caller who puts some there has locked the order.
 */
export async function countRestockable(
  db: Database,
  orders: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly restocked_quantity: number;
  }[],
): Promise<(orderId: string) => number> {
  const ids = orders.map(({ id }) => id);
  // Pieces stay refunded whatever became of their refund's money. The refund of a return has none.
  const { rows } = await sql<{ order_id: string; pieces: number }>`
    select order_id, sum(pieces)::int as pieces from (
      select order_id, received_quantity - restocked_quantity as pieces from returns
      where order_id = any(${ids}::uuid[]) and state = 'settled'
      union all
      select order_id, pieces from refunds
      where order_id = any(${ids}::uuid[]) and pieces is not null and not restocked
    ) gone group by order_id`.execute(db);
  const gone = new Map(rows.map(({ order_id, pieces }) => [order_id, pieces]));
  const left = new Map(
    orders.map(({ id, quantity, restocked_quantity }) => [
      id,
      // Never below none: a refund may have put pieces there that a later return found unfit.
      Math.max(0, quantity - restocked_quantity - (gone.get(id) ?? 0)),
    ]),
  );
  return (orderId) => left.get(orderId) ?? 0;
}
