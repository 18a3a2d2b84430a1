import fs from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** The slot that keeps the log from being reused while files are copied. It ends with the session, however that ends. */
const slot = 'underhood_backup';

/** What makes copied files a database: the label that says where its recovery begins, and the log that recovery reads. */
export interface CopyEnd {
  readonly label: string;
  /** The names of the first and the last file of the log. */
  readonly first: string;
  readonly last: string;
}

/** Whether files are being copied already. */
export async function isCopied(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from pg_replication_slots where slot_name = ${slot}`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * From now on the files of the running database may be copied, one after another and while they change: PostgreSQL's own
 * base backup. It takes as long as a checkpoint does; reads and writes then go on as before.
 */
export async function beginFileCopy(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_create_physical_replication_slot(${slot}, true, true)`.execute(db);
  try {
    await sql`select pg_backup_start(${slot}, true)`.execute(db);
  } catch (error) {
    await releaseLog(db);
    throw error;
  }
}

/** Ends what `beginFileCopy` began. What was committed up to now will be in the copy. */
export async function endFileCopy(db: Kysely<Tables>): Promise<CopyEnd> {
  const { rows } = await sql<{ label: string; last: string }>`
    select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`.execute(db);
  const { label = '', last = '' } = rows[0] ?? {};
  return { label, first: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '', last };
}

/** Lets the log be reused again, once its files are copied. */
export async function releaseLog(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_drop_replication_slot(${slot})`.execute(db);
}

/** What is not copied: another process's mark, slots, and the log, which is copied last. */
const leftOut = new Set(['postmaster.pid', 'pg_replslot', 'pg_wal']);

/** Copies the database's files after `beginFileCopy`. Files may change and disappear meanwhile: the log makes up for it. */
export async function copyFiles(from: string, to: string): Promise<void> {
  for (const empty of ['global', 'pg_replslot', 'pg_wal'])
    await fs.mkdir(path.join(to, empty), { recursive: true, mode: 0o700 });
  // First, just after the checkpoint that it names, because a later checkpoint overwrites it.
  const control = path.join('global', 'pg_control');
  await copyFile(path.join(from, control), path.join(to, control));
  const entries = await fs.readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const place = path.relative(from, path.join(entry.parentPath, entry.name));
    const [top = ''] = place.split(path.sep);
    if (leftOut.has(top) || place === control) continue;
    const target = path.join(to, place);
    if (entry.isDirectory()) await fs.mkdir(target, { recursive: true, mode: 0o700 });
    else await copyFile(path.join(from, place), target);
  }
}

/** Copies the log after `endFileCopy`, and so completes the copy. */
export async function completeCopy(from: string, to: string, end: CopyEnd): Promise<void> {
  const names = await fs.readdir(path.join(from, 'pg_wal'));
  const wanted = names.filter((name) => name >= end.first && name <= end.last);
  for (const name of wanted.filter((one) => /^[0-9A-F]{24}$/.test(one)))
    await copyFile(path.join(from, 'pg_wal', name), path.join(to, 'pg_wal', name));
  await fs.writeFile(path.join(to, 'backup_label'), end.label, { mode: 0o600 });
}

/** Where the file system can, the copy shares its blocks with the original and costs nothing. */
async function copyFile(from: string, to: string): Promise<void> {
  try {
    await fs.copyFile(from, to, fs.constants.COPYFILE_FICLONE);
  } catch (error) {
    // A table was dropped or rewritten.
    const { code, path: missing } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || missing !== from) throw error;
  }
}
