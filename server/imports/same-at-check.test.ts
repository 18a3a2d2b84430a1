import { expect, test } from 'vitest';
import { checkedList, importOf, step } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Buyer');
const partOf = async (id: string) =>
  (await shop.request('GET', `/api/admin/parts/${id}`, { as: admin })).body;
const edit = async (id: string, facts: object) => {
  const seen = await partOf(id);
  const body = { seen, facts: { ...seen, ...facts } };
  expect((await shop.request('PATCH', `/api/part/${id}`, { as: admin, body })).status).toBe(200);
};
const stockOf = async (ids: readonly string[]) => {
  const all = ids.map((id) => shop.request('GET', `/api/parts/${id}`));
  return (await Promise.all(all)).map(({ body }) => body.inStock);
};
/** Parts of an import by their results. */
const partsOf = async (id: string) =>
  (await shop.request('GET', `/api/admin/imports/${id}/parts`, { as: admin })).body.map(
    ({ partNumber, result, step: at }: Record<string, string>) => [partNumber, result, at],
  );

test('parts that were the same at the check and sell before it is applied are set, too, and undone', async () => {
  const [same, changed, kept] = [
    await samplePart(shop.db, { partNumber: 'A-1', inStock: 500 }),
    await samplePart(shop.db, { partNumber: 'B-1', inStock: 480 }),
    await samplePart(shop.db, { partNumber: 'C-1', inStock: 500 }),
  ];
  const all = [same, changed, kept];
  const list = 'Part number,In stock\nA-1,500\nB-1,500\nC-1,500\n';
  const { _id, found } = await checkedList(shop, admin, list);
  expect(found).toMatchObject({ rows: 3, same: 2, changed: 1 });
  await shop.order(ana, same, 200);
  await shop.order(ana, changed, 200);
  const applied = await step(shop, admin, _id, 'apply');
  expect(applied.done).toMatchObject({ rows: 3, same: 1, changed: 2, refused: 0 });
  expect(applied.progress).toEqual({ done: 3, of: 3 });
  expect(await stockOf(all)).toEqual([500, 500, 500]);
  expect(await partsOf(_id)).toEqual([
    ['A-1', 'change', 'applied'],
    ['B-1', 'change', 'applied'],
    ['C-1', 'same', 'checked'],
  ]);
  const undone = await step(shop, admin, _id, 'undo');
  expect([undone.state, undone.notUndone]).toEqual(['undone', 0]);
  expect(await stockOf(all)).toEqual([300, 280, 500]);
  await expectInvariants(shop);
});

test('one that was edited since becomes what the file says, or is left alone and named', async () => {
  const fresh = await samplePart(shop.db, { partNumber: 'NEW-2' });
  const other = await samplePart(shop.db, { partNumber: 'NEW-3' });
  const old = await samplePart(shop.db, { partNumber: 'OLD-2' });
  const dear = await samplePart(shop.db, { partNumber: 'DEAR-2', priceCents: 1000 });
  await edit(old, { replacedBy: fresh });
  const list = 'Part number,Price,Replaced by\nOLD-2,,NEW-2\nDEAR-2,10.00,\n';
  const { _id, found } = await checkedList(shop, admin, list);
  expect(found).toMatchObject({ same: 2, changed: 0 });
  await edit(old, { replacedBy: other });
  await edit(dear, { price: 5 });
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done).toMatchObject({ rows: 2, same: 0, changed: 1, refused: 1 });
  expect((await partOf(old)).replacedBy).toBe(fresh);
  expect((await partOf(dear)).price).toBe(5);
  const { body } = await shop.request('GET', `/api/admin/imports/${_id}/faults`, { as: admin });
  expect(body).toMatchObject([{ row: 3, column: 'Price', step: 'apply' }]);
  await step(shop, admin, _id, 'undo');
  expect((await partOf(old)).replacedBy).toBe(other);
});

test('more than a batch of them is gone through', async () => {
  const count = 1100;
  const lines = Array.from({ length: count }, (_, n) => `M-${n},Part ${n},1.00,500`);
  const list = `Part number,Name,Price,In stock\n${lines.join('\n')}\n`;
  await step(shop, admin, (await checkedList(shop, admin, list))._id, 'apply');
  const { _id, found } = await checkedList(shop, admin, list);
  expect(found).toMatchObject({ same: count });
  const sold = ['M-3', 'M-700', `M-${count - 1}`];
  const rows = await shop.db
    .selectFrom('parts')
    .select('id')
    .where('part_number', 'in', sold)
    .execute();
  const ids = rows.map(({ id }) => id);
  for (const id of ids) await shop.order(ana, id, 100);
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done).toMatchObject({ rows: count, same: count - 3, changed: 3, refused: 0 });
  expect(await stockOf(ids)).toEqual([500, 500, 500]);
  expect((await importOf(shop, admin, _id)).state).toBe('applied');
});
