import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostListed } from '#contract/counted.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { countRowsRead } from '#test/count-rows-read.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

const parts = 20_000;
const part = '00000000-0000-7000-8000-000000000007';

let shop: TestShop;
let admin: Person;

/** A shop in which all parts are alike, so that whatever reads more of them than it shows reads very many. */
beforeAll(async () => {
  shop = await startShop();
  admin = await shop.person('Ada Admin', { role: 'admin' });
  await storeTaxonomy(shop.db);
  await sql`insert into brands (name, name_key) values ('Brakkenfeld', 'BRAKKENFELD')`.execute(
    shop.db,
  );
  await sql`
    insert into parts (id, name, brand, part_number, part_number_key, category_id, type_id, description, image, attributes, price_cents,
        order_quantity, in_stock, created_at, updated_at, search_as_of, search, archived_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Brake disc ' || n, 'Brakkenfeld', 'BN-' || n, 'BN' || n, 'braking',
        'brake-disc', 'Part ' || n, '/pictures/brake-disc.webp', '{"dia": 312}', 100 + n, 100, 500, now() - (${parts} - n) * interval '1 minute', now(), now(),
        to_tsvector('english', 'Brake disc ' || n) || array_to_tsvector(array['type brake-disc', 'category braking', 'brand Brakkenfeld',
          'is dia 312', 'fits volkswagen', 'fits volkswagen golf', 'number 8A0']),
        case when n > ${parts - 30} then now() end
      from generate_series(1, ${parts}::int) n`.execute(shop.db);
  await sql`insert into part_numbers (part_id, kind, number, number_key) select id, 'oe', '8A0 ' || part_number, '8A0' || part_number_key from parts`.execute(
    shop.db,
  );
  await sql`insert into fitments (part_id, make, model, year_from, year_to) select id, 'Volkswagen', 'Golf', 2010, 2015 from parts`.execute(
    shop.db,
  );
  await sql`vacuum analyze`.execute(shop.db);
}, 120_000);
afterAll(() => shop.close());

const vehicle = 'make=Volkswagen&model=Golf&year=2012&engine=2.0+L4+diesel';

/** What a request reads of parts, fitments and numbers at most, whatever the shop has of them. */
const most = [
  ['/api/search?q=brake+disc+312+mm', 600],
  ['/api/search?q=brake+disc', 600],
  ['/api/search?q=brake+disc&brand=Brakkenfeld&stock=yes&priceFrom=2', 2000],
  ['/api/search?q=vw+golf+2012+brake+disc', 3000],
  ['/api/search?q=qwertz', 100],
  ['/api/search?q=8A0+BN-77', 50],
  ['/api/search?q=A0BN1', 1500],
  ['/api/suggestions?q=brake+dis', 600],
  ['/api/search?category=braking', 1100],
  ['/api/search?category=braking&page=100', 1100],
  ['/api/search?category=braking&brand=Brakkenfeld&sort=price', 2000],
  ['/api/search?sort=name', 700],
  ['/api/search?sort=name&category=braking&stock=yes&page=9', 2500],
  ['/api/search?category=braking&brand=Brakkenfeld', 1600],
  ['/api/search?category=braking&brand=Brakkenfeld&stock=yes&page=20', 1600],
  ['/api/search?brand=Brakkenfeld', 1600],
  ['/api/search?category=braking&brand=Brakkenfeld&stock=yes&fit=first&make=Ford', 1600],
  [`/api/search?${vehicle}`, 2000],
  [`/api/search?${vehicle}&fit=first`, 1800],
  [`/api/search?${vehicle}&fit=first&page=100`, 1800],
  [`/api/search?${vehicle}&fit=first&sort=price&page=60`, 3200],
  [`/api/search?${vehicle}&fit=first&q=brake+disc`, 2000],
  [`/api/search?${vehicle}&category=braking&brand=Brakkenfeld&stock=yes&priceFrom=2`, 5500],
  [`/api/search?${vehicle}&category=braking&brand=Brakkenfeld&stock=yes&fit=first`, 4000],
  ['/api/search?make=Ford&fit=first', 800],
  ['/api/search?make=Volkswagen&model=Golf&year=2008&category=braking', 4100],
  ['/api/search?make=Ford&fit=first&page=100', 800],
  ['/api/parts?category=braking&limit=24', 50],
  ['/api/parts?make=Volkswagen&model=Golf&year=2012&limit=24', 1300],
  ['/api/vehicles?make=Volkswagen&model=Golf', 150],
  ['/api/vehicle-pages', 20],
  ['/api/vehicle-pages?make=vw', 20],
  ['/api/vehicle-pages?make=vw&model=golf', 300],
  ['/api/vehicle-pages?make=vw&model=golf&year=2012', 300],
  ['/api/vehicle-pages?make=vw&model=golf&year=2012&category=braking', 300],
  [`/api/parts/${part}`, 20],
  [`/api/parts/${part}/related`, 400],
  ['/api/admin/parts?q=brake&limit=24', 1100],
  ['/api/admin/parts?q=brake&show=archived&limit=24', 200],
  ['/api/admin/parts?q=rake+d&limit=24', 7000],
  ['/api/admin/parts?show=low&limit=24', 50],
  ['/api/admin/parts?show=archived&limit=24', 50],
  ['/api/admin/parts/count?show=sale', 10_001],
] as const;

