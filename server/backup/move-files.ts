import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '#server/make-folder.ts';
import { syncFile, syncFolder } from '#server/sync-to-disk.ts';

/**
 * Moves the files of folders, which are on disk, into the folders of the same names elsewhere. Folders that are there stay: they
 * may be links, or other disks that are mounted. Answers what undoes it; when it fails it is undone.
 */
export function moveFiles(from: string, to: string, folders: readonly string[]): () => void {
  const moved: string[] = [];
  const undo = (): void => moved.forEach((file) => rmSync(file, { force: true }));
  try {
    for (const folder of folders.filter((name) => existsSync(path.join(from, name)))) {
      makeFolder(path.join(to, folder));
      for (const name of readdirSync(path.join(from, folder))) {
        const target = path.join(to, folder, name);
        moved.push(target);
        moveFile(path.join(from, folder, name), target);
      }
      syncFolder(path.join(to, folder));
    }
    syncFolder(to);
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
    syncFile(to, 'r+');
  }
}
