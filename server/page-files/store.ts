import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';

const atOnce = 50;

/** Stores the files of a folder, of which the database may know most, and answers their names. */
export async function keepFiles(db: Database, folder: string, now: Date): Promise<string[]> {
  const names = readdirSync(folder).filter((name) => !/\.(?:br|gz)$/.test(name));
  for (const batch of batchesOf(names)) {
    const known = new Set(await touch(db, batch, { now, seenBefore: undefined }));
    const missing = batch.filter((name) => !known.has(name));
    if (missing.length === 0) continue;
    const rows = missing.map((name) => ({
      name,
      content: readFileSync(path.join(folder, name)),
      seen_at: now,
    }));
    await db
      .insertInto('page_files')
      .values(rows)
      .onConflict((there) => there.column('name').doNothing())
      .execute();
  }
  return names;
}

/** Notes once a day that a copy still serves these files. */
export async function touchFiles(db: Database, names: Iterable<string>, now: Date): Promise<void> {
  for (const batch of batchesOf([...names]))
    await touch(db, batch, { now, seenBefore: before(now, dayMs) });
}

/** In the order of their names, in which all copies lock and insert them, so that no two wait for each other. */
function batchesOf(names: readonly string[]): string[][] {
  const inOrder = names.toSorted();
  const starts = inOrder.flatMap((_, at) => (at % atOnce === 0 ? [at] : []));
  return starts.map((at) => inOrder.slice(at, at + atOnce));
}

/** Answers the names of those that are there, and were not seen since. */
async function touch(
  db: Database,
  names: readonly string[],
  { now, seenBefore }: { now: Date; seenBefore: Date | undefined },
): Promise<string[]> {
  let inOrder = db.selectFrom('page_files').select('name').where('name', 'in', names);
  if (seenBefore) inOrder = inOrder.where('seen_at', '<', seenBefore);
  const rows = await db
    .updateTable('page_files')
    .set({ seen_at: now })
    .where('name', 'in', inOrder.orderBy('name').forUpdate())
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
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

/** Deletes files that no copy has served since a moment, a limited number at a time; answers how many. */
export async function forgetFiles(
  db: Database,
  { before: moment, most }: { before: Date; most: number },
): Promise<number> {
  const old = db
    .selectFrom('page_files')
    .select('name')
    .where('seen_at', '<', moment)
    .orderBy('seen_at')
    .limit(most)
    // One that a copy starts with at this moment stays.
    .forUpdate()
    .skipLocked();
  const { numDeletedRows } = await db
    .deleteFrom('page_files')
    .where('name', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
