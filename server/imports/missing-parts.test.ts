import { afterAll, expect, it } from 'vitest';
import type { ImportedPart } from '#contract/imports.ts';
import { startShop } from '#test/harness.ts';
import { checkedList, step } from '#test/import-files.ts';
import { samplePart } from '#test/samples.ts';

const shop = await startShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
afterAll(() => shop.close());

const head = 'Part number,Name,Price\n';
const settings = { missing: 'archive' } as const;
const onSale = async (number: string) => {
  const { body } = await shop.request('GET', `/api/parts?q=${number}`);
  return (body as { partNumber: string }[]).map(({ partNumber }) => partNumber);
};

it('a part that was missing one week and is back the next is on sale again, which its check shows and undoing takes back', async () => {
  const supplier = 'Weekly';
  const week = async (rows: string) => {
    const checked = await checkedList(shop, admin, head + rows, { supplier, settings });
    await step(shop, admin, checked._id, 'apply');
    return checked;
  };
  await week('BACK-1,A,1.00\nBACK-2,B,1.00\n');
  expect((await week('BACK-1,A,1.00\n')).found).toMatchObject({ archived: 1 });
  expect(await onSale('BACK2')).toEqual([]);
  const back = await week('BACK-1,A,1.00\nBACK-2,B,1.00\n');
  expect(back.found).toMatchObject({ same: 1, changed: 1, archived: 0 });
  const { body } = await shop.request('GET', `/api/admin/imports/${back._id}/parts?result=change`, {
    as: admin,
  });
  expect((body as ImportedPart[]).map(({ changes }) => changes)).toEqual([
    [{ fact: 'deleted', before: true, after: false }],
  ]);
  expect(await onSale('BACK2')).toEqual(['BACK-2']);
  await step(shop, admin, back._id, 'undo');
  expect(await onSale('BACK2')).toEqual([]);
});

it('a part that a list says is deleted stays so; a list that takes nothing out of the shop brings nothing back', async () => {
  const list = async (file: string, missing: 'keep' | 'archive') => {
    const { _id } = await checkedList(shop, admin, file, {
      supplier: 'Sayer',
      settings: { missing },
    });
    await step(shop, admin, _id, 'apply');
    return onSale('SAID1');
  };
  const said = 'Part number,Name,Price,Deleted\nSAID-1,A,1.00,yes\n';
  expect(await list(said, 'archive')).toEqual([]);
  expect(await list(said, 'archive')).toEqual([]);
  expect(await list(`${head}SAID-1,A,1.00\n`, 'keep')).toEqual([]);
  expect(await list(`${head}SAID-1,A,1.00\n`, 'archive')).toEqual(['SAID-1']);
});

it('a part that a list leaves as it is becomes one of its supplier, so that a later list without it misses it', async () => {
  await samplePart(shop.db, { partNumber: 'OLD-1', priceCents: 100 });
  const supplier = 'Latecomer';
  const check = (rows: string) =>
    checkedList(shop, admin, `Part number,Price\n${rows}`, { supplier, settings });
  const first = await check('OLD-1,1.00\n');
  expect(first.found).toMatchObject({ changed: 1, same: 0 });
  expect(
    (await shop.request('GET', `/api/admin/imports/${first._id}/parts`, { as: admin })).body,
  ).toMatchObject([{ changes: [{ fact: 'ofThisSupplier', before: false, after: true }] }]);
  await step(shop, admin, first._id, 'apply');
  const again = await check('OLD-1,1.00\n');
  expect(again.found).toMatchObject({ changed: 0, same: 1 });
  const second = await check('NEVER-1,1.00\n');
  expect(second.found).toMatchObject({ archived: 1 });
  await step(shop, admin, first._id, 'undo');
  expect((await check('NEVER-1,1.00\n')).found).toMatchObject({ archived: 0 });
});
