import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keepPrivate } from '#server/start/keep-private.ts';
import { freshDataDir, temporaryFolder } from './database.ts';
import { ensureBuilt } from '#test/faults/shop-process.ts';
import { testKeys } from './hosted-environment.ts';
import { runStart } from './run-start.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = temporaryFolder('private');
  folders.push(folder);
  return folder;
}

const modeOf = (place: string): string => (statSync(place).mode & 0o777).toString(8);

/** A folder and everything in it. */
function allOf(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...below.map((name) => path.join(folder, name))];
}

/** What of it other accounts of the machine may read or write. */
function openToOthers(folder: string): string[] {
  return allOf(folder).filter((place) => (statSync(place).mode & 0o077) !== 0);
}

const demo = { SHOP_MODE: 'demo', PORT: '0', ...testKeys };

test(
  'what a shop keeps is readable by nobody else, also where an older one left it open',
  { timeout: 300_000 },
  async () => {
    await ensureBuilt();
    const dataDir = path.join(newFolder(), 'older');
    const template = await freshDataDir();
    folders.push(template);
    cpSync(template, dataDir, { recursive: true });
    mkdirSync(path.join(dataDir, 'images'));
    writeFileSync(path.join(dataDir, 'images', 'a.webp'), '');
    for (const place of allOf(dataDir)) chmodSync(place, statSync(place).mode | 0o055);
    expect(openToOthers(dataDir).length).toBeGreaterThan(3);
    expect(await runStart({ ...demo, DATA_DIR: dataDir })).toEqual({ code: 0, said: [''] });
    expect(openToOthers(dataDir)).toEqual([]);

    const fresh = path.join(newFolder(), 'fresh', 'data');
    expect(await runStart({ ...demo, DATA_DIR: fresh })).toEqual({ code: 0, said: [''] });
    expect(openToOthers(fresh)).toEqual([]);
  },
);

test("of a folder that holds other things as well only what is the shop's is closed", () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'secrets'));
  for (const name of ['notes.txt', 'secrets/identity']) writeFileSync(path.join(folder, name), '');
  symlinkSync(path.join(folder, 'notes.txt'), path.join(folder, 'secrets', 'elsewhere'));
  for (const name of ['.', 'secrets']) chmodSync(path.join(folder, name), 0o755);
  for (const name of ['notes.txt', 'secrets/identity']) chmodSync(path.join(folder, name), 0o644);
  keepPrivate(folder);
  expect(
    ['.', 'notes.txt', 'secrets', 'secrets/identity'].map((name) =>
      modeOf(path.join(folder, name)),
    ),
  ).toEqual(['755', '644', '700', '600']);
});

test('a data folder that is not there is not made', () => {
  const missing = path.join(newFolder(), 'missing');
  keepPrivate(missing);
  expect(readdirSync(path.dirname(missing))).toEqual([]);
});
