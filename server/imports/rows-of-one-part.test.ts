import { afterAll, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { checkedList, importOf, step } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';

const head = 'Product id,Part number,Supplier number,Name,Price,In stock\n';
const list = (...rows: string[]) => `${head}${rows.join('\n')}\n`;

describe.each(engines)('rows of a file about one part on the %s engine', async (engine) => {
  const shop = await startShop({ database: await databaseOn(engine) });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  afterAll(() => shop.close());
  const faults = async (id: string) =>
    (await shop.request('GET', `/api/admin/imports/${id}/faults`, { as: admin })).body;
  const numberTo = (id: string, number: string | null) =>
    shop.db
      .updateTable('parts')
      .set({ part_number: number, part_number_key: number?.replaceAll('-', '') ?? null })
      .where('id', '=', id)
      .execute();

  it('of which two name the same part only since the check change it once, and the other is named', async () => {
    const [a, b] = [
      await samplePart(shop.db, { partNumber: 'ONE-A', inStock: 100 }),
      await samplePart(shop.db, { partNumber: 'ONE-B', inStock: 100 }),
    ];
    const file = list(`${a},,,,,110`, ',ONE-B,,,,120', ',ONE-C,,New,3.00,10');
    const { _id, found } = await checkedList(shop, admin, file);
    expect(found).toMatchObject({ changed: 2, added: 1, refused: 0 });
    await numberTo(b, null);
    await numberTo(a, 'ONE-B');
    const { state, done } = await step(shop, admin, _id, 'apply');
    expect([state, done]).toEqual([
      'applied',
      expect.objectContaining({ added: 1, changed: 1, refused: 1 }),
    ]);
    expect(await faults(_id)).toMatchObject([
      { row: 3, value: 'ONE-B', reason: 'By now another row of the file is about the same part.' },
    ]);
    await expectInvariants(shop);
  });

  it('that were two new parts are refused but for the first when another list made them one', async () => {
    const supplier = 'Onewell';
    const first = list(
      ',,OS-1,By their number,2.00,',
      ',ONE-N,,By ours,2.00,',
      ',ONE-M,,Other,2.00,',
    );
    const { _id } = await checkedList(shop, admin, first, { supplier });
    const second = list(',ONE-N,OS-1,Both,1.90,');
    await step(shop, admin, (await checkedList(shop, admin, second, { supplier }))._id, 'apply');
    const { state, done } = await step(shop, admin, _id, 'apply');
    expect([state, done.added, done.changed, done.refused]).toEqual(['applied', 1, 1, 1]);
  });

  it('that give a barcode with a maker and without are one barcode', async () => {
    const file =
      'Part number,Name,Price,Barcode,Kind of number,Other number,Maker of the number\nONE-5,Pads,2.00,4006633000011,barcode,4006633000011,Bosch\n';
    const { _id } = await checkedList(shop, admin, file);
    expect(await step(shop, admin, _id, 'apply')).toMatchObject({ state: 'applied' });
    const rows = await shop.db
      .selectFrom('part_numbers')
      .select('maker')
      .where('number_key', '=', '4006633000011')
      .execute();
    expect(rows).toEqual([{ maker: '' }]);
    const again = await checkedList(shop, admin, file);
    expect(again.found).toMatchObject({ same: 1, changed: 0 });
  });

  it('of which one names two parts takes none of them out of the shop', async () => {
    const supplier = 'Missingwell';
    const rows = Array.from({ length: 40 }, (_, n) => `,MISS-${n},,Part ${n},2.00,`);
    const all = await checkedList(shop, admin, list(...rows), { supplier });
    await step(shop, admin, all._id, 'apply');
    const { body } = await shop.request('GET', '/api/admin/parts?q=MISS-&limit=100', { as: admin });
    const idOf = (number: string) =>
      (body as { _id: string; partNumber: string }[]).find((part) => part.partNumber === number)
        ?._id ?? '';
    const [a, b] = [idOf('MISS-0'), idOf('MISS-1')];
    const mistaken = [`${a},MISS-0,,,2.00,`, `${b},MISS-0,,,2.10,`, ...rows.slice(2)];
    const settings = { missing: 'archive' } as const;
    const { found } = await checkedList(shop, admin, list(...mistaken), { supplier, settings });
    expect(found).toMatchObject({ archived: 0, refused: 1 });
  });

  it('that follow a row of an earlier batch in the same batch are all used or named', async () => {
    const [x, y] = [
      await samplePart(shop.db, { partNumber: 'LOST-X' }),
      await samplePart(shop.db, { partNumber: 'LOST-Y' }),
    ];
    const fill = Array.from({ length: 600 }, (_, n) => `,LOST-${n},,Part ${n},2.00,`);
    const file = list(`${y},LOST-X,,,,`, ...fill, ',LOST-X,,,,', `${x},,,,9.99,`);
    const { _id, found } = await checkedList(shop, admin, file);
    const named = (await faults(_id)) as { row: number }[];
    expect(found.added).toBe(600);
    expect(found.rows).toBe(603);
    expect(found.changed + new Set(named.map(({ row }) => row)).size).toBe(3);
    expect((await importOf(shop, admin, _id)).state).toBe('checked');
  });
});
