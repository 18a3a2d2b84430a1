import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#test/database.ts';
import { moveFiles } from './move-files.ts';

const { renameSync, copyFileSync } = fs;
let folder: string;
const at = (...names: string[]): string => path.join(folder, ...names);

beforeEach(() => {
  folder = temporaryFolder('move-files');
  for (const name of ['from/images', 'to/images']) mkdirSync(at(name), { recursive: true });
  for (const name of ['a', 'b']) writeFileSync(at('from/images', name), name);
  // As the system refuses it when `to` is another disk.
  fs.renameSync = () => {
    throw Object.assign(new Error('cross-device link not permitted'), { code: 'EXDEV' });
  };
  syncBuiltinESMExports();
});

afterEach(() => {
  Object.assign(fs, { renameSync, copyFileSync });
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

test('files are copied to another disk, and taken away again when that is undone', () => {
  const undo = moveFiles(at('from'), at('to'), ['images', 'secrets']);
  expect(readdirSync(at('to'))).toEqual(['images']);
  expect(readFileSync(at('to/images/b'), 'utf8')).toBe('b');
  undo();
  expect(readdirSync(at('to/images'))).toEqual([]);
});

test('a disk that is full in the middle of a file keeps none of them', () => {
  fs.copyFileSync = (from, to) => {
    if (String(from).endsWith('a')) return copyFileSync(from, to);
    writeFileSync(to, 'half');
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  syncBuiltinESMExports();
  expect(() => moveFiles(at('from'), at('to'), ['images'])).toThrow('no space left');
  expect(readdirSync(at('to/images'))).toEqual([]);
});
