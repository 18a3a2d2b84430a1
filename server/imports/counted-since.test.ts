import { afterAll, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { checkedList, step } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';

describe.each(engines)('undoing a list with stock on the %s engine', async (engine) => {
  const shop = await startShop({ database: await databaseOn(engine) });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const ana = await shop.person('Ana Buyer');
  afterAll(() => shop.close());
  const stockOf = async (id: string) =>
    (await shop.request('GET', `/api/parts/${id}`)).body.inStock;
  const apply = async (field: 'In stock' | 'Stock change', ...rows: string[]) => {
    const list = `Part number,${field}\n${rows.join('\n')}\n`;
    const { _id } = await checkedList(shop, admin, list);
    expect((await step(shop, admin, _id, 'apply')).state).toBe('applied');
    return _id;
  };
  const adjust = (id: string, change: number) =>
    shop.request('POST', `/api/part/${id}/stock`, {
      as: admin,
      body: { change, reason: 'Counted' },
    });
  const named = async (id: string) =>
    (
      (await shop.request('GET', `/api/admin/imports/${id}/faults`, { as: admin })).body as {
        value: string;
        reason: string;
      }[]
    ).map(({ value, reason }) => [value, reason]);
  const reason = 'This part was changed after the import.';

  it('leaves a part alone that a later list or an admin has counted since, and names it', async () => {
    const [listed, counted, other] = [
      await samplePart(shop.db, { partNumber: 'CS-1', inStock: 100 }),
      await samplePart(shop.db, { partNumber: 'CS-2', inStock: 100 }),
      await samplePart(shop.db, { partNumber: 'CS-3', inStock: 100 }),
    ];
    // Counted before the list, which does not matter.
    expect((await adjust(other, 10)).status).toBe(200);
    const wrong = await apply('In stock', 'CS-1,0', 'CS-2,0', 'CS-3,0');
    const right = await apply('In stock', 'CS-1,100');
    expect((await adjust(counted, 100)).status).toBe(200);
    const undone = await step(shop, admin, wrong, 'undo');
    expect([undone.state, undone.notUndone]).toEqual(['undone', 2]);
    expect(await named(wrong)).toEqual([
      ['CS-1', reason],
      ['CS-2', reason],
    ]);
    expect([await stockOf(listed), await stockOf(counted), await stockOf(other)]).toEqual([
      100, 100, 110,
    ]);
    await step(shop, admin, right, 'undo');
    expect(await stockOf(listed)).toBe(0);
    await expectInvariants(shop);
  });

  it('takes its pieces back beside orders, deliveries of later lists and lists that were undone', async () => {
    const part = await samplePart(shop.db, { partNumber: 'CS-4', inStock: 300 });
    const wrong = await apply('In stock', 'CS-4,1000');
    await shop.order(ana, part, 200);
    const cancelled = await shop.order(ana, part, 200);
    await shop.request('DELETE', `/api/order?id=${cancelled}`, { as: ana });
    await apply('Stock change', 'CS-4,50');
    await step(shop, admin, await apply('In stock', 'CS-4,5'), 'undo');
    expect(await stockOf(part)).toBe(850);
    const undone = await step(shop, admin, wrong, 'undo');
    expect([undone.state, undone.notUndone]).toEqual(['undone', 0]);
    expect(await stockOf(part)).toBe(150);
    await expectInvariants(shop);
  });

  it('leaves a new part in the shop whose pieces were counted since', async () => {
    const list = 'Part number,Name,Price,In stock\nCS-5,New,1.00,500\nCS-6,New,1.00,500\n';
    const { _id } = await checkedList(shop, admin, list);
    await step(shop, admin, _id, 'apply');
    const { body } = await shop.request('GET', '/api/parts?q=CS5');
    const fresh = body[0]._id;
    expect((await adjust(fresh, 20)).status).toBe(200);
    expect((await step(shop, admin, _id, 'undo')).notUndone).toBe(1);
    expect(await named(_id)).toEqual([['CS-5', reason]]);
    expect(await stockOf(fresh)).toBe(520);
  });
});
