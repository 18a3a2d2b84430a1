import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** Parts whose ids are behind `after`, up to and with `upTo`; without it all that follow. */
export interface PartRange {
  readonly after: string;
  readonly upTo: string | undefined;
}

/** Before all ids. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The id of the so-many-th part behind this one, archived ones counted too; undefined when there are fewer. Reads no more than those. */
export async function findRangeEnd(
  db: Database,
  after: string,
  length: number,
): Promise<string | undefined> {
  const behind = db.selectFrom('parts').select('id').where('id', '>', after).orderBy('id');
  return (
    await behind
      .offset(length - 1)
      .limit(1)
      .executeTakeFirst()
  )?.id;
}

/** Whether a part behind this one is on sale. */
export async function isPartBehind(db: Database, after: string): Promise<boolean> {
  const behind = db.selectFrom('parts').select('id').where('id', '>', after);
  return (await behind.where('archived_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

/** The next parts of a range that are on sale, in the order of their ids. */
export function listParts(db: Database, { after, upTo }: PartRange, limit: number) {
  let rows = db.selectFrom('parts').select(['id as _id', 'name', 'updated_at']);
  if (upTo !== undefined) rows = rows.where('id', '<=', upTo);
  return rows
    .where('id', '>', after)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The shelves on which something is on sale, in their order. */
export async function listShelves(db: Database): Promise<string[]> {
  const isSold = sql<boolean>`exists (select from parts where category_id = categories.id and archived_at is null)`;
  const rows = await db
    .selectFrom('categories')
    .select('id')
    .where(isSold)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}
