import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Holds a folder for each build of the pages, and the file `current` with the name of the newest. */
export const buildsFolder = path.join(import.meta.dirname, '..', '..', 'build');

/** The folder of the newest build. Throws when there is none. */
export function newestBuild(): string {
  try {
    return path.join(buildsFolder, readFileSync(path.join(buildsFolder, 'current'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`There are no built pages in ${buildsFolder}. Run "npm run build" first.`, {
      cause: error,
    });
  }
}
