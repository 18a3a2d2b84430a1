import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { checkedList, step } from '#test/import-files.ts';
import { zipOf } from '#test/table-files.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const red = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();
const own = /^\/images\/[\da-f]{64}-\d+\.webp$/;
const get = async (url: string) => (await shop.request('GET', `/api${url}`, { as: admin })).body;
type Row = readonly [number: string, picture: string];

describe('further pictures of which one cannot be had', () => {
  const further = (...rows: readonly Row[]) =>
    [
      'Part number,Name,Price,Further picture',
      ...rows.map(([number, picture]) => `${number},Pad,4.20,${picture}`),
    ].join('\n');
  const picturesOf = async (number: string): Promise<string[]> => {
    const one = shop.db.selectFrom('parts').select('id').where('part_number', '=', number);
    const { pictures } = await get(`/parts/${(await one.executeTakeFirstOrThrow()).id}`);
    return pictures.map(({ image }: { image: string }) => image);
  };
  const others = Array.from({ length: 600 }, (_, at): Row => [`O-${at}`, '']);

  test.each<[number: string, place: string, rows: string[]]>([
    ['Y-1', 'behind one that can', ['b.jpg', 'typo.jpg']],
    ['Y-2', 'before one that can', ['typo.jpg', 'b.jpg']],
    ['Y-3', 'in an earlier batch', ['typo.jpg', 'others', 'b.jpg']],
    ['Y-4', 'in a later batch', ['b.jpg', 'others', 'typo.jpg']],
    ['Y-5', 'with a private address', ['http://127.0.0.1/a.jpg', 'b.jpg']],
    ['Y-6', 'with a name that is too long', ['x'.repeat(501), 'b.jpg']],
  ])('leave %s those that it has: %s', async (number, _, rows) => {
    const blue = await sharp(red).negate().jpeg().toBuffer();
    const archive = await zipOf({ '1.jpg': red, '2.jpg': blue, 'b.jpg': red });
    const first = further([number, '1.jpg'], [number, '2.jpg']);
    await step(shop, admin, (await checkedList(shop, admin, first, { archive }))._id, 'apply');
    const before = await picturesOf(number);
    expect(before).toEqual([expect.stringMatching(own), expect.stringMatching(own)]);

    const again = rows.flatMap((row): readonly Row[] =>
      row === 'others' ? others : [[number, row]],
    );
    const table = further(...again).replaceAll('4.20', '5.10');
    const checked = await checkedList(shop, admin, table, { archive });
    const parts = await get(`/admin/imports/${checked._id}/parts?result=change`);
    const changes = parts.find((part: { partNumber: string }) => part.partNumber === number);
    expect(changes).toMatchObject({ changes: [{ fact: 'price', before: 4.2, after: 5.1 }] });
    const applied = await step(shop, admin, checked._id, 'apply');
    expect([applied.done, applied.pictures.lacking]).toEqual([checked.found, 1]);
    expect(await picturesOf(number)).toEqual(before);
    const { done } = await step(shop, admin, checked._id, 'undo');
    expect([done, await picturesOf(number)]).toEqual([checked.found, before]);
  });

  it('give a new part the others, and are fetched for no part that stays as it is', async () => {
    const archive = await zipOf({ 'b.jpg': red });
    const table = further(['Y-7', 'typo.jpg'], ['Y-7', 'b.jpg']);
    const checked = await checkedList(shop, admin, table, { archive });
    const [part] = await get(`/admin/imports/${checked._id}/parts?result=add`);
    expect(part.changes.map(({ fact }: { fact: string }) => fact).toSorted()).toEqual([
      'name',
      'partNumber',
      'pictures',
      'price',
    ]);
    await step(shop, admin, checked._id, 'apply');
    expect(await picturesOf('Y-7')).toEqual([expect.stringMatching(own)]);
    expect(await checkedList(shop, admin, table, { archive })).toMatchObject({
      found: { same: 1, changed: 0 },
      pictures: { of: 0, lacking: 1 },
    });
  });
});
