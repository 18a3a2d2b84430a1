import { readCommonWords } from './lexicon-store.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { countRowsRead } from '#test/count-rows-read.ts';
import { startShop, type TestShop } from '#test/harness.ts';

const parts = 20_000;
const vehicle = 'make=Volkswagen&model=Golf&year=2012';

/** Requests whose statements are planned once for any values. */
const requests = [
  '/api/search?q=8A0+BN-77',
  '/api/search?q=A0BN77',
  '/api/search?q=8A0+BN-7X',
  '/api/search?q=qwertz+4711',
  `/api/search?${vehicle}`,
  `/api/search?${vehicle}&sort=price`,
  `/api/search?${vehicle}&fit=first`,
  `/api/search?${vehicle}&fit=first&page=3`,
  '/api/search?category=braking&page=3',
  '/api/search?q=brake+disc+disk',
  '/api/search?q=brake+disc&brand=Brakkenfeld&stock=yes&priceFrom=2',
  '/api/search?q=vw+golf+2012+brake+disc',
  `/api/search?${vehicle}&q=brake+disc`,
  `/api/search?${vehicle}&category=braking&stock=yes`,
  `/api/search?${vehicle}&category=braking&brand=Brakkenfeld&fit=first`,
];

let shop: TestShop;

/** A shop that was asked when it had no parts, and has had many since, of which the planner was told nothing. */
beforeAll(async () => {
  shop = await startShop();
  await storeTaxonomy(shop.db);
  for (const address of requests)
    for (let times = 0; times < 7; times += 1) await shop.request('GET', address);
  await sql`
    insert into parts (id, name, part_number, part_number_key, category_id, type_id, description, image, price_cents, order_quantity, in_stock,
        created_at, updated_at, search_as_of, search)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Brake disc ' || n, 'BN-' || n, 'BN' || n, 'braking', 'brake-disc',
        'Part ' || n, '/pictures/brake-disc.webp', 100 + n, 100, 500, now() - (${parts} - n) * interval '1 minute', now(), now(),
        to_tsvector('english', 'Brake disc ' || n) || array_to_tsvector(array['type brake-disc', 'category braking', 'fits volkswagen', 'fits volkswagen golf', 'number 8A0', 'number A0B'])
      from generate_series(1, ${parts}::int) n`.execute(shop.db);
  await sql`insert into part_numbers (part_id, kind, number, number_key) select id, 'oe', '8A0 ' || part_number, '8A0' || part_number_key from parts`.execute(
    shop.db,
  );
  await sql`insert into fitments (part_id, make, model, year_from, year_to) select id, 'Volkswagen', 'Golf', 2010, 2015 from parts`.execute(
    shop.db,
  );
  // The plans of then are half a minute old.
  const { performance } = globalThis;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
}, 120_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await shop.close();
});

/** A vehicle that is typed has its parts looked for in two ways. */
const mostReadBy = (address: string) => (address.includes('golf') ? parts / 2 : 5_000);

/** The fewer rows of two times: the vocabulary may be read anew beside one. */
async function rowsRead(address: string): Promise<number> {
  const counts: number[] = [];
  for (let times = 0; times < 2; times += 1) {
    const before = await countRowsRead(shop.db);
    expect((await shop.request('GET', address)).status).toBe(200);
    counts.push((await countRowsRead(shop.db)) - before);
  }
  return Math.min(...counts);
}

test.each(requests)(
  '%s reads no table for each row of another, half a minute later',
  async (address) => {
    // Several statements, each of which may read a table once.
    expect(await rowsRead(address)).toBeLessThanOrEqual(10 * parts);
  },
);

test('words that so many parts have are known once the table is analyzed', async () => {
  await sql`analyze parts`.execute(shop.db);
  const { commonWords, veryCommonStems } = await readCommonWords(shop.db, parts / 2);
  expect([...commonWords].filter((word) => word.includes(' ')).toSorted()).toEqual([
    'category braking',
    'fits volkswagen',
    'fits volkswagen golf',
    'number 8A0',
    'number A0B',
    'type brake-disc',
  ]);
  expect(veryCommonStems.toSorted()).toEqual(['brake', 'disc']);
  expect(await readCommonWords(shop.db)).toEqual({
    parts,
    commonWords: new Set(),
    veryCommonStems: [],
  });
});

describe('when the planner knows of them, and of thousands of models that few parts fit', () => {
  beforeAll(async () => {
    await sql`
      insert into fitments (part_id, make, model, year_from, year_to)
        select id, 'Make ' || row_number() over () % 100, 'Model ' || row_number() over () % 5000, 2010, 2015 from parts limit 10000`.execute(
      shop.db,
    );
    await sql`analyze`.execute(shop.db);
  });

  const ofVehicles = requests.filter((address) => address.includes(vehicle));
  test.each(ofVehicles)('%s reads few rows', async (address) => {
    expect(await rowsRead(address)).toBeLessThanOrEqual(mostReadBy(address));
  });

  describe('after a vacuum', () => {
    // New words wait in a list of their index until then, which would have to be read whole.
    beforeAll(() => sql`vacuum analyze`.execute(shop.db));

    test.each(requests)('%s reads few rows', async (address) => {
      expect(await rowsRead(address)).toBeLessThanOrEqual(mostReadBy(address));
    });
  });
});
