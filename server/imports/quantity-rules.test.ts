import { afterAll, expect, it } from 'vitest';
import { startShop } from '#test/harness.ts';
import { checkedList, step } from '#test/import-files.ts';
import { samplePart } from '#test/samples.ts';
import { digestOf, type PartState } from './part-state.ts';

const shop = await startShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
afterAll(() => shop.close());
const partOf = async (id: string) => (await shop.request('GET', `/api/parts/${id}`)).body;
const faultsOf = async (id: string) =>
  (await shop.request('GET', `/api/admin/imports/${id}/faults`, { as: admin })).body;
const head = 'Part number,Price,Quantity step,Largest order,Pack label,Price breaks\n';

it('rules of quantities come by a file, go with its undoing, and come out by an export unchanged', async () => {
  const id = await samplePart(shop.db, { partNumber: 'QR-1' });
  const before = await partOf(id);
  const file = `${head}QR-1,,50,900,box of 50,400: 11.00; 800: 9.99\n`;
  const { _id, found } = await checkedList(shop, admin, file);
  expect(found).toMatchObject({ changed: 1, refused: 0 });
  await step(shop, admin, _id, 'apply');
  expect(await partOf(id)).toMatchObject({
    quantityStep: 50,
    largestOrder: 900,
    packLabel: 'box of 50',
    priceBreaks: [
      { from: 400, price: 11 },
      { from: 800, price: 9.99 },
    ],
  });
  const exported = await shop.request('GET', '/api/admin/catalogue.csv', { as: admin });
  const again = await checkedList(shop, admin, String(exported.body));
  expect(again.found).toMatchObject({ added: 0, changed: 0, refused: 0 });
  await step(shop, admin, _id, 'undo');
  expect(await partOf(id)).toEqual(before);
});

it('a price that a price break is not lower than is refused, and named', async () => {
  await samplePart(shop.db, { partNumber: 'QR-2' });
  const first = await checkedList(shop, admin, `${head}QR-2,,,,,400: 11.00\n`);
  await step(shop, admin, first._id, 'apply');
  const { found, _id } = await checkedList(shop, admin, 'Part number,Price\nQR-2,10.50\n');
  expect(found).toMatchObject({ changed: 0, refused: 1 });
  expect(await faultsOf(_id)).toMatchObject([
    { row: 2, reason: 'The price for more pieces must be lower than the price.' },
  ]);
  const wrong = await checkedList(shop, admin, `${head}QR-2,,,,,400: 11.00; 300: 9.00\n`);
  expect(wrong.found).toMatchObject({ changed: 0, refused: 1 });
});

const none = { quantityStep: null, largestOrder: null, packLabel: null, priceBreaks: [] };
const facts: Omit<PartState, keyof typeof none> = {
  name: 'Brake disc',
  brand: null,
  partNumber: 'QR-3',
  type: null,
  category: null,
  price: 12.5,
  orderQuantity: 200,
  description: 'Vented.',
  image: '/pictures/brake-disc.webp',
  imageAlt: '',
  replacedBy: null,
  deleted: false,
  attributes: { dia: 300 },
  numbers: [],
  pictures: [],
  fitments: [],
};

it('a part without rules has the digest that an older version noted, and each rule changes it', () => {
  const noted = 'kTJKaUbxz9EZQ49KJJkmB8uoo7bE08VBrQrwnhgIL3k';
  expect(digestOf({ ...facts, ...none })).toBe(noted);
  const ruled = [
    { quantityStep: 50 },
    { largestOrder: 50 },
    { packLabel: '50' },
    { priceBreaks: [{ from: 400, price: 11 }] },
  ].map((rule) => digestOf({ ...facts, ...none, ...rule }));
  expect(new Set([noted, ...ruled]).size).toBe(5);
});

it('a part of which no vehicle demands anything has the digest that an older version noted', () => {
  const fitment = { make: 'Audi', model: 'A4', yearFrom: 2008, yearTo: 2015, note: '' };
  const unbound = { ...fitment, source: 'Maker', engine: '', position: '', remark: '' } as const;
  const noted = 'bDSHnCMciO0_ygIU9UrFjynhYLe8Sz3qUzs57eZkLME';
  const digests = [
    {},
    { engine: 'diesel' },
    { position: 'front' as const },
    { note: 'diesel' },
  ].map((bound) => digestOf({ ...facts, ...none, fitments: [{ ...unbound, ...bound }] }));
  expect(digests[0]).toBe(noted);
  expect(new Set(digests).size).toBe(4);
});