test.each(most)('%s reads no more rows than %i', async (address, rows) => {
  const as = address.startsWith('/api/admin/') ? { as: admin } : {};
  // The embedded engine plans a statement for any values when it has been asked five times.
  for (let times = 0; times < 7; times += 1) await shop.request('GET', address, as);
  const before = await countRowsRead(shop.db);
  expect((await shop.request('GET', address, as)).status).toBe(200);
  expect((await countRowsRead(shop.db)) - before).toBeLessThanOrEqual(rows);
});

test('of a brand in a category the newest are read, and all of a brand are not put in order category by category', async () => {
  const read = async () => {
    await countRowsRead(shop.db);
    const { rows } = await sql<{
      read: number;
    }>`select idx_tup_read::int as read from pg_stat_user_indexes
      where indexrelname = 'parts_of_brand'`.execute(shop.db);
    return rows[0]?.read ?? 0;
  };
  const ask = () => shop.request('GET', '/api/search?brand=Brakkenfeld&category=braking');
  for (let times = 0; times < 7; times += 1) await ask();
  const before = await read();
  expect((await ask()).body.total).toEqual({ count: 500, more: true });
  const counted = (await read()) - before;
  expect(counted).toBeGreaterThan(500);
  expect(counted).toBeLessThan(600);
});

test('of more parts of a kind than are looked at, those that came last are found', async () => {
  const { body } = await shop.request('GET', '/api/search?q=brake+disc&limit=2');
  expect(body.rows.map(({ name }: { name: string }) => name)).toEqual([
    `Brake disc ${parts - 30}`,
    `Brake disc ${parts - 31}`,
  ]);
});

test('what is behind the newest of a kind is still found by its price', async () => {
  // The newest 501 cost more; of the newest 2,000 about half do not.
  const { body } = await shop.request('GET', '/api/search?q=brake+disc&priceTo=191&limit=1');
  expect(body.rows.map(({ name }: { name: string }) => name)).toEqual(['Brake disc 19000']);
});

async function typedPart({ name, ...type }: Record<'name' | 'type_id' | 'category_id', string>) {
  const id = await samplePart(shop.db, { name });
  await shop.db.updateTable('parts').set(type).where('id', '=', id).execute();
}

test('parts of a kind are found before those that have its words in their texts', async () => {
  await typedPart({ name: 'Tarnholm 9', type_id: 'water-pump', category_id: 'cooling' });
  await samplePart(shop.db, { name: 'Wrench for a water pump' });
  const { body } = await shop.request('GET', '/api/search?q=water+pump');
  expect(body.rows.map(({ name }: { name: string }) => name)).toEqual([
    'Tarnholm 9',
    'Wrench for a water pump',
  ]);
});

/** Five hundred lines of a list: what they read at most. */
const lists = [
  ['that the shop has', (at: number) => (at % 2 === 0 ? `BN ${at + 1}` : `8A0 BN-${at + 1}`), 2000],
  ['that the shop had', (at: number) => `8A0 BN-${parts - 29 + (at % 30)}`, 200],
  // All parts have a half of each of them; forty of them are looked up among 125 parts each.
  ['that are wrong', (at: number) => `8A0${100 + at}`, 20_000],
] as const;

test.each(lists)(
  'the numbers of a list %s read few rows, whatever else it has',
  async (_name, number, rows) => {
    const lines = Array.from({ length: 500 }, (_, at) => ({ number: number(at) }));
    const check = () => shop.request('POST', '/api/order-list/check', { body: { lines } });
    for (let times = 0; times < 7; times += 1) await check();
    const before = await countRowsRead(shop.db);
    expect((await check()).status).toBe(200);
    expect((await countRowsRead(shop.db)) - before).toBeLessThanOrEqual(rows);
  },
);

test('an admin finds words among the few parts that are deleted, wherever they stand', async () => {
  const { body } = await shop.request('GET', '/api/admin/parts?q=brake+disc&show=archived', {
    as: admin,
  });
  expect(body).toHaveLength(30);
});

test('an admin finds the parts of a type, and those that have its words in their texts', async () => {
  await typedPart({ name: 'Tarnholm 7', type_id: 'oil-filter-spin-on', category_id: 'filters' });
  await samplePart(shop.db, { name: 'Wrench for an oil filter' });
  const { body } = await shop.request('GET', '/api/admin/parts?q=oil+filters', { as: admin });
  const names = (body as { name: string }[]).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['Tarnholm 7', 'Wrench for an oil filter']);
});

test('an admin is told that there are more parts than are counted', async () => {
  const { body } = await shop.request('GET', '/api/admin/parts/count', { as: admin });
  expect(body).toEqual({ count: mostListed, more: true });
  const found = await shop.request('GET', '/api/admin/parts/count?q=brake', { as: admin });
  expect(found.body).toEqual({ count: 500, more: true });
});
