import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { askFileCopy, type FileCopy } from '#server/operator/ask-file-copy.ts';
import { backup, restore, startBackup } from './backup-programs.ts';
import { freshDataDir, temporaryFolder } from './database.ts';
import { fillShop } from '#test/faults/check-books.ts';
import { until } from '#test/faults/row.ts';
import { type ShopProcess, startShopProcess } from '#test/faults/shop-process.ts';

// Whole programs; on a machine whose cores are all taken that lasts.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let dataDir: string;
let shop: ShopProcess;
let to: string;

beforeAll(async () => {
  dataDir = await freshDataDir();
  await fillShop({ dataDir }, 2);
  shop = await startShopProcess({ dataDir });
});

afterAll(async () => {
  await shop.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  to = temporaryFolder('backups');
  return () => rmSync(to, { recursive: true, force: true });
});

const file = (): string => path.join(to, 'shop.backup');
const copyFolder = (): string => path.join(dataDir, 'backup.copy');
const preloaded = (name: string): string =>
  pathToFileURL(path.join(import.meta.dirname, 'faults', name)).href;
const hasUnfinished = (): boolean =>
  readdirSync(to).some((name) => name.endsWith('.new') && statSync(path.join(to, name)).size > 0);

test.each([
  { when: 'the files are copied', isSo: () => existsSync(path.join(copyFolder(), 'db', 'global')) },
  { when: 'the file is written', isSo: hasUnfinished },
])(
  'killed while $when, a backup leaves no file with its name, and the next one works',
  async ({ isSo }) => {
    const killed = startBackup({ dataDir }, '--to', file());
    await until(isSo, { what: 'the middle of a backup', ms: 60_000 });
    killed.kill();
    await killed.ended;
    expect(existsSync(file())).toBe(false);
    // The shop may not have noticed yet.
    const works = async () => (await backup({ dataDir }, '--to', file())).code === 0;
    await until(works, { what: 'a backup after the killed one', ms: 120_000 });
    expect(existsSync(copyFolder())).toBe(false);
  },
);

test('on a full disk the command says so, and leaves nothing', async () => {
  const preload = `${preloaded('full-backup-disk-preload.ts')}?2000`;
  expect(await backup({ dataDir, preload }, '--to', file())).toEqual({
    code: 1,
    out: '',
    err: 'No backup was made: ENOSPC: no space left on device, write.',
  });
  expect(readdirSync(to)).toEqual([]);
  expect(existsSync(copyFolder())).toBe(false);
});

test('a restore that is killed before it moved its last folder says so the next time', async () => {
  expect(await backup({ dataDir }, '--to', file())).toMatchObject({ code: 0 });
  const home = { dataDir: path.join(to, 'home') };
  const preload = `${preloaded('kill-at-rename-preload.ts')}?${path.join(home.dataDir, 'db')}`;
  expect((await restore({ ...home, preload }, '--from', file())).code).toBe(undefined);
  expect(readdirSync(home.dataDir)).not.toContain('db');
  expect(await restore(home, '--from', file())).toEqual({
    code: 1,
    out: '',
    err: `A restore into ${home.dataDir} was ended while it moved its files there: if no shop has run on it since, remove secrets and restore it again. Nothing was restored.`,
  });
  rmSync(path.join(home.dataDir, 'secrets'), { recursive: true });
  expect(await restore(home, '--from', file())).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(home.dataDir).toSorted()).toEqual(['db', 'db.lock', 'secrets']);
});

test('a second backup at the same time is refused', async () => {
  const first = await askFileCopy(dataDir);
  expect(await backup({ dataDir }, '--to', file())).toEqual({
    code: 1,
    out: '',
    err: 'Another backup of this shop is being made. No backup was made.',
  });
  first?.release();
});

// Last, because it ends the shop.
test('a shop that is stopped meanwhile ends as always, and the command is told why there is no backup', async () => {
  let copy: FileCopy | undefined;
  const begins = async (): Promise<boolean> => {
    copy = await askFileCopy(dataDir).catch(() => undefined);
    return copy !== undefined;
  };
  await until(begins, { what: 'the backup before to end', ms: 60_000 });
  expect(await shop.end('SIGTERM')).toMatchObject({ code: 0 });
  await expect(copy?.end()).rejects.toThrow('The shop was stopped meanwhile.');
});
