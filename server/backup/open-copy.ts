import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { completeCopy, copyFiles } from '#server/db/embedded/file-copy.ts';
import { lockFolder } from '#server/db/embedded/folder-lock.ts';
import { DatabaseLocked } from '#server/db/embedded/errors.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { openUnmigrated } from '#server/db/open-existing.ts';
import { askFileCopy, type FileCopy } from '#server/operator/ask-file-copy.ts';
import { anotherBackup } from '#server/operator/serve-file-copy.ts';
import { socketProblem } from '#server/operator/socket-path.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { BackupFault } from './backup-fault.ts';

/**
 * Opens the database that is to be backed up: a server's, that of a stopped shop, or a copy of the files of a running shop's
 * embedded one, which only that shop can open. Closing removes the copy.
 */
export async function openForBackup({ databaseUrl, dataDir }: DataHome): Promise<Database> {
  if (databaseUrl !== undefined)
    return openUnmigrated({ url: databaseUrl, unlimited: true, dataDir });
  requireOwner(path.join(dataDir, 'db'));
  const copy = await askFileCopy(dataDir);
  if (copy !== undefined) return openCopy(dataDir, copy);
  return openUnmigrated({ dataDir }).catch((error: unknown) => {
    const why = error instanceof DatabaseLocked ? socketProblem(dataDir) : undefined;
    throw why === undefined ? error : new BackupFault(why);
  });
}

/** Files of another user in the data folder would keep the shop from starting. */
function requireOwner(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  // Windows has no such numbers.
  const user = process.getuid?.();
  if (owner !== undefined && user !== undefined && owner !== user)
    throw new BackupFault(
      `${folder} belongs to the user with the number ${owner}, and this is the one with ${user}: make the backup as the shop's user, such as by runuser.`,
    );
}

/** In the data folder, where the same data is in the clear already. */
async function openCopy(dataDir: string, copy: FileCopy): Promise<Database> {
  const folder = path.join(dataDir, 'backup.copy');
  try {
    const lock = await lockFolder(folder, 0);
    const remove = (): void => {
      rmSync(folder, { recursive: true, force: true });
      lock.release();
    };
    try {
      const database = await copyAndOpen(path.join(dataDir, 'db'), folder, copy);
      return { ...database, close: () => database.close().finally(remove) };
    } catch (error) {
      remove();
      throw error;
    }
  } catch (error) {
    throw error instanceof DatabaseLocked ? new BackupFault(anotherBackup) : error;
  } finally {
    copy.release();
  }
}

async function copyAndOpen(source: string, folder: string, copy: FileCopy): Promise<Database> {
  const target = path.join(folder, 'db');
  // A backup that was killed left it.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(target, { recursive: true, mode: 0o700 });
  await copyFiles(source, target);
  await completeCopy(source, target, await copy.end());
  // The shop may reuse its log while the copy is read.
  copy.release();
  return openDatabase({ dataDir: folder, relaxedSync: true });
}
