import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder, and those above it, for the shop's user alone. Not by `recursive`, which never returns where the system
 * says that a folder's parent is missing although it is there, as /proc does.
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another copy of the shop may have been faster.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
