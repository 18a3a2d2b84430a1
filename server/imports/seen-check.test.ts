import { expect, test } from 'vitest';
import { checkedList, importOf } from '#test/import-files.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const other = await shop.person('Bob Admin', { role: 'admin' });

test('an import is applied only by the check that the admin looked at', async () => {
  const seen = await checkedList(shop, admin, 'Part number,Name,Price\nSC-1,Disc,5.00\n');
  const post = (step: string, as: typeof admin, body: object) =>
    shop.request('POST', `/api/admin/imports/${seen._id}/${step}`, { as, body });
  const { settings } = seen;
  const fields = ['partNumber', 'name', null];
  expect((await post('check', other, { fields, settings })).status).toBe(200);
  await shop.workOnImports();
  const now = await importOf(shop, admin, seen._id);
  expect([now.state, now.check]).toEqual(['checked', seen.check + 1]);

  const late = await post('apply', admin, { ticks: [], check: seen.check });
  expect([late.status, late.body.error]).toEqual([409, 'import_state']);
  expect((await importOf(shop, admin, seen._id)).state).toBe('checked');
  const { state, columns } = await importOf(shop, admin, seen._id);
  expect([state, columns[2]?.field]).toEqual(['checked', null]);

  expect((await post('apply', other, { ticks: [], check: now.check })).status).toBe(200);
  await shop.workOnImports();
  // Told to whoever looked at the first, also once the second was applied; sent twice by the other it is done.
  expect((await post('apply', admin, { ticks: [], check: seen.check })).status).toBe(409);
  for (const body of [{ ticks: [], check: now.check }, { ticks: [] }])
    expect((await post('apply', other, body)).status).toBe(200);
});

test('a check that is asked for twice, because its answer was lost, is begun once', async () => {
  const { _id, settings, check } = await checkedList(
    shop,
    admin,
    'Part number,Name,Price\nSC-2,Disc,5.00\n',
  );
  const ask = (fields: (string | null)[], others: object = {}) =>
    shop.request('POST', `/api/admin/imports/${_id}/check`, {
      as: admin,
      body: { fields, settings: { ...settings, ...others } },
    });
  const fields = ['partNumber', 'name', null];
  for (let n = 0; n < 2; n += 1)
    expect(await ask(fields)).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect(await importOf(shop, admin, _id)).toMatchObject({ state: 'checking', check: check + 1 });
  const refused = { status: 409, body: { error: 'import_state' } };
  expect(await ask(['partNumber', 'name', 'price'])).toMatchObject(refused);
  expect(await ask(fields, { missing: 'archive' })).toMatchObject(refused);
  // One that is to stop would not be done.
  const stop = await shop.request('POST', `/api/admin/imports/${_id}/stop`, { as: admin });
  expect(stop.status).toBe(200);
  expect(await ask(fields)).toMatchObject(refused);
  await shop.workOnImports();
  expect((await importOf(shop, admin, _id)).state).toBe('columns');
});
