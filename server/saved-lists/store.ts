import { sql } from 'kysely';
import type { SavedLine, SavedList } from '#contract/saved-lists.ts';
import type { Database } from '#server/shop.ts';
import { nameKey } from '#server/users/name-kept-row.ts';

/** The lists that a customer keeps, by name, without their lines. */
export async function listSavedListsOf(db: Database, userId: string): Promise<SavedList[]> {
  const rows = await db
    .selectFrom('saved_lists')
    .select(['id', 'name', 'updated_at', sql<number>`jsonb_array_length(lines)`.as('count')])
    .where('user_id', '=', userId)
    .orderBy('name_key')
    .execute();
  return rows.map(({ id, name, count, updated_at }) => ({
    _id: id,
    name,
    lines: count,
    updatedAt: updated_at.toISOString(),
  }));
}

type WholeList = Omit<SavedList, 'lines'> & { readonly lines: SavedLine[] };

/** One of them with its lines; undefined where this customer has none. */
export async function findSavedList(
  db: Database,
  userId: string,
  id: string,
): Promise<WholeList | undefined> {
  return (await wholeLists(db, userId, id))[0];
}

/** All of them with their lines, by name. */
export async function wholeLists(db: Database, userId: string, id?: string): Promise<WholeList[]> {
  const rows = await db
    .selectFrom('saved_lists')
    .select(['id', 'name', 'lines', 'updated_at'])
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('name_key')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    lines: row.lines,
    updatedAt: row.updated_at.toISOString(),
  }));
}

interface NewList {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly SavedLine[];
  readonly now: Date;
}

/** Writes a list, new or not. */
export async function writeSavedList(
  tx: Database,
  userId: string,
  { id, name, lines, now }: NewList,
): Promise<void> {
  const columns = {
    name,
    name_key: nameKey(name),
    lines: JSON.stringify(lines),
    updated_at: now,
  };
  await tx
    .insertInto('saved_lists')
    .values({ user_id: userId, id, ...columns })
    .onConflict((known) => known.columns(['user_id', 'id']).doUpdateSet(columns))
    .execute();
}

export async function renameSavedList(
  tx: Database,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<void> {
  await tx
    .updateTable('saved_lists')
    .set({ name, name_key: nameKey(name) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function deleteSavedList(db: Database, userId: string, id: string): Promise<void> {
  await db.deleteFrom('saved_lists').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Of an account that is closed, removed, or passes to another person. */
export async function deleteSavedListsOf(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('saved_lists').where('user_id', '=', userId).execute();
}
