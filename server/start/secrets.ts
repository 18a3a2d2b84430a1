import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * A secret that is made once and then stays: 256 random bits in a file only the shop's user can read.
 * Two copies that start at once end up with the same one, because a finished file is linked into place only if none is there.
 */
export function secretFrom(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readIfThere(file);
  if (known !== undefined) return known;
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeDurably(fresh, randomBytes(32).toString('base64url'));
  try {
    linkSync(fresh, file);
    // A name is durable once its folder is: a lost secret would lock everybody out of a database that is still there.
    for (const named of [folder, dataDir]) syncFolder(named);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
  return readFileSync(file, 'utf8');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeDurably(file: string, content: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Windows has no such call and needs none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
