import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceHash } from './source-hash.js';

const repository = path.join(import.meta.dirname, '..', '..');

/** What a bundle is made of: the sources, in the repository also the versions of the packages and how it is made. */
const madeOf = ['server', 'contract', 'package-lock.json', 'scripts/bundle.ts'];

/**
 * The folder of the bundle (record 0075) of the sources in this folder, by default of these: named by what they say, so that
 * a bundle of other sources is never taken for it. It is there only after `npm run build`, in a release always.
 */
export function bundleFolder(root = repository) {
  return path.join(root, 'bundle', sourceHash(root, madeOf, isModule));
}

/** The address of the module that runs the shop from its bundle; undefined without one. */
export function bundledShop() {
  const file = path.join(bundleFolder(), 'run-shop.js');
  return existsSync(file) ? pathToFileURL(file).href : undefined;
}

/** Modules and what they import, without tests and what only the compiler reads. @param {string} file */
function isModule(file) {
  return /(?<!\.test)\.(?:[jt]s|json)$/.test(file) && !file.endsWith('tsconfig.json');
}
