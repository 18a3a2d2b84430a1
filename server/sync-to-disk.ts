import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Syncs a folder and everything in it to disk. */
export function syncTree(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const child = path.join(dir, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncFile(child, 'r+');
  }
  syncFolder(dir);
}

/** Syncs a folder's list of names to disk; Windows has no such call and does not need it. */
export function syncFolder(dir: string): void {
  if (process.platform !== 'win32') syncFile(dir, 'r');
}

/** Syncs a file's content to disk; `flags` as for opening it. */
export function syncFile(file: string, flags: string): void {
  const descriptor = openSync(file, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
