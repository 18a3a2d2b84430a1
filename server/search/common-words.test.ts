import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isForAnyValues } from '#server/db/any-values.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { forgetVocabulary } from './kept-vocabulary.ts';
import { recordStatements } from '#test/recorded-statements.ts';
import { useShop } from '#test/use-shop.ts';
import { findAmong, type Finding } from './found-store.ts';
import type { Wanted } from './vehicle-wanted.ts';
import { narrowed } from './narrowed.ts';
import { everything } from './ways.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);

/** Whether one plan for any values is made of a search for these parts. */
async function isPlannedForAny(query: Wanted, first?: Wanted): Promise<boolean> {
  const finding: Finding = {
    ...narrowed(everything, query),
    sort: 'newest',
    limit: 1,
    pages: [sql`select id from found limit 1`],
    first: first && narrowed(everything, first),
    most: 1,
    counts: [],
    others: new Map(),
    countsOthersIfFound: false,
  };
  const statements = await recordStatements(() => findAmong(shop.db, finding));
  return statements.some(({ text }) => isForAnyValues(text));
}

const commonWords = new Set(['brand Brakkenfeld', 'type brake-disc', 'fits ford fiesta']);
const vehicle = { make: 'Ford', model: 'Fiesta', year: null, otherNames: [], engine: undefined };

test('a search is planned for its own values where a great many parts have each of its words', async () => {
  const common = { brand: 'Brakkenfeld', type: 'brake-disc', commonWords };
  expect(await isPlannedForAny(common)).toBe(false);
  expect(await isPlannedForAny({ ...common, commonWords: new Set() })).toBe(true);
  expect(await isPlannedForAny({ ...common, brand: 'Tarnholm' })).toBe(true);
  expect(await isPlannedForAny({ brand: 'Brakkenfeld', commonWords })).toBe(true);
  // Indexes of their own have these.
  const category = { category: 'braking', commonWords: new Set(['category braking']) };
  expect(await isPlannedForAny(category)).toBe(true);
  expect(await isPlannedForAny({ ...category, brand: 'Brakkenfeld', commonWords })).toBe(true);
  expect(await isPlannedForAny({ ...common, a: ['axle:rear'] })).toBe(true);
  const either = { ...common, commonWords: new Set([...commonWords, 'is axle rear']) };
  expect(await isPlannedForAny({ ...either, a: ['axle:front', 'axle:rear'] })).toBe(false);
  expect(await isPlannedForAny({ brand: 'Brakkenfeld', commonWords, vehicle })).toBe(false);
  expect(await isPlannedForAny({ brand: 'Tarnholm', commonWords, vehicle })).toBe(true);
  expect(await isPlannedForAny({ brand: 'Tarnholm' }, { ...common, vehicle })).toBe(false);
  const universal = [{ id: 'oil', category: 'fluids' }];
  const fitsAny = new Set(['brand Brakkenfeld', 'fits any']);
  const rare = { brand: 'Brakkenfeld', commonWords: fitsAny, vehicle };
  expect(await isPlannedForAny(rare)).toBe(true);
  expect(await isPlannedForAny({ ...rare, universal })).toBe(false);
});

/** Parts of a brand, all of one category. */
async function addParts(brand: string, count: number): Promise<void> {
  await sql`insert into brands (name, name_key) values (${brand}, ${brand.toUpperCase()})`.execute(
    shop.db,
  );
  await sql`
    insert into parts (id, name, brand, type_id, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
      select gen_random_uuid(), 'Part ' || n, ${brand}, 'brake-disc', 'braking', '', '/pictures/x.webp', 100 + n, 100, 100,
          now(), now(), now(), array_to_tsvector(array['type brake-disc', 'category braking', 'brand ' || ${brand}])
        from generate_series(1, ${count}::int) n`.execute(shop.db);
}

test('a search of a shop knows which words these are', async () => {
  await addParts('Brakkenfeld', 95);
  await addParts('Tarnholm', 5);
  await sql`analyze parts`.execute(shop.db);
  // As if each stood for five thousand.
  await sql`update pg_class set reltuples = 500000 where oid = 'parts'::regclass`.execute(shop.db);
  forgetVocabulary(shop.db);
  const isPlanned = async (query: string) => {
    const statements = await recordStatements(async () => {
      const { body } = await shop.request('GET', `/api/search?type=brake-disc&${query}`);
      expect(body.total.count).toBeGreaterThan(0);
    });
    return statements.some(({ text }) => text.includes('found as') && isForAnyValues(text));
  };
  expect(await isPlanned('brand=Brakkenfeld')).toBe(false);
  expect(await isPlanned('brand=Tarnholm')).toBe(true);
});
