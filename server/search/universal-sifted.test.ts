import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { ownWords } from './own-words.ts';

let shop: TestShop;
/** Types beside that of the bolts. */
let others = 0;

/** Parts that fit any vehicle. */
async function addUniversal(type: string, its: Record<'parts' | 'cents', number>): Promise<void> {
  const words = [`type ${type}`, ownWords.brand('Brakkenfeld'), ownWords.anyVehicle];
  await sql`
    insert into parts (id, name, brand, type_id, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
      select gen_random_uuid(), its.name || ' ' || n, 'Brakkenfeld', its.id, its.category_id, '', '/pictures/x.webp', ${its.cents}::int, 100, 100, now(), now(), now(),
          array_to_tsvector(${words}::text[])
        from generate_series(1, ${its.parts}::int) n, part_types its where its.id = ${type}`.execute(
    shop.db,
  );
}

/** A shop with more wheel bolts than are sifted, and one part of each other type that fits any vehicle. */
beforeAll(async () => {
  shop = await startShop();
  await storeTaxonomy(shop.db);
  await sql`insert into brands (name, name_key) values ('Brakkenfeld', 'BRAKKENFELD')`.execute(
    shop.db,
  );
  await addUniversal('wheel-bolt', { parts: 2100, cents: 100 });
  const { rows } = await sql<{ id: string }>`
    select id from part_types where fit = 'universal' and id <> 'wheel-bolt'`.execute(shop.db);
  others = rows.length;
  for (const { id } of rows) await addUniversal(id, { parts: 1, cents: 5000 });
}, 120_000);
afterAll(() => shop.close());

const answer = async (query: string) =>
  (await shop.request('GET', `/api/search?make=Honda&model=Civic&${query}`)).body as SearchAnswer;

test.each(['', '&fit=first'])(
  'parts that fit any vehicle are found by their price beside many of another type%s',
  async (more) => {
    const { rows, fitting, total } = await answer(`limit=100&priceFrom=20${more}`);
    expect(rows.filter(({ price }) => price === 50)).toHaveLength(others);
    expect(fitting ?? total).toEqual({ count: others, more: true });
  },
);

test('of parts that fit any vehicle there may be more where not all were looked at', async () => {
  const many = { count: 0, more: true };
  expect((await answer('priceFrom=60')).total).toEqual(many);
  expect((await answer('priceFrom=60&brand=Brakkenfeld')).total).toEqual(many);
});

test('parts that fit any vehicle are counted to the end of counts', async () => {
  const { total } = await answer('priceTo=20');
  expect(total).toEqual({ count: 500, more: true });
});
