import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeSearchWords } from '#server/db/search-words.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
await sql`insert into brands (name, name_key) values ('Aldrano', 'ALDRANO'), ('Brakkenfeld', 'BRAKKENFELD')`.execute(
  shop.db,
);

/** Three parts that are older than 510 of another category and brand: among the first 501 of all there is none of them. */
for (let nth = 1; nth <= 3; nth += 1) {
  const id = await samplePart(shop.db, { createdAt: new Date(Date.UTC(2025, 0, nth)) });
  await sql`update parts set brand = 'Brakkenfeld', category_id = 'braking', type_id = 'brake-disc',
    attributes = ${JSON.stringify({ axle: nth === 1 ? 'Front' : 'Rear' })} where id = ${id}`.execute(
    shop.db,
  );
}
await sql`
  insert into parts (id, name, brand, part_number, part_number_key, category_id, type_id, description, image, price_cents, order_quantity, in_stock,
      created_at, updated_at, attributes)
    select gen_random_uuid(), 'Pump ' || n, 'Aldrano', 'PU-' || n, 'PU' || n, 'cooling', 'water-pump',
      'Pump ' || n, '/pictures/brake-disc.webp', 100 + n, 100, 500, timestamptz '2026-01-01' + n * interval '1 minute', now(),
      jsonb_build_object('mat', case when n <= 9 then 'Cast iron' else 'Steel' end)
    from generate_series(1, 510) n`.execute(shop.db);
const rows = await shop.db.selectFrom('parts').select('id').execute();
await writeSearchWords(
  shop.db,
  rows.map(({ id }) => id),
);

const facetsOf = async (query: string) =>
  (await shop.request('GET', `/api/search?${query}`)).body.facets;
const braking = { id: 'braking', name: 'Braking', parts: 3 };
const cooling = { id: 'cooling', name: 'Engine cooling', parts: 500 };

test('what is found is counted in each facet where more parts than are counted come before it', async () => {
  const chosen = await facetsOf('category=braking&type=brake-disc&brand=Brakkenfeld');
  expect(chosen).toMatchObject({ more: false, moreOf: [], categories: [braking] });
  const shelf = await facetsOf('category=braking');
  expect(shelf).toMatchObject({ more: false, moreOf: ['category'] });
  expect(shelf.categories).toEqual([braking, cooling]);
  expect(shelf.types).toMatchObject([{ id: 'brake-disc', parts: 3 }]);
  const type = await facetsOf('type=brake-disc');
  expect(type.moreOf).toEqual(['category', 'type']);
  expect(type.categories).toEqual([braking, cooling]);
  expect(type.types).toMatchObject([
    { id: 'brake-disc', parts: 3 },
    { id: 'water-pump', parts: 500 },
  ]);
  const brand = await facetsOf('brand=Brakkenfeld');
  expect(brand.moreOf).toEqual(['brand']);
  expect(brand.brands).toEqual([
    { name: 'Aldrano', parts: 500 },
    { name: 'Brakkenfeld', parts: 3 },
  ]);
});

test('of more parts than are counted no count is greater than theirs', async () => {
  const { body } = await shop.request('GET', '/api/search?category=cooling');
  expect(body.total).toEqual({ count: 500, more: true });
  expect(body.facets).toMatchObject({
    more: true,
    categories: [{ id: 'cooling', parts: 500 }],
    inStock: 500,
  });
  const all = await facetsOf('');
  expect(all).toMatchObject({ more: true, moreOf: [] });
});

test('values that are chosen are counted without each other, and not less than they were found', async () => {
  const axle = await facetsOf('type=brake-disc&a=axle:Front');
  expect(axle).toMatchObject({ more: false, moreOf: ['category', 'type'] });
  expect(axle.attributes[0]).toMatchObject({
    key: 'axle',
    values: [
      { value: 'Front', parts: 1 },
      { value: 'Rear', parts: 2 },
    ],
  });
  // The nine oldest of 510 are of cast iron: none of them is among the newest 501.
  const material = await facetsOf('type=water-pump&a=mat:Cast%20iron');
  expect(material).toMatchObject({ more: false, moreOf: ['category', 'type', 'attributes'] });
  expect(material.attributes).toMatchObject([
    {
      key: 'mat',
      values: [
        { value: 'Steel', parts: 500 },
        { value: 'Cast iron', parts: 9 },
      ],
    },
  ]);
});
