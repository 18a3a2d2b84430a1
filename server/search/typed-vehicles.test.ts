import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { ownWords } from './own-words.ts';

let shop: TestShop;

/** Discs for one model: `engines` fitments of each, all of the same year. */
async function addTransit(its: Record<'parts' | 'engines' | 'year', number>): Promise<void> {
  const words = ['type brake-disc', 'category braking', ownWords.vehicle('Ford', 'Transit')];
  await sql`
    with made as (
      insert into parts (id, name, type_id, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
        select gen_random_uuid(), 'Disc of ' || ${its.year}::int, 'brake-disc', 'braking', '', '/pictures/x.webp', 100, 100, 100, now(), now(), now(),
            array_to_tsvector(${words}::text[])
          from generate_series(1, ${its.parts}::int) n
        returning id)
    insert into fitments (part_id, make, model, year_from, year_to, engine)
      select id, 'Ford', 'Transit', ${its.year}::int, ${its.year}::int, 'engine ' || n from made, generate_series(1, ${its.engines}::int) n`.execute(
    shop.db,
  );
}

/** A shop in which the parts of a year are behind more of the model than are looked at. */
beforeAll(async () => {
  shop = await startShop();
  await storeTaxonomy(shop.db);
  await addTransit({ parts: 2100, engines: 1, year: 2005 });
  await addTransit({ parts: 30, engines: 40, year: 2015 });
}, 120_000);
afterAll(() => shop.close());

const answer = async (query: string) =>
  (await shop.request('GET', `/api/search?limit=100&${query}`)).body as SearchAnswer;

test.each(['q=ford+transit+2015', 'q=transit+2015&sort=price', 'q=ford+transit+2015&stock=yes'])(
  'a vehicle that is typed alone has what it has when it is chosen (%s)',
  async (query) => {
    const { rows, total, facets, nothing } = await answer(query);
    expect(total).toEqual({ count: 25, more: true });
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 25 }, () => 'Disc of 2015'));
    expect([facets.more, facets.types.map(({ parts }) => parts), nothing]).toEqual([
      true,
      [25],
      null,
    ]);
  },
);

test('what is suggested for a vehicle that is typed may be more', async () => {
  const { body } = await shop.request('GET', '/api/suggestions?q=ford+transit+2015');
  expect(body.total).toEqual({ count: 25, more: true });
});

test.each([
  'q=brake+disc&make=Ford&model=Transit&year=2015',
  'q=brake+disc&make=Ford&model=Transit&year=2015&fit=first',
  'q=brake+disc+ford+transit+2015',
])(
  'words with a vehicle may find more where not all that has them was looked at (%s)',
  async (query) => {
    const { total, fitting } = await answer(query);
    expect((fitting ?? total).more).toBe(true);
  },
);

test('a vehicle of which all was looked at is counted exactly', async () => {
  expect((await answer('q=ford+focus+2015')).total).toEqual({ count: 0, more: false });
});
