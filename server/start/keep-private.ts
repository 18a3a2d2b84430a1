import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What the shop keeps in its data folder. */
const own = /^(?:db(?:\.(?:new|lock.*))?|images|secrets|admin\.sock)$/;

const others = 0o077;

/**
 * Lets nobody else on the machine read what the shop keeps: neither what this process will write, nor what is in the data
 * folder already. A folder that holds other things as well keeps its rights: it may be /tmp.
 */
export function keepPrivate(dataDir: string): void {
  process.umask(others);
  const names = namesIn(dataDir);
  for (const name of names.filter((one) => own.test(one))) closeTree(path.join(dataDir, name));
  if (names.length > 0 && names.every((one) => own.test(one))) close(dataDir);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Not there, or not a folder: whoever needs it makes it, or says what is wrong with it.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return [];
    throw error;
  }
}

function closeTree(place: string): void {
  if (close(place)) for (const name of namesIn(place)) closeTree(path.join(place, name));
}

/** Answers whether it is a folder. */
function close(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return false;
  if ((found.mode & others) !== 0) takeFromOthers(place, found.mode);
  return found.isDirectory();
}

function takeFromOthers(place: string, mode: number): void {
  try {
    chmodSync(place, mode & 0o7777 & ~others);
  } catch (error) {
    // A volume that the system owns and lends to the shop: its rights are the system's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
