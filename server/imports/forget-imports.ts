import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { dayMs, minuteMs } from '#contract/durations.ts';
import { errors } from '#contract/errors.ts';
import { inBatches } from '#server/background/in-batches.ts';
import type { Shop } from '#server/shop.ts';
import { idPattern } from '#contract/fields.ts';
import { newestApplied, type ImportRow } from './store.ts';
import { deleteSome, rowsAtOnce, type StagingTable } from './staging-store.ts';

/** A file that nobody applied, and an upload that broke off. */
const waitingDays = 7;
/** Imports whose rows go in one minute. */
const mostAtOnce = 20;
/** A check that nobody takes on: the copy that had the file is gone. */
const unclaimedMs = 5 * minuteMs;

/**
 * Forgets the rows of imports that nobody can undo or apply any more, keys and pictures as soon as nothing is written by them, and their files.
 * The imports themselves stay.
 */
export async function forgetImports(shop: Shop): Promise<void> {
  await sayWhoHasFiles(shop);
  await failUnclaimed(shop);
  await failOld(shop);
  for (const table of [
    'import_keys',
    'import_pictures',
    'import_parts',
    'import_faults',
  ] as const) {
    for (let imports = 0; imports < mostAtOnce; imports += 1) {
      const id = await oneWith(shop, table);
      if (id === undefined) break;
      await inBatches(() => deleteSome(shop.db, table, id), rowsAtOnce);
    }
  }
  await forgetFiles(shop);
}

/** Of checks that wait here behind others: their copy is not gone. */
async function sayWhoHasFiles({ db, clock, importFolder }: Shop): Promise<void> {
  const names = await readdir(importFolder).catch((): string[] => []);
  const now = clock.now();
  await db
    .updateTable('imports')
    .set({ worked_until: now })
    .where('state', '=', 'checking')
    .where('worked_until', '<', now)
    .where('id', '=', sql<string>`any(${names.filter((name) => idPattern.test(name))}::uuid[])`)
    .execute();
}

async function failUnclaimed({ db, clock }: Shop): Promise<void> {
  const since = new Date(clock.now().getTime() - unclaimedMs);
  await db
    .updateTable('imports')
    .set({ state: 'failed', failure: errors.file_gone[1], worker: null, worked_until: null })
    .where('state', '=', 'checking')
    .where('worked_until', '<', since)
    .execute();
}

/** Nobody can apply them any more: their rows and files go. */
async function failOld({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'failed', failure: errors.file_gone[1] })
    .where('state', 'in', ['columns', 'checked'])
    .where('created_at', '<', oldOf(clock))
    .execute();
}

function oldOf(clock: Shop['clock']): Date {
  return new Date(clock.now().getTime() - waitingDays * dayMs);
}

/** An import whose rows in this table are of no use any more. */
async function oneWith({ db, clock }: Shop, table: StagingTable): Promise<string | undefined> {
  // In the statement itself: an import that is finished meanwhile is among the newest.
  const isKept =
    table === 'import_keys' || table === 'import_pictures'
      ? sql<boolean>`false`
      : sql<boolean>`state <> 'undone' and id in (select id from (${newestApplied}) its)`;
  const { rows } = await sql<{ id: string }>`
    select id from imports i
      where (state in ('applied', 'stopped', 'undone') and not (${isKept})
          or state = 'failed' and created_at < ${oldOf(clock)}::timestamptz)
        and exists (select from ${sql.table(table)} t where t.import_id = i.id)
      order by created_at limit 1`.execute(db);
  return rows[0]?.id;
}

/** Files of imports that are over, and what uploads that broke off have left. */
async function forgetFiles({ db, clock, importFolder }: Shop): Promise<void> {
  const names = await readdir(importFolder).catch((): string[] => []);
  if (names.length === 0) return;
  const old = oldOf(clock);
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'state', 'created_at'])
    .where(
      'id',
      '=',
      sql<string>`any(${names.map(idIn).filter((id) => idPattern.test(id))}::uuid[])`,
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const name of names) {
    const row = byId.get(idIn(name));
    const file = path.join(importFolder, name);
    const isOver = row ? !needsFile(row, name, old) : await isLeftOver(file);
    if (isOver) await rm(file, { force: true });
  }
}

/** A file is named by its import, an archive of pictures with an ending. */
function idIn(name: string): string {
  return name.replace(/\.zip$/, '');
}

/** Whether an import may be checked, or is; its pictures are taken when it is applied. */
function needsFile(
  { id, state, created_at }: Pick<ImportRow, 'id' | 'state' | 'created_at'>,
  name: string,
  old: Date,
): boolean {
  return (
    state === 'checking' ||
    (state === 'applying' && name !== id) ||
    (['columns', 'checked', 'failed'].includes(state) && created_at >= old)
  );
}

/** Whether it has not been written to for a day: an upload that goes on is written to. One that is gone by now is none: lists of an order are read here, too. */
async function isLeftOver(file: string): Promise<boolean> {
  try {
    return (await stat(file)).mtimeMs < Date.now() - dayMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
