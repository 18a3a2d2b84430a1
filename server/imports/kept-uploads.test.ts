import { existsSync } from 'node:fs';
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
