import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#server/make-folder.ts';
import { syncFile, syncFolder } from '#server/sync-to-disk.ts';

/**
 * Reads a secret of 256 random bits from a private file, which is created once. Copies of the shop that start at the same
 * time get the same secret, because a finished file is linked into place only if there is none.
 */
export function secretFrom(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  makeFolder(folder);
  const known = readIfThere(file);
  if (known !== undefined) return known;
  const fresh = writeFresh(file);
  try {
    linkSync(fresh, file);
    // Syncs the names too: without its secret a database would be useless after a power cut.
    for (const parent of [folder, dataDir]) syncFolder(parent);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
  return readFileSync(file, 'utf8');
}

/** The secret in a file; undefined when there is none. */
export function readSecret(dataDir: string, name: string): string | undefined {
  return readIfThere(join(dataDir, 'secrets', name));
}

/** Replaces a secret by a new one; the one it replaces is in `before` from then on. */
export function renewSecret(dataDir: string, name: string, before: string): void {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  secretFrom(dataDir, name);
  const fresh = writeFresh(file);
  // A second name for the file, so that at no moment the secret that is in use is without one.
  rmSync(join(folder, before), { force: true });
  linkSync(file, join(folder, before));
  renameSync(fresh, file);
  syncFolder(folder);
}

function writeFresh(file: string): string {
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(fresh, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  syncFile(fresh, 'r+');
  return fresh;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
