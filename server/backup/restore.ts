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
import type { CopyTable } from '#server/db/copy-tables.ts';
import { lockFolder } from '#server/db/embedded/folder-lock.ts';
import { loadTables } from '#server/db/load-tables.ts';
import { migrate, migrateUpTo, migrationNames } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import type { Row, TableDigest } from '#server/db/row-digest.ts';
import { markRestored } from '#server/db/shop-facts.ts';
import { requireUnused, UnfitTarget } from '#server/db/table-rows.ts';
import { syncFolder, syncTree } from '#server/sync-to-disk.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { BackupFault, LateFault } from './backup-fault.ts';
import { moveFiles } from './move-files.ts';
import { readArchive, type Summary } from './read-archive.ts';
import type { Head, Part } from './records.ts';

/** The folders of a data folder that a backup has files of. */
const fileFolders = ['images', 'secrets'];
/** In the data folder: what is restored until it is whole. A restore that was killed leaves it. */
const unfinished = 'restore.new';
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
  try {
    await requireUnusedHome(home, summary.head);
    const building = path.join(home.dataDir, unfinished);
    rmSync(building, { recursive: true, force: true });
    mkdirSync(building, { mode: 0o700 });
    try {
      const restoring = { archive: { file, passphrase, head: summary.head }, home, building };
      return { ...summary, foreign: await restoreHome(restoring) };
    } finally {
      rmSync(building, { recursive: true, force: true });
    }
  } finally {
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
  const database = await (home.databaseUrl === undefined
    ? openDatabase({ dataDir: building, relaxedSync: true })
    : openServer(home, home.databaseUrl));
  let foreign: readonly string[];
  try {
    foreign = await restoreDatabase(database, restoring);
  } finally {
    await database.close();
  }
  if (database.engine === 'server') return foreign;
  syncTree(building);
  const undo = moveFiles(building, home.dataDir, fileFolders);
  try {
    // Last: without it there is no shop yet.
    const place = path.join(home.dataDir, 'db');
    rmSync(place, { recursive: true, force: true });
    renameSync(path.join(building, 'db'), place);
    syncFolder(home.dataDir);
  } catch (error) {
    undo();
    throw error;
  }
  return foreign;
}

function openServer({ dataDir }: DataHome, url: string): Promise<Database> {
  return openDatabase({ url, unlimited: true, dataDir });
}

async function restoreDatabase(
  database: Database,
  { archive: { file, passphrase, head }, home, building }: Restoring,
): Promise<readonly string[]> {
  const { db, engine } = database;
  await migrateUpTo(db, head.migrations.at(-1) ?? '');
  let isCommitting = false;
  const foreign = await loadTables(database, {
    tables: head.tables,
    sequences: head.sequences,
    leavesOutForeign: true,
    fill: (insert) => fillFrom({ file, passphrase, head }, building, insert),
    async beforeCommit(tx) {
      await markRestored(tx, new Date(head.madeAt));
      if (engine === 'embedded') return;
      syncTree(building);
      moveFiles(building, home.dataDir, fileFolders);
      isCommitting = true;
    },
  }).catch((error: unknown) => {
    throw isCommitting ? new LateFault(error, perhapsRestored(home)) : error;
  });
  try {
    await migrate(db);
    await sql`analyze`.execute(db);
  } catch (error) {
    throw engine === 'embedded' ? error : new LateFault(error, notMigrated);
  }
  return foreign;
}

const notMigrated =
  'The backup was restored, and refunds wait, but the tables are not yet those of this version: the start of a shop makes them so';

const perhapsRestored = ({ dataDir }: DataHome): string =>
  `Whether the backup was restored is not known: if the database has its rows, it was, and a shop can be started. If not, remove ${fileFolders.join(', ')} from ${dataDir} and restore it again`;

/** Loads the rows and keeps the files of the backup; answers the digests in it. */
async function fillFrom(
  { file, passphrase, head }: Restoring['archive'],
  building: string,
  insert: (table: CopyTable, rows: readonly Row[]) => Promise<void>,
): Promise<ReadonlyMap<string, TableDigest>> {
  const tables = new Map(head.tables.map((table) => [table.name, table]));
  const digests = new Map<string, TableDigest>();
  const keep = keepFiles(building);
  await readArchive(file, passphrase, async (part) => {
    const table = part.kind === 'rows' ? tables.get(part.table) : undefined;
    if (part.kind === 'rows' && table !== undefined) await insert(table, part.rows);
    else if (part.kind === 'digest') digests.set(part.table, part);
    else keep(part);
  });
  return digests;
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

/** A version cannot read the tables of a newer one. */
function requireKnown({ migrations }: Head): void {
  const known = migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new BackupFault(
      `The backup is of a newer version of the shop (${unknown.join(', ')}): restore it with that one.`,
    );
}

/** The database first: a restore that was killed after it was committed left all of its rows. */
async function requireUnusedHome(home: DataHome, { tables }: Head): Promise<void> {
  const { dataDir, databaseUrl } = home;
  const wasEnded = existsSync(path.join(dataDir, unfinished));
  if (databaseUrl !== undefined) {
    const database = await openServer(home, databaseUrl);
    try {
      await requireUnused(database.pool, tables);
    } catch (error) {
      if (!wasEnded || !(error instanceof UnfitTarget)) throw error;
      throw new BackupFault(
        `${error.message} If a restore into it was ended before it was done, it has all its rows: start the shop.`,
      );
    } finally {
      await database.close();
    }
  }
  const kept = databaseUrl === undefined ? [...fileFolders, 'db'] : fileFolders;
  const full = kept.filter((name) => holdsAnything(path.join(dataDir, name))).join(', ');
  if (full === '') return;
  throw new BackupFault(
    wasEnded
      ? `A restore into ${dataDir} was ended while it moved its files there: if no shop has run on it since, remove ${full} and restore it again.`
      : `${dataDir} is not empty (${full}): a backup is restored into an empty data folder.`,
  );
}

/** But for what a disk has of its own. */
function holdsAnything(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name !== 'lost+found');
}
