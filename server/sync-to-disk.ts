import fs from 'node:fs';
import path from 'node:path';

/** Forces every file and folder below `dir` (and `dir` itself) to disk. */
export function syncTree(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const child = path.join(dir, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncFile(child, 'r+');
  }
  syncFolder(dir);
}

/** Forces a folder's list of names to disk (Windows has no such call and does not need it). */
export function syncFolder(dir: string): void {
  if (process.platform !== 'win32') syncFile(dir, 'r');
}

function syncFile(file: string, flags: string): void {
  const descriptor = fs.openSync(file, flags);
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
