import { expect, test } from 'vitest';
import { checkedList, importOf, step } from '#test/import-files.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });

test('an import that is undone stays where it was among the last five, and the oldest of them makes room', async () => {
  const part = await samplePart(shop.db, { partNumber: 'LAST-1', priceCents: 1000 });
  const applied = async (price: number) => {
    const { _id } = await checkedList(shop, admin, `Part number,Price\nLAST-1,${price}.00\n`);
    return step(shop, admin, _id, 'apply');
  };
  const first = await applied(11);
  const second = await applied(12);
  for (const price of [13, 14, 15]) await applied(price);
  const undone = await step(shop, admin, first._id, 'undo');
  expect([undone.state, undone.finishedAt]).toEqual(['undone', first.finishedAt]);
  await applied(16);
  await shop.everyMinute();
  expect(await importOf(shop, admin, second._id)).toMatchObject({ undoable: true });
  const kept = await shop.request('GET', `/api/admin/imports/${second._id}/parts`, { as: admin });
  expect(kept.body).toMatchObject([{ partId: part, step: 'applied' }]);
});
