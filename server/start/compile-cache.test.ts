import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { freshDataDir, temporaryFolder } from '#test/database.ts';
import { ensureBuilt } from '#test/faults/shop-process.ts';
import { runStart } from '#test/run-start.ts';

/** Programs of other tests have a cache in common, which NODE_COMPILE_CACHE names. The mode is refused, after all is loaded. */
const ownCache = { NODE_COMPILE_CACHE: '', SHOP_MODE: 'nonsense' };

beforeAll(ensureBuilt, 420_000);

test('a start keeps what Node compiled in the data folder, and removes what other builds left', async () => {
  const dataDir = temporaryFolder('compile-cache');
  const other = path.join(dataDir, 'compile-cache', 'another-build');
  mkdirSync(other, { recursive: true });
  chmodSync(path.join(dataDir, 'compile-cache'), 0o700);
  writeFileSync(path.join(other, 'code'), '');
  expect(await runStart({ ...ownCache, DATA_DIR: dataDir })).toMatchObject({ code: 1 });
  expect(existsSync(other)).toBe(false);
  const kept = filesBelow(path.join(dataDir, 'compile-cache'));
  expect(kept).toBeGreaterThan(5);
  expect(await runStart({ ...ownCache, DATA_DIR: dataDir })).toMatchObject({ code: 1 });
  expect(filesBelow(path.join(dataDir, 'compile-cache'))).toBeGreaterThanOrEqual(kept);
});

test('a start loads no TypeScript, not even in a thread: what strips the types is 18 MB', async () => {
  // Without double quotes and spaces, which NODE_OPTIONS reads as its own.
  const refuses = 'load:(url,context,next)=>url.endsWith(`.ts`)?process.exit(7):next(url,context)';
  const preload = `process.getBuiltinModule('module').registerHooks({${refuses}})`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${preload}`, SHOP_MODE: 'demo' };
  const dataDir = await freshDataDir();
  expect(await runStart({ ...env, PORT: '0', DATA_DIR: dataDir })).toEqual({ code: 0, said: [''] });
});

test('a folder into which others may write is not used', async () => {
  const dataDir = temporaryFolder('compile-cache-of-others');
  const folder = path.join(dataDir, 'compile-cache');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  // Not the data folder alone: then its permissions are taken from others later.
  writeFileSync(path.join(dataDir, 'something-else'), '');
  expect(await runStart({ ...ownCache, DATA_DIR: dataDir })).toMatchObject({ code: 1 });
  expect(filesBelow(folder)).toBe(0);
});

test('a start that is refused does not make the data folder', async () => {
  const dataDir = path.join(temporaryFolder('compile-cache-refused'), 'none');
  const { code } = await runStart({ ...ownCache, DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(existsSync(dataDir)).toBe(false);
});

function filesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;
}
