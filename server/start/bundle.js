import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const repository = path.join(import.meta.dirname, '..', '..');

/** What a bundle is made of: the sources, in the repository also the versions of the packages and how it is made. */
const sides = ['server', 'contract'];
const others = ['package-lock.json', 'scripts/bundle.ts'];

/**
 * The folder of the bundle (record 0075) of the sources in this folder, by default of these: named by what they say, so that
 * a bundle of other sources is never taken for it. It is there only after `npm run build`, in a release always.
 */
export function bundleFolder(root = repository) {
  const hash = createHash('sha256');
  for (const file of [...sides.flatMap((side) => modulesBelow(root, side)), ...others]) {
    const place = path.join(root, file);
    if (existsSync(place)) hash.update(`${file}\0`).update(readFileSync(place)).update('\0');
  }
  return path.join(root, 'bundle', hash.digest('hex').slice(0, 16));
}

/** The address of the module that runs the shop from its bundle; undefined without one. */
export function bundledShop() {
  const file = path.join(bundleFolder(), 'run-shop.js');
  return existsSync(file) ? pathToFileURL(file).href : undefined;
}

/** @param {string} root @param {string} side */
function modulesBelow(root, side) {
  return readdirSync(path.join(root, side), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.(?:[jt]s|json)$/.test(file) && !file.endsWith('tsconfig.json'))
    .map((file) => path.posix.join(side, file.replaceAll(path.sep, '/')))
    .toSorted();
}
