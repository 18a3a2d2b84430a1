import { sql } from 'kysely';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database } from '#server/shop.ts';
import { keptUntil } from './store.ts';

/** The same picture at two hosts. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** So many rows change at once that nobody waits long for an order or a part. */
const mostAtOnce = 200;

/** The next addresses, in their order, that begin so; those that leave are left to leave. */
export async function listImagesFrom(
  db: Database,
  { beginning, above, most }: { beginning: string; above: string; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('url')
    .where(sql<boolean>`starts_with(url, ${beginning})`)
    .where('url', '>', above)
    .where('leaving_since', 'is', null)
    .orderBy('url')
    .limit(most)
    .execute();
  return rows.map(({ url }) => url);
}

/**
 * Records the new address of a picture as its old one is recorded, so that both are the shop's own; nothing deletes it for a week. False when
 * the old one is not recorded any more.
 */
export function insertMovedImage(db: Database, { from, to }: Move, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into images (url, uploaded_by, created_at, keep_until)
      select ${to}, uploaded_by, created_at, greatest(keep_until, ${keptUntil(now)}::timestamptz)
      from images where url = ${from} and leaving_since is null
      on conflict (url) do update
        set keep_until = greatest(images.keep_until, excluded.keep_until), leaving_since = null
      returning url`.execute(tx);
    return rows.length > 0;
  });
}

/** The tables that hold addresses of pictures, parts first: an order takes its picture from its part. */
const holders = [
  { table: 'parts', key: ['id'], column: 'image' },
  { table: 'part_pictures', key: ['part_id', 'position'], column: 'image' },
  { table: 'orders', key: ['id'], column: 'image' },
  { table: 'import_pictures', key: ['import_id', 'source'], column: 'url' },
] as const;

/** Writes the new address wherever the old one stands, a few rows at a time; may be repeated. Answers how many rows it changed. */
export async function replaceAddress(db: Database, { from, to }: Move): Promise<number> {
  let changed = 0;
  for (const { table, key, column } of holders) {
    const its = sql.join(key.map((name) => sql.ref(name)));
    const address = sql.ref(column);
    for (let last = mostAtOnce; last === mostAtOnce; changed += last)
      last = await inTransaction(db, async (tx) => {
        const { rows } = await sql`
          update ${sql.table(table)} set ${address} = ${to} where (${its}) in (
            select ${its} from ${sql.table(table)} where ${address} = ${from}
            order by ${its} limit ${mostAtOnce} for update)
          returning 1`.execute(tx);
        return rows.length;
      });
  }
  return changed;
}

/** Forgets the old address; false when something took it meanwhile. From then on nothing can take it. */
export function deleteMovedImage(db: Database, { from }: Move): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Waits for whoever takes it.
    await tx.selectFrom('images').select('url').where('url', '=', from).forUpdate().execute();
    // A statement of its own, because it sees what they wrote.
    const shown = holders.map(
      ({ table, column }) =>
        sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} = ${from})`,
    );
    const { rows } = await sql<{ shown: boolean }>`
      select ${sql.join(shown, sql` or `)} as shown`.execute(tx);
    if (rows[0]?.shown) return false;
    await tx.deleteFrom('images').where('url', '=', from).execute();
    return true;
  });
}
