import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * A hash of what files of a folder say: of these, and of those below these, that are counted. What is not there counts for nothing.
 * @param {string} root @param {readonly string[]} entries @param {(file: string) => boolean} isCounted
 */
export function sourceHash(root, entries, isCounted) {
  const files = entries.flatMap((entry) => filesBelow(root, entry)).filter(isCounted);
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const text = readFileSync(path.join(root, file));
    hash.update(`${file}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} root @param {string} entry */
function filesBelow(root, entry) {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [entry];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)))
    .map((file) => file.replaceAll(path.sep, '/'));
}
