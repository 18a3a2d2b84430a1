import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeSearchWords } from '#server/db/search-words.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const parts = [
  { priceCents: 1000, inStock: 500 },
  { priceCents: 2000, inStock: 500 },
  { priceCents: 3000, inStock: 0 },
  { priceCents: 4000, inStock: 0 },
];
for (const part of parts) await samplePart(shop.db, { ...part, orderQuantity: 100 });

test('a search that chooses stock and price counts each of them without itself', async () => {
  const facets = async (query: string) =>
    (await shop.request('GET', `/api/search?sort=newest&${query}`)).body.facets;
  const both = await facets('stock=yes&priceFrom=15');
  expect(both.inStock).toBe(1);
  expect(both.price).toEqual({ least: 10, most: 20 });
  expect((await facets('stock=yes')).price).toEqual(both.price);
  expect((await facets('priceFrom=15')).inStock).toBe(both.inStock);
});

test('where a choice leaves nothing others are offered in its place', async () => {
  const { body } = await shop.request('GET', '/api/search?priceFrom=50');
  expect(body).toMatchObject({ total: { count: 0 }, facets: { price: { least: 10, most: 40 } } });
});

test('a chosen category and type are named where nothing of them is found', async () => {
  const { body } = await shop.request('GET', '/api/search?category=braking&type=brake-disc');
  expect(body).toMatchObject({
    total: { count: 0 },
    facets: {
      categories: [{ id: 'braking', name: 'Braking', parts: 0 }],
      types: [{ id: 'brake-disc', name: 'Brake disc', parts: 0 }],
    },
  });
  const unknown = await shop.request('GET', '/api/search?category=nowhere&type=nothing');
  expect(unknown.body.facets).toMatchObject({ categories: [], types: [] });
});

test('a chosen value is named where nothing of its attribute is found', async () => {
  for (const query of ['type=brake-disc', 'q=brake+disc']) {
    const { body } = await shop.request('GET', `/api/search?${query}&a=dia:312&priceTo=0.01`);
    expect(body).toMatchObject({
      total: { count: 0 },
      facets: { attributes: [{ key: 'dia', label: 'Diameter', unit: 'mm', values: [] }] },
    });
  }
});

test('a chosen brand and value are offered behind as many as are shown', async () => {
  // 60 brands and 30 diameters are of two parts or more, another brand and diameter of one.
  const ids: string[] = [];
  for (let nth = 0; nth <= 120; nth += 1) {
    const id = await samplePart(shop.db, { inStock: 500 });
    const last = nth === 120;
    const brand = last ? 'Rare' : `Brand ${nth % 60}`;
    const attributes = JSON.stringify({ dia: last ? 999 : 200 + (nth % 30) });
    await sql`insert into brands (name, name_key) values (${brand}, ${brand.toUpperCase()}) on conflict do nothing`.execute(
      shop.db,
    );
    await sql`update parts set type_id = 'brake-disc', category_id = 'braking', attributes = ${attributes},
      brand = ${brand} where id = ${id}`.execute(shop.db);
    ids.push(id);
  }
  await writeSearchWords(shop.db, ids);
  const { brands: all, attributes } = (
    await shop.request('GET', '/api/search?type=brake-disc&sort=newest')
  ).body.facets;
  expect(all).toHaveLength(60);
  expect(all).not.toContainEqual({ name: 'Rare', parts: 1 });
  expect(attributes[0].values).toHaveLength(30);
  expect(attributes[0].values).not.toContainEqual({ value: '999', parts: 1 });
  const chosen = (
    await shop.request('GET', '/api/search?type=brake-disc&sort=newest&brand=Rare&a=dia:999')
  ).body.facets;
  expect(chosen.brands).toContainEqual({ name: 'Rare', parts: 1 });
  expect(chosen.attributes[0].values).toContainEqual({ value: '999', parts: 1 });
});
