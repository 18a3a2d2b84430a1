import { afterAll, expect, it } from 'vitest';
import { startShop } from '#test/harness.ts';
import { checkedList, step } from '#test/import-files.ts';
import { samplePart } from '#test/samples.ts';

const shop = await startShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Buyer');
afterAll(() => shop.close());
const faultsOf = async (id: string) => {
  const { body } = await shop.request('GET', `/api/admin/imports/${id}/faults`, { as: admin });
  return body.map(({ row, value, reason }: Record<string, unknown>) => [row, value, reason]);
};
const head = 'Part number,Supplier number,Name,Price,Replaced by\n';
/** More rows than are compared at once. */
const fillers = (letter: string) =>
  Array.from({ length: 1100 }, (_, n) => `${letter}-${n},,Filler,1.00,\n`).join('');
const other = 'Another row of this part cannot be used.';

it('each row that is left out is named, wherever the wrong row of its part stands', async () => {
  const file = `${head}A-1,,A,1.00,\nA-1,,A,free,\nA-2,,B,0.001,\nA-2,,B,,\nA-3,,C,1.00,NOBODY\nA-3,,C,,\nA-4,,D,1.00,\n${fillers('F')}A-4,,,free,\nA-4,,D,,\nA-3,,,,\n`;
  const { _id, found } = await checkedList(shop, admin, file);
  expect(found).toMatchObject({ rows: 1110, added: 1100, refused: 10 });
  const price = 'This is not a number. Write it like 1234.56.';
  expect(await faultsOf(_id)).toEqual([
    [2, 'A-1', other],
    [3, 'free', price],
    [4, '0.001', 'Must be above zero, with at most two decimals.'],
    [5, 'A-2', other],
    [6, 'NOBODY', 'The part that replaces this one is not in the shop.'],
    [7, 'A-3', other],
    [8, 'A-4', other],
    [1109, 'free', price],
    [1110, 'A-4', other],
    [1111, 'A-3', other],
  ]);
});

it('each row of a part that is refused when it is applied is named', async () => {
  const id = await samplePart(shop.db, { partNumber: 'B-1', inStock: 1000 });
  const file = 'Part number,Stock change,OE\nB-1,-900,O1\nB-1,,O2\n';
  const { _id } = await checkedList(shop, admin, file);
  await shop.order(ana, id, 200);
  const { done } = await step(shop, admin, _id, 'apply');
  expect(done.refused).toBe(2);
  expect(await faultsOf(_id)).toEqual([
    [2, '-900', 'There are fewer pieces in stock than that.'],
    [3, 'B-1', other],
  ]);
});

it.each([
  ['near', ''],
  ['far', fillers('G')],
])(
  'the other numbers of a row that contradicts a %s one are free for other rows',
  async (name, between) => {
    const file = `${head}${name}-1,S${name}1,A,1.00,\n${between}${name}-1,S${name}2,A,2.00,\n${between.replaceAll('G', 'H')}${name}-2,S${name}2,B,1.00,\n`;
    const { _id, found } = await checkedList(shop, admin, file, { supplier: name });
    expect(await faultsOf(_id)).toHaveLength(1);
    expect(found.refused).toBe(1);
    const { done } = await step(shop, admin, _id, 'apply');
    expect(done.added).toBe(found.rows - 1);
  },
);

it('a zero byte in the address of a picture costs its row alone', async () => {
  const file = 'Part number,Name,Price,Image\nZB-1,a,1.00,/images/x\0y.jpg\nZB-2,b,1.00,\n';
  const { state, found, _id } = await checkedList(shop, admin, file);
  expect([state, found.added, found.refused]).toEqual(['checked', 1, 1]);
  expect(JSON.stringify(await faultsOf(_id))).toContain('zero byte');
});

it('a second stock change of a part is named, however far from the first, and never dropped in silence', async () => {
  const id = await samplePart(shop.db, { partNumber: 'D-1', inStock: 1000 });
  const far = Array.from({ length: 600 }, (_, n) => `D-X${n},Filler,1.00,\n`).join('');
  const file = `Part number,Name,Price,Stock change\nD-1,,,50\nD-1,,,50\n${far}D-1,,,-20\n`;
  const { _id, found } = await checkedList(shop, admin, file);
  expect(found).toMatchObject({ rows: 603, changed: 1, refused: 2 });
  const reason =
    'This part stands in row 2 already, with a stock change of its own. Give the sum of both in one row.';
  expect(await faultsOf(_id)).toEqual([
    [3, 'D-1', reason],
    [604, 'D-1', reason],
  ]);
  await step(shop, admin, _id, 'apply');
  expect((await shop.request('GET', `/api/parts/${id}`)).body).toMatchObject({ inStock: 1050 });
});
