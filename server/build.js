import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** Which build runs: the version of package.json, and the commit where git's folder is there. */
export const build = [versionOf(root), commitOf(root)].filter(Boolean).join('+');

/** @param {string} folder @returns {string} */
function versionOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
}

/**
 * The first twelve digits of the commit that is checked out; undefined in a folder without git.
 * @param {string} folder
 */
function commitOf(folder) {
  const head = textOf(path.join(folder, '.git', 'HEAD'));
  const branch = /^ref: (\S+)/.exec(head)?.[1];
  if (branch === undefined) return digits(head);
  const packed = textOf(path.join(folder, '.git', 'packed-refs'));
  return (
    digits(textOf(path.join(folder, '.git', branch))) ??
    digits(packed.split('\n').find((line) => line.endsWith(` ${branch}`)) ?? '')
  );
}

/** @param {string} file */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** @param {string} text */
function digits(text) {
  return /^[0-9a-f]{12}/.exec(text)?.[0];
}
