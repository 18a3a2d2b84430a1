import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { startShop, type TestShop } from '#test/harness.ts';

/** The cheap ones stand behind more than are sifted. */
const parts = 3000;
const cheap = 'priceTo=10';

let shop: TestShop;

/** A shop of discs, the newer the dearer; the thirty oldest are of a brand of their own. */
beforeAll(async () => {
  shop = await startShop();
  await storeTaxonomy(shop.db);
  await sql`insert into brands (name, name_key) values ('Brakkenfeld', 'BRAKKENFELD'), ('Tarnholm', 'TARNHOLM')`.execute(
    shop.db,
  );
  await sql`
    insert into parts (id, name, brand, category_id, type_id, description, image, price_cents, order_quantity, in_stock, attributes,
        created_at, updated_at, search_as_of, search)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Brake disc ' || n, its.brand, 'braking', 'brake-disc', '', '/pictures/x.webp',
        100 + n, 100, 500, '{"dia": 312}', now() - (${parts} - n) * interval '1 minute', now(), now(),
        array_to_tsvector(array['type brake-disc', 'category braking', 'brand ' || its.brand, 'is dia 312', 'fits volkswagen', 'fits volkswagen golf'])
      from generate_series(1, ${parts}::int) n,
        lateral (select case when n > 30 then 'Brakkenfeld' else 'Tarnholm' end as brand) its`.execute(
    shop.db,
  );
  await sql`insert into fitments (part_id, make, model, year_from, year_to) select id, 'Volkswagen', 'Golf', 2010, 2015 from parts`.execute(
    shop.db,
  );
}, 120_000);
afterAll(() => shop.close());

const answer = async (query: string) =>
  (await shop.request('GET', `/api/search?limit=24&${query}`)).body as SearchAnswer;

test.each([
  ['of a category', 'category=braking'],
  ['of a brand', 'brand=Brakkenfeld'],
  ['of a kind that is typed', 'q=brake+disc'],
])('parts %s may be more where none of the newest has the price', async (_, its) => {
  const { rows, total, facets } = await answer(`${its}&${cheap}&sort=newest&page=210`);
  expect([rows, total, facets.more]).toEqual([[], { count: 0, more: true }, true]);
});

// The index of words gives the cheapest first.
test.each([
  ['of a brand and a type', 'brand=Brakkenfeld&type=brake-disc'],
  ['with a value', 'a=dia:312'],
  ['of a kind and a brand that are typed', 'q=brakkenfeld+brake+disc'],
  ['of a vehicle that is searched', 'q=brake+disc&make=Volkswagen&model=Golf'],
])('parts %s may be more where none that has the words has the price', async (_, its) => {
  const { total, facets } = await answer(`${its}&priceFrom=25&sort=-price&page=210`);
  expect([total, facets.more]).toEqual([{ count: 0, more: true }, true]);
});

test('parts that come by their price are counted as far as they are shown', async () => {
  const first = await answer(`category=braking&${cheap}&sort=price`);
  expect(first.rows[0]?.price).toBe(1.01);
  expect([first.rows.length, first.total, first.nothing]).toEqual([
    24,
    { count: 24, more: true },
    null,
  ]);
  const second = await answer(`category=braking&${cheap}&sort=price&page=2`);
  expect([second.rows.length, second.total]).toEqual([24, { count: 48, more: true }]);
});

test('the last page of parts that come by their price has what is left', async () => {
  const { rows, hasNext } = await answer('category=braking&priceTo=1.30&sort=price&page=2');
  expect([rows.length, rows[5]?.price, hasNext]).toEqual([6, 1.3, false]);
});

test('parts that fit are not more than all parts', async () => {
  const { rows, fitting, total, nothing } = await answer(
    `${cheap}&make=Volkswagen&model=Golf&fit=first`,
  );
  const many = { count: 500, more: true };
  expect([rows.length, fitting, total, nothing]).toEqual([24, many, many, null]);
});

test('a facet without its choice may be of more parts than were looked at', async () => {
  const { total, facets } = await answer(`brand=Tarnholm&category=braking&${cheap}`);
  expect(total).toEqual({ count: 30, more: false });
  expect(facets.moreOf).toEqual(['brand']);
  const typed = await answer(`q=brake+disc&brand=Tarnholm&${cheap}`);
  expect([typed.total, typed.facets.moreOf]).toEqual([{ count: 30, more: false }, ['brand']]);
});

test('few parts are counted exactly', async () => {
  for (const its of ['brand=Tarnholm', 'q=tarnholm', 'brand=Tarnholm&a=dia:312'])
    expect((await answer(`${its}&priceTo=1.05`)).total).toEqual({ count: 5, more: false });
});
