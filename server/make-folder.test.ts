import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#test/database.ts';
import { makeFolder } from './make-folder.ts';

const home = temporaryFolder('make-folder');
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a folder is created with those above it, for its user alone, and once', () => {
  const folder = path.join(home, 'data', 'secrets');
  makeFolder(folder);
  makeFolder(folder);
  for (const made of [folder, path.dirname(folder)])
    expect((statSync(made).mode & 0o777).toString(8)).toBe('700');
});

test('where there can be none, it says so at once', () => {
  const file = path.join(home, 'file');
  writeFileSync(file, '');
  for (const [place, code] of [
    [file, 'EEXIST'],
    [path.join(file, 'below'), 'ENOTDIR'],
    ['/proc/nope/data', 'ENOENT'],
  ])
    expect(() => makeFolder(place ?? '')).toThrow(expect.objectContaining({ code }));
});
