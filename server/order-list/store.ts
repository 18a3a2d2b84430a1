import { sql } from 'kysely';
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

interface NewLines {
  readonly lines: OrderList['lines'];
  readonly now: Date;
}

/** Replaces the list if it still has this version; undefined when it has another. */
export async function replaceList(
  db: Database,
  userId: string,
  { version, ...next }: NewLines & { readonly version: number },
): Promise<OrderList | undefined> {
  if (version === 0) return insertList(db, userId, next);
  const row = await db
    .updateTable('order_lists')
    .set({ ...columnsOf(next), version: version + 1 })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return row && { lines: next.lines, version: row.version };
}

/** The first version; undefined when there is one already, or the account is closed: that waits here, and then has no list. */
async function insertList(
  db: Database,
  userId: string,
  next: NewLines,
): Promise<OrderList | undefined> {
  const { lines, updated_at } = columnsOf(next);
  const row = await db
    .insertInto('order_lists')
    .columns(['user_id', 'lines', 'version', 'updated_at'])
    .expression(
      db
        .selectFrom('users')
        .select([
          'id',
          sql<string>`${lines}::jsonb`.as('lines'),
          sql<number>`1`.as('version'),
          sql<Date>`${updated_at}::timestamptz`.as('updated_at'),
        ])
        .where('id', '=', userId)
        .where('replaced_at', 'is', null)
        .forKeyShare(),
    )
    .onConflict((known) => known.doNothing())
    .returning('version')
    .executeTakeFirst();
  return row && { lines: next.lines, version: row.version };
}

function columnsOf({ lines, now }: NewLines) {
  return { lines: JSON.stringify(lines), updated_at: now };
}

/** Of an account that is closed, removed, or passes to another person. */
export async function deleteListOf(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('order_lists').where('user_id', '=', userId).execute();
}
