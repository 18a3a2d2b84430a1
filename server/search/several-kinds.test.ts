import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);

/** Parts of this type, of which the last is the newest, with a text. */
async function addParts(type: string, count: number, text = ''): Promise<void> {
  await sql`
    insert into parts (id, name, type_id, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
      select gen_random_uuid(), t.name || ' ' || n, t.id, t.category_id, '', '/pictures/x.webp', 100 + n, 100, n % 3 * 100,
          now() - (1000 - n) * interval '1 minute', now(), now(), array_to_tsvector(array['type ' || t.id]) || to_tsvector('english', ${text})
        from part_types t, generate_series(1, ${count}::int) n where t.id = ${type}`.execute(
    shop.db,
  );
}

async function found(query: string, q = 'oil+filter') {
  const { body } = await shop.request('GET', `/api/search?q=${q}&limit=3${query}`);
  const types: { id: string; parts: number }[] = body.facets.types;
  return {
    total: body.total,
    types: Object.fromEntries(types.map(({ id, parts }) => [id, parts])),
    names: body.rows.map(({ name }: { name: string }) => name),
  };
}

test('of several kinds with many parts each is found, and how many there are is known', async () => {
  await addParts('oil-filter-spin-on', 30);
  await addParts('oil-filter-element', 20);
  expect(await found('')).toMatchObject({
    total: { count: 50, more: false },
    types: { 'oil-filter-spin-on': 30, 'oil-filter-element': 20 },
  });
  await addParts('oil-filter-spin-on', 700);
  const many = await found('');
  expect(many).toMatchObject({
    total: { count: 500, more: true },
    types: { 'oil-filter-spin-on': 481, 'oil-filter-element': 20 },
  });
  expect(many.names).toEqual(many.names.toSorted().toReversed());
  expect(many.names[0]).toMatch(/ 700$/);
  await addParts('oil-filter-element', 500);
  const types = (await found('')).types;
  expect(types).toEqual({ 'oil-filter-spin-on': 251, 'oil-filter-element': 250 });
  // A third of them has none in stock: of the others there are enough.
  expect(await found('&stock=yes')).toMatchObject({ total: { count: 500, more: true } });
  expect(await found('&priceFrom=7.90')).toMatchObject({ total: { count: 11, more: false } });
});

test('a word that may mean other parts than its kinds finds these too, and a way on counts each once', async () => {
  await addParts('water-pump', 2);
  await addParts('radiator', 1, 'for water');
  await addParts('spark-plug', 1, 'water');
  expect(await found('', 'water')).toMatchObject({
    total: { count: 4, more: false },
    types: { 'water-pump': 2, radiator: 1, 'spark-plug': 1 },
  });
  const { body } = await shop.request('GET', '/api/search?q=water&brand=Nobody');
  expect(body.nothing.without).toEqual([
    { leftOut: '', q: 'water', found: { count: 4, more: false } },
  ]);
});

test('a way that leaves words out counts each chosen facet without itself, too', async () => {
  await addParts('glow-plug', 20);
  const { body } = await shop.request('GET', '/api/search?q=glow+plug+zeltrane&priceTo=1.05');
  expect(body).toMatchObject({
    total: { count: 5 },
    facets: { price: { least: 1.01, most: 1.2 } },
    understood: { ignored: ['zeltrane'] },
  });
});

test('of kinds in a chosen category those of it are found, and parts without a kind whose texts have the words', async () => {
  await addParts('fuel-filter-in-line', 3);
  await addParts('diesel-fuel-filter', 1);
  const ofFuel = { 'fuel-filter-in-line': 3, 'diesel-fuel-filter': 1 };
  expect(await found('&category=filters', 'fuel+filter')).toMatchObject({
    total: { count: 4, more: false },
    types: ofFuel,
  });
  expect(await found('&category=filters&priceFrom=1.02&stock=yes', 'fuel+filter')).toMatchObject({
    total: { count: 1, more: false },
    types: { 'fuel-filter-in-line': 1 },
  });
  expect((await found('&category=fuel', 'fuel+filter')).total.count).toBe(0);
  await sql`
    insert into parts (id, name, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
      select gen_random_uuid(), 'Fuel filters', 'fuel', '', '/pictures/x.webp', 100, 100, 100, now(), now(), now(),
          to_tsvector('english', 'Fuel filters') || array_to_tsvector(array['type ', 'category fuel'])
        from generate_series(1, 2)`.execute(shop.db);
  const { total, types } = await found('&category=fuel', 'fuel+filter');
  expect([total, types]).toEqual([{ count: 2, more: false }, {}]);
  expect((await found('&category=filters', 'fuel+filter')).total.count).toBe(4);
  expect((await found('', 'fuel+filter')).total.count).toBe(6);
});
