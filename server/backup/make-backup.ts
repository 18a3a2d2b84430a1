import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from '#server/sync-to-disk.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { BackupFault } from './backup-fault.ts';
import { openForBackup } from './open-copy.ts';
import { readArchive, type Summary } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

export interface Backup extends Summary {
  readonly file: string;
  /** Addresses of pictures that the database has and the data folder lacks. */
  readonly missing: readonly string[];
}

/**
 * Makes a backup of a shop, running or not: `to` is the new file, or a folder in which it is named after the moment. The file gets
 * its name when it is on disk and was read back. Throws, and leaves no file with that name.
 */
export async function makeBackup(
  home: DataHome,
  { to, passphrase, now }: { to: string; passphrase: string; now: Date },
): Promise<Backup> {
  const file = isFolder(to) ? path.join(to, nameAt(now)) : path.resolve(to);
  if (existsSync(file)) throw new BackupFault(`${file} is there already, and is not overwritten.`);
  if (!isFolder(path.dirname(file)))
    throw new BackupFault(`There is no folder ${path.dirname(file)}.`);
  // A name of its own, so that two backups at once do not write into the same file.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.new`;
  const missing: string[] = [];
  try {
    const database = await openForBackup(home);
    try {
      await writeArchive(unfinished, passphrase, {
        database,
        dataDir: home.dataDir,
        madeAt: now,
        missing: (url) => missing.push(url),
      });
    } finally {
      await database.close();
    }
    const summary = await readArchive(unfinished, passphrase);
    renameSync(unfinished, file);
    syncFolder(path.dirname(file));
    return { ...summary, file, missing };
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function nameAt(now: Date): string {
  return `underhood-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`;
}
