import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { checkedList, step, uploadList } from '#test/import-files.ts';
import { workbookOf } from '#test/table-files.ts';

let shop: TestShop;
let admin: Person;
beforeAll(async () => {
  shop = await startShop();
  await storeTaxonomy(shop.db);
  admin = await shop.person('Ada Admin', { role: 'admin' });
});
afterAll(() => shop.close());

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const figure = (value: number) => `<c><v>${value}</v></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const head = ['Part number', 'Name', 'Price', 'In stock', 'Part type', 'attribute:dia'];

test.each([',', '.', undefined] as const)(
  'numbers of a workbook are what they are, whatever texts have before their decimals: %s',
  async (decimal) => {
    const number = `NUM-${decimal === undefined ? 'X' : decimal.charCodeAt(0)}`;
    const cells = [text(number), text('Disc'), figure(1234.5), figure(1500), text('Brake disc')];
    const sheet = row(...head.map(text)) + row(...cells, figure(1.125));
    const file = await workbookOf({ sheets: { One: sheet } });
    const settings = { decimal };
    const { _id, found } = await checkedList(shop, admin, file, { name: 'list.xlsx', settings });
    expect([found.added, found.refused]).toEqual([1, 0]);
    await step(shop, admin, _id, 'apply');
    const [part] = (await shop.request('GET', `/api/parts?q=${number}`)).body as { _id: string }[];
    expect((await shop.request('GET', `/api/parts/${part?._id}`)).body).toMatchObject({
      price: 1234.5,
      inStock: 1500,
      attributes: { dia: 1.125 },
    });
  },
);

test('a number that cannot be read is answered as the file writes numbers', async () => {
  const file = 'Artikelnummer;Bezeichnung;Preis\nW-1;Disc;auf Anfrage\nW-2;Disc;1,50\n';
  const { _id } = await checkedList(shop, admin, file, { settings: { decimal: ',' } });
  const faults = await shop.request('GET', `/api/admin/imports/${_id}/faults`, { as: admin });
  expect(faults.body).toMatchObject([{ reason: 'This is not a number. Write it like 1234,56.' }]);
});

test('columns whose names differ in brackets alone are remembered apart', async () => {
  const supplier = 'Two Prices';
  const file = 'Artikelnummer;Bezeichnung;Preis (USD);Preis (EUR)\nB-1;Disc;1,50;1,40\n';
  const fields = { 'Preis (USD)': null, 'Preis (EUR)': 'price' };
  await checkedList(shop, admin, file, { supplier, fields });
  const { body } = await uploadList(shop, admin, file, { supplier });
  const { columns } = body as { columns: { field: string | null }[] };
  expect(columns.map(({ field }) => field)).toEqual(['partNumber', 'name', null, 'price']);
});
