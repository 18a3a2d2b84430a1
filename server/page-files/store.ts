import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '#server/shop.ts';

const atOnce = 50;

/** Stores the files of a folder, of which the database may know most. */
export async function keepFiles(db: Database, folder: string, now: Date): Promise<void> {
  const names = readdirSync(folder).filter((name) => !/\.(?:br|gz)$/.test(name));
  if (names.length === 0) return;
  const known = await db
    .updateTable('page_files')
    .set({ seen_at: now })
    .where('name', 'in', names)
    .returning('name')
    .execute();
  const isKnown = new Set(known.map(({ name }) => name));
  const missing = names.filter((name) => !isKnown.has(name));
  for (let at = 0; at < missing.length; at += atOnce)
    await db
      .insertInto('page_files')
      .values(
        missing.slice(at, at + atOnce).map((name) => ({
          name,
          content: readFileSync(path.join(folder, name)),
          seen_at: now,
        })),
      )
      .onConflict((there) => there.column('name').doNothing())
      .execute();
}

/** The content of a file that some copy of the shop started with. */
export async function findFile(db: Database, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('page_files')
    .select('content')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.content;
}

/** Deletes what no copy has started with since a moment: a few dozen files per build. */
export async function forgetFiles(db: Database, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('page_files').where('seen_at', '<', before).execute();
}
