import type { OrderList } from '#contract/order-list.ts';
import type { Database } from '#server/shop.ts';

/** The list that a customer writes on; an empty one of version 0 before the first change. */
export async function findList(db: Database, userId: string): Promise<OrderList> {
  const list = await db
    .selectFrom('order_lists')
    .select(['lines', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return list ?? { lines: [], version: 0 };
}

/** Replaces the list if it still has this version; undefined when it has another. */
export async function replaceList(
  db: Database,
  userId: string,
  { lines, version, now }: OrderList & { now: Date },
): Promise<OrderList | undefined> {
  const next = { lines: JSON.stringify(lines), version: version + 1, updated_at: now };
  const row =
    version === 0
      ? await db
          .insertInto('order_lists')
          .values({ user_id: userId, ...next })
          .onConflict((known) => known.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('order_lists')
          .set(next)
          .where('user_id', '=', userId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
  return row && { lines, version: row.version };
}

/** Of an account that is closed, removed, or passes to another person. */
export async function deleteListOf(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('order_lists').where('user_id', '=', userId).execute();
}
