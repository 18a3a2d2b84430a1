import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseLocked } from './errors.ts';

export interface FolderLock {
  release(): void;
}

const pauseMs = 50;
const sqliteBusy = 5;

/**
 * Takes the folder for this opening alone, or throws DatabaseLocked after `waitMs`. The lock is an exclusive
 * transaction on an SQLite file: the system frees it with the process, even after kill -9, which no pid file can say.
 */
export async function lockFolder(dir: string, waitMs: number): Promise<FolderLock> {
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const lock = tryLock(`${dir}.lock`);
    if (lock) return lock;
    if (performance.now() >= giveUpAt) throw new DatabaseLocked(dir);
    await sleep(pauseMs);
  }
}

function tryLock(file: string): FolderLock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}
