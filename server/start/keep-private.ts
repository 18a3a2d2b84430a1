import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { importsName } from './data-home.ts';

/** What the shop stores in its data folder. */
const own = new RegExp(
  String.raw`^(?:db(?:\.(?:new|lock.*))?|backup\.copy(?:\.lock.*)?|restore\.new|images|${importsName}|secrets|compile-cache|admin\.sock)$`,
);

const others = 0o077;

/**
 * Makes the shop's files private to its user: those this process will write (umask) and those in the data folder already. A
 * data folder that holds other files as well keeps its permissions, because it may be /tmp.
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
    // Missing or unusable: whoever needs the folder creates it or reports the error.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return [];
    throw error;
  }
}

function closeTree(place: string): void {
  if (close(place)) for (const name of namesIn(place)) closeTree(path.join(place, name));
}

/** Makes one entry private; answers whether it is a folder. */
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
    // A volume that belongs to the system.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
