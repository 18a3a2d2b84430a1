import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Writable } from 'node:stream';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startShop } from '#test/harness.ts';
import { sampleList, uploadList } from '#test/import-files.ts';

const shop = await startShop();
afterAll(() => shop.close());
afterEach(mendDisk);

function fillDisk(): void {
  const error = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
  const full = () => new Writable({ write: (_chunk, _encoding, done) => done(error) });
  vi.spyOn(fs, 'createWriteStream').mockImplementation(() => full() as fs.WriteStream);
  syncBuiltinESMExports();
}

function mendDisk(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

test('an upload that the disk has no room for is to be sent again, and leaves nothing', async () => {
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  fillDisk();
  const { status, body } = await uploadList(shop, admin, sampleList);
  expect([status, body.error]).toEqual([503, 'unavailable']);
  expect(fs.readdirSync(shop.importFolder)).toEqual([]);
  mendDisk();
  expect((await uploadList(shop, admin, sampleList)).status).toBe(200);
});
