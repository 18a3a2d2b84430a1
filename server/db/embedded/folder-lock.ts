import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '#server/make-folder.ts';
import { DatabaseLocked, DatabaseUnsafe } from './errors.ts';

interface FolderLock {
  release(): void;
}

const pauseMs = 50;
const sqliteBusy = 5;

/**
 * Locks the folder exclusively, or throws DatabaseLocked after `waitMs`. The lock is an exclusive transaction on an SQLite
 * file, which the system releases with the process even after kill -9; a pid file would stay behind.
 */
export async function lockFolder(dir: string, waitMs: number): Promise<FolderLock> {
  makeFolder(path.dirname(dir));
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const lock = tryLock(`${dir}.lock`);
    if (lock) return lock;
    if (performance.now() >= giveUpAt) throw new DatabaseLocked(dir);
    await sleep(pauseMs);
  }
}

function tryLock(file: string): FolderLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const held = (database = new DatabaseSync(file, { timeout: 0 }));
    held.exec('BEGIN EXCLUSIVE');
    return { release: () => held.close() };
  } catch (cause) {
    database?.close();
    const { errcode, message } = cause as Error & { errcode?: number };
    if (errcode === sqliteBusy) return undefined;
    throw new DatabaseUnsafe(
      `${file} cannot be locked (${message}): the data folder must belong to whoever starts the shop.`,
      { cause },
    );
  }
}
