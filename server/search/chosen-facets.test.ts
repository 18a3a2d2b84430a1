import { expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
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
