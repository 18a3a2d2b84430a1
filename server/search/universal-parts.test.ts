import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSearchWords } from '#server/db/search-words.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { startShop, type TestShop } from '#test/harness.ts';

/** More than a list looks at. */
const parts = 700;

let shop: TestShop;

/** A shop of wiper fluids, of which all but the oldest name a vehicle. */
beforeAll(async () => {
  shop = await startShop();
  await storeTaxonomy(shop.db);
  const { rows } = await sql<{ id: string }>`
    insert into parts (id, name, category_id, type_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at)
      select gen_random_uuid(), 'Part ' || n, its.category_id, its.id, 'Part ' || n, '/pictures/brake-disc.webp', 100 + n, 1, 5,
        now() - ${parts} * interval '1 minute' + n * interval '1 minute', now()
      from generate_series(1, ${parts}::int) n, (select id, category_id from part_types where fit = 'universal' order by id limit 1) its
      returning id`.execute(shop.db);
  await sql`
    insert into fitments (part_id, make, model, year_from, year_to)
      select id, 'Ford', 'Focus', 2010, 2015 from parts where name <> 'Part 1'`.execute(shop.db);
  await writeSearchWords(
    shop.db,
    rows.map(({ id }) => id),
  );
}, 120_000);
afterAll(() => shop.close());

test.each(['', '&fit=first&sort=price'])(
  'a part that fits any vehicle is found behind many of its type that name one (%s)',
  async (more) => {
    const { body } = await shop.request(
      'GET',
      `/api/search?make=Volkswagen&model=Golf&limit=24${more}`,
    );
    expect(body.rows[0].name).toBe('Part 1');
    expect(body.fitting).toEqual({ count: 1, more: false });
  },
);
