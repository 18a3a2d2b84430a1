import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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

/** The secrets that were replaced, the last one first. */
export function secretsBefore(dataDir: string, name: string): string[] {
  const folder = join(dataDir, 'secrets');
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter(
    (one) => one.startsWith(name) && /^(?:-before)+$/.test(one.slice(name.length)),
  );
  return names
    .toSorted((one, other) => one.length - other.length)
    .flatMap((one) => readSecret(dataDir, one) ?? []);
}

/** Makes the secret that is to replace one. */
export function prepareSecret(dataDir: string, name: string): void {
  const file = join(dataDir, 'secrets', name);
  renameSync(writeFresh(file), nextOf(file));
  syncFolder(dirname(file));
}

/** The secret that is to replace one; undefined when none was made. */
export function nextSecret(dataDir: string, name: string): string | undefined {
  return readIfThere(nextOf(join(dataDir, 'secrets', name)));
}

/**
 * Replaces a secret by the one that was prepared, or else by a new one. Those from before stay, each under a longer name: the
 * database may know none but the oldest, when the shop was not started since.
 */
export function renewSecret(dataDir: string, name: string): void {
  const file = join(dataDir, 'secrets', name);
  const next = nextOf(file);
  const fresh = existsSync(next) ? next : writeFresh(file);
  setAside(beforeOf(file));
  // A second name for the file, so that at no moment the secret that is in use is without one.
  linkSync(file, beforeOf(file));
  renameSync(fresh, file);
  syncFolder(dirname(file));
}

const nextOf = (file: string): string => `${file}-next`;
const beforeOf = (file: string): string => `${file}-before`;

function setAside(file: string): void {
  if (!existsSync(file)) return;
  setAside(beforeOf(file));
  renameSync(file, beforeOf(file));
}

function writeFresh(file: string): string {
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(fresh, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  // Root may run a command of a shop that has a user of its own.
  const { uid, gid } = statSync(dirname(file));
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
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
