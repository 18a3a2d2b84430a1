import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { countRowsRead } from '#test/count-rows-read.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';

const parts = 9_000;
/** The oldest, which have a brand of their own and fit a vehicle of their own. */
const far = 2_000;
/** The ones with the highest number, price, stock and minimum. */
const deleted = 3_000;

let shop: TestShop;
let admin: Person;

/** A shop in which what is wanted stands at the far end of every order. */
beforeAll(async () => {
  shop = await startShop();
  admin = await shop.person('Ada Admin', { role: 'admin' });
  await storeTaxonomy(shop.db);
  await sql`insert into brands (name, name_key) values ('Near', 'NEAR'), ('Far', 'FAR')`.execute(
    shop.db,
  );
  await sql`
    insert into parts (id, name, brand, part_number, part_number_key, category_id, type_id, description, image, price_cents,
        order_quantity, in_stock, created_at, updated_at, search_as_of, search, archived_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Brake disc ' || lpad(n::text, 5, '0'), its.brand, 'BN-' || n, 'BN' || n,
        'braking', 'brake-disc', 'Part ' || n, '/pictures/brake-disc.webp', 100 + n, 100 + n, 1000 + n, now() - (${parts} - n) * interval '1 minute', now(), now(),
        to_tsvector('english', 'Brake disc ' || n) || array_to_tsvector(array['type brake-disc', 'category braking', 'brand ' || its.brand,
          'fits ' || its.make, 'fits ' || its.make || ' ' || its.model]),
        case when n > ${parts - deleted} then now() end
      from generate_series(1, ${parts}::int) n,
        lateral (select case when n > ${far} then 'Near' else 'Far' end as brand, case when n > ${far} then 'volkswagen' else 'ford' end as make,
          case when n > ${far} then 'golf' else 'focus' end as model) its`.execute(shop.db);
  await sql`
    insert into fitments (part_id, make, model, year_from, year_to)
      select id, case brand when 'Near' then 'Volkswagen' else 'Ford' end, case brand when 'Near' then 'Golf' else 'Focus' end, 2010, 2015 from parts`.execute(
    shop.db,
  );
  await sql`vacuum analyze`.execute(shop.db);
}, 120_000);
afterAll(() => shop.close());

test.each([
  ['/api/admin/parts?show=archived&sort=name&limit=24', 60],
  ['/api/admin/parts?show=archived&sort=price&limit=24', 60],
  ['/api/admin/parts?show=archived&sort=stock&limit=24', 60],
  ['/api/admin/parts?show=archived&sort=minimum&limit=24', 60],
  // By the shelf of the brand, not the newest of all.
  ['/api/search?brand=Far&category=braking', 2000],
  // Of the first hundred none fits: then the next four hundred are not asked.
  ['/api/search?make=Ford&model=Focus&year=2012&sort=-price', 5900],
] as const)('%s is walked to no further than %i rows', async (address, rows) => {
  const as = address.startsWith('/api/admin/') ? { as: admin } : {};
  // The embedded engine plans a statement for any values when it has been asked five times.
  for (let times = 0; times < 7; times += 1) await shop.request('GET', address, as);
  const before = await countRowsRead(shop.db);
  const { status, body } = await shop.request('GET', address, as);
  expect([status, (body.rows ?? body).length]).toEqual([200, 24]);
  const read = (await countRowsRead(shop.db)) - before;
  expect(read).toBeLessThanOrEqual(rows);
});
