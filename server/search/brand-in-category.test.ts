import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);

/** Brands and categories before, among and behind those that are asked for, each a day newer than the one before. */
const brands = ['Aldrano', 'Brakkenfeld', 'Tarnholm'];
const types = { braking: 'brake-disc', cooling: 'water-pump', filters: 'cabin-filter' };
await sql`insert into brands (name, name_key) values ('Aldrano', 'ALDRANO'), ('Brakkenfeld', 'BRAKKENFELD'), ('Tarnholm', 'TARNHOLM')`.execute(
  shop.db,
);
let days = 0;
for (let nth = 1; nth <= 2; nth += 1)
  for (const brand of brands)
    for (const [category, type_id] of Object.entries(types)) {
      const createdAt = new Date(Date.UTC(2026, 0, (days += 1)));
      const inStock = nth === 1 ? 0 : 1000;
      const name = `${brand} ${category} ${nth}`;
      const id = await samplePart(shop.db, { name, inStock, createdAt });
      await sql`update parts set brand = ${brand}, type_id = ${type_id},
        category_id = ${category} where id = ${id}`.execute(shop.db);
    }

const search = async (query: string) =>
  (await shop.request('GET', `/api/search?${query}`)).body as {
    rows: { name: string }[];
    total: { count: number };
    facets: { brands: { name: string; parts: number }[]; categories: { parts: number }[] };
  };
const names = async (query: string) => (await search(query)).rows.map(({ name }) => name);

test('a brand in a category has its parts, the newest first, and neither those of others nor fewer', async () => {
  const both = 'brand=Brakkenfeld&category=cooling';
  const its = ['Brakkenfeld cooling 2', 'Brakkenfeld cooling 1'];
  expect(await names(both)).toEqual(its);
  expect(await names(`${both}&stock=yes`)).toEqual(its.slice(0, 1));
  expect(await names(`${both}&limit=1&page=2`)).toEqual(its.slice(1));
  expect(await names(`${both}&sort=-price`)).toHaveLength(2);
  expect(await names(`${both}&make=Ford&fit=first`)).toEqual(its);
  const { total, facets } = await search(both);
  expect(total.count).toBe(2);
  expect(facets.brands.map(({ parts }) => parts)).toEqual([2, 2, 2]);
  expect(facets.categories.map(({ parts }) => parts)).toEqual([2, 2, 2]);
  expect(await names('brand=Brakkenfeld')).toHaveLength(6);
  expect(await names('brand=Brakkenfeld&category=cooling&type=brake-disc')).toEqual([]);
});
