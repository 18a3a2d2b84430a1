import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { importLimits } from '#contract/import-fields.ts';
import { startShop } from '#test/harness.ts';
import { importOf, step, uploadList } from '#test/import-files.ts';

const shop = await startShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
afterAll(() => shop.close());
const list = 'Part number,Name,Price\nK-1,A,1.00\n';
const upload = async (): Promise<string> => {
  shop.clock.advance(1000);
  return (await uploadList(shop, admin, list)).body._id;
};
const check = (id: string) =>
  shop.request('POST', `/api/admin/imports/${id}/check`, {
    as: admin,
    body: { fields: ['partNumber', 'name', 'price'], settings: {} },
  });
const isKept = (id: string) => existsSync(path.join(shop.importFolder, id));

it('the oldest file that waits makes room for a new one, and its import says so', async () => {
  const [waits, checks] = [await upload(), await upload()];
  await check(checks);
  const others: string[] = [];
  for (let count = 2; count < importLimits.kept; count += 1) others.push(await upload());
  expect((await importOf(shop, admin, waits)).state).toBe('columns');
  await upload();
  expect(await importOf(shop, admin, waits)).toMatchObject({
    state: 'failed',
    failure: 'Its file made room for a newer one: at most 20 files wait. Please upload it again.',
  });
  expect([isKept(waits), isKept(checks)]).toEqual([false, true]);
  // One that is being checked stays.
  await upload();
  expect((await importOf(shop, admin, others[0] ?? '')).state).toBe('failed');
  expect((await importOf(shop, admin, others[1] ?? '')).state).toBe('columns');
  await shop.workOnImports();
  expect((await importOf(shop, admin, checks)).state).toBe('checked');
  await step(shop, admin, checks, 'apply');
});

it('what broken uploads have left goes, also beside a file that ends at that moment', async () => {
  mkdirSync(shop.importFolder, { recursive: true });
  // As a file that was there when the folder was read, and is not any more.
  symlinkSync(path.join(shop.importFolder, 'nowhere'), path.join(shop.importFolder, 'list-ended'));
  const left = ['0-left', 'upload-left'].map((name) => path.join(shop.importFolder, name));
  const fresh = path.join(shop.importFolder, 'upload-fresh');
  for (const file of [...left, fresh]) writeFileSync(file, list);
  for (const file of left) utimesSync(file, 0, 0);
  await shop.everyMinute();
  expect([...left, fresh].map((file) => existsSync(file))).toEqual([false, false, true]);
});
