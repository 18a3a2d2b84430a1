import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { lockFolder } from '#server/db/embedded/folder-lock.ts';
import { loadTables } from '#server/db/load-tables.ts';
import { migrate, migrateUpTo, migrationNames } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import type { TableDigest } from '#server/db/row-digest.ts';
import { markRestored } from '#server/db/shop-facts.ts';
import { requireUnused } from '#server/db/table-rows.ts';
import { syncFolder, syncTree } from '#server/sync-to-disk.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { BackupFault } from './backup-fault.ts';
import { readArchive, type Summary } from './read-archive.ts';
import type { Head, Part } from './records.ts';

/** The folders of a data folder that a backup has files of. */
const fileFolders = ['images', 'secrets'];
const ownPlace = /^(?:images\/[0-9a-f]+-\d+\.webp|secrets\/[a-z-]+)$/;

export interface Restored extends Summary {
  /** Tables that are none of the shop's, and were left out. */
  readonly foreign: readonly string[];
}

/**
 * Restores a backup into an empty home: the tables as they were, then this version's migrations. The whole file is read and
 * compared first. Embedded, all of it is built beside and renamed; on a server the tables are committed together.
 */
export async function restore(file: string, passphrase: string, home: DataHome): Promise<Restored> {
  const summary = await readArchive(file, passphrase);
  requireKnown(summary.head);
  // No shop may open the folder meanwhile.
  const lock = await lockFolder(path.join(home.dataDir, 'db'), 0);
  const building = path.join(home.dataDir, 'restore.new');
  try {
    requireEmptyHome(home);
    rmSync(building, { recursive: true, force: true });
    mkdirSync(building, { mode: 0o700 });
    const restoring = { archive: { file, passphrase, head: summary.head }, home, building };
    return { ...summary, foreign: await restoreHome(restoring) };
  } finally {
    rmSync(building, { recursive: true, force: true });
    lock.release();
  }
}

interface Restoring {
  readonly archive: { readonly file: string; readonly passphrase: string; readonly head: Head };
  readonly home: DataHome;
  readonly building: string;
}

async function restoreHome(restoring: Restoring): Promise<readonly string[]> {
  const { home, building } = restoring;
  const isServer = home.databaseUrl !== undefined;
  const database = await openDatabase(
    isServer
      ? { url: home.databaseUrl, unlimited: true, dataDir: home.dataDir }
      : { dataDir: building, relaxedSync: true },
  );
  let foreign: readonly string[];
  try {
    foreign = await restoreDatabase(database, restoring);
  } finally {
    await database.close();
  }
  if (isServer) return foreign;
  syncTree(building);
  // The database last: without it there is no shop yet.
  moveIn(building, home.dataDir, [...fileFolders, 'db']);
  return foreign;
}

async function restoreDatabase(
  database: Database,
  { archive: { file, passphrase, head }, home, building }: Restoring,
): Promise<readonly string[]> {
  const { db, pool, engine } = database;
  await requireUnused(pool, head.tables);
  await migrateUpTo(db, head.migrations.at(-1) ?? '');
  const tables = new Map(head.tables.map((table) => [table.name, table]));
  const foreign = await loadTables(database, {
    tables: head.tables,
    sequences: head.sequences,
    leavesOutForeign: true,
    async fill(insert) {
      const digests = new Map<string, TableDigest>();
      const keep = keepFiles(building);
      await readArchive(file, passphrase, async (part) => {
        const table = part.kind === 'rows' ? tables.get(part.table) : undefined;
        if (part.kind === 'rows' && table !== undefined) await insert(table, part.rows);
        else if (part.kind === 'digest') digests.set(part.table, part);
        else keep(part);
      });
      return digests;
    },
    beforeCommit() {
      if (engine === 'embedded') return;
      syncTree(building);
      moveIn(building, home.dataDir, fileFolders);
    },
  });
  await migrate(db);
  await markRestored(db, new Date(head.madeAt));
  await sql`analyze`.execute(db);
  return foreign;
}

/** Writes the backup's files into the folder. */
function keepFiles(folder: string): (part: Part) => void {
  let file = '';
  return (part) => {
    if (part.kind === 'bytes') appendFileSync(file, part.bytes);
    if (part.kind !== 'file') return;
    if (!ownPlace.test(part.place)) throw new BackupFault(`${part.place} is no file of a shop.`);
    file = path.join(folder, part.place);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
  };
}

function moveIn(from: string, to: string, names: readonly string[]): void {
  for (const name of names) {
    const place = path.join(to, name);
    if (!existsSync(path.join(from, name))) continue;
    rmSync(place, { recursive: true, force: true });
    renameSync(path.join(from, name), place);
  }
  syncFolder(to);
}

/** A version cannot read the tables of a newer one. */
function requireKnown({ migrations }: Head): void {
  const known = migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new BackupFault(
      `The backup is of a newer version of the shop (${unknown.join(', ')}): restore it with that one.`,
    );
}

function requireEmptyHome({ dataDir, databaseUrl }: DataHome): void {
  const kept = databaseUrl === undefined ? [...fileFolders, 'db'] : fileFolders;
  const full = kept.filter(
    (name) => existsSync(path.join(dataDir, name)) && !isEmpty(path.join(dataDir, name)),
  );
  if (full.length > 0)
    throw new BackupFault(
      `${dataDir} is not empty (${full.join(', ')}): a backup is restored into an empty data folder.`,
    );
}

function isEmpty(folder: string): boolean {
  return readdirSync(folder).length === 0;
}
