import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { recordStatements } from '#test/recorded-statements.ts';
import { useShop } from '#test/use-shop.ts';
import { forgetVocabulary } from './kept-vocabulary.ts';

const shop = await useShop();
const many = { count: 500, more: true };

/** Discs are many, pad sets few and older; of each the higher its price the newer a part is. */
beforeAll(async () => {
  await storeTaxonomy(shop.db);
  await sql`insert into brands (name, name_key) values ('Brakkenfeld', 'BRAKKENFELD'), ('Tarnholm', 'TARNHOLM')`.execute(
    shop.db,
  );
  await addParts({ type: 'brake-disc', brand: 'Brakkenfeld', parts: 600, daysAgo: 1 });
  await addParts({ type: 'brake-pad-set', brand: 'Brakkenfeld', parts: 20, daysAgo: 2 });
}, 60_000);

// What was kept before goes with the vocabulary.
beforeEach(() => setParts(1_000_000));

async function addParts(its: {
  readonly type: string;
  readonly brand: string;
  readonly parts: number;
  readonly daysAgo: number;
}): Promise<void> {
  const { type, brand, parts, daysAgo } = its;
  const words = [`type ${type}`, 'category braking', `brand ${brand}`];
  await sql`
    insert into parts (id, name, brand, type_id, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
      select gen_random_uuid(), 'Part ' || n, ${brand}, ${type}, 'braking', '', '/pictures/x.webp', n * 100, 100, 100,
          now() - ${daysAgo} * interval '1 day' + n * interval '1 minute', now(), now(), array_to_tsvector(${words}::text[])
        from generate_series(1, ${parts}::int) n`.execute(shop.db);
}

/** What the database's statistics say. */
async function setParts(parts: number): Promise<void> {
  await sql`update pg_class set reltuples = ${parts} where oid = 'parts'::regclass`.execute(
    shop.db,
  );
  forgetVocabulary(shop.db);
}

async function search(query: string) {
  let answer: SearchAnswer | undefined;
  const statements = await recordStatements(async () => {
    answer = (await shop.request('GET', `/api/search?limit=3&${query}`)).body;
  });
  return {
    isCounted: statements.some(({ text }) => text.includes('json_agg(brand)')),
    total: answer?.total,
    fitting: answer?.fitting,
    facets: answer?.facets,
    brands: answer?.facets.brands.map(({ name }) => name),
    prices: answer?.rows.map(({ price }) => price),
  };
}

/** The answer to the second of two questions of which the second was asked so soon that nothing was counted for it. */
async function askedSoonAfter(first: string, second: string) {
  for (;;) {
    await search(first);
    const answer = await search(second);
    if (!answer.isCounted) return answer;
  }
}

test('of many parts, another page and another order have what was counted for the first', async () => {
  const first = await search('category=braking');
  expect(first).toMatchObject({ isCounted: true, total: many, prices: [600, 599, 598] });
  const { facets } = first;
  const second = await askedSoonAfter('category=braking', 'category=braking&page=2');
  expect(second).toMatchObject({ total: many, facets, prices: [597, 596, 595] });
  const cheapest = await askedSoonAfter('category=braking', 'category=braking&sort=price');
  expect(cheapest).toMatchObject({ total: many, facets, prices: [1, 1, 2] });
});

test('what is chosen otherwise is counted for itself', async () => {
  await search('category=braking');
  expect(await search('category=braking&type=brake-disc')).toMatchObject({ isCounted: true });
  expect(await search('category=braking&priceFrom=2')).toMatchObject({ isCounted: true });
});

test('words are looked for anew each time: a stricter way may find something by now', async () => {
  for (const page of [1, 2])
    expect(await search(`q=brake+disc&page=${page}`)).toMatchObject({
      isCounted: true,
      total: many,
    });
});

test('of few parts the counts are exact for each page, and in a small shop those of many are new, too', async () => {
  const pads = 'type=brake-pad-set';
  for (const page of [1, 2])
    expect(await search(`${pads}&page=${page}`)).toMatchObject({
      isCounted: true,
      total: { count: 20, more: false },
    });
  await setParts(5000);
  for (const page of [1, 2])
    expect(await search(`category=braking&page=${page}`)).toMatchObject({ isCounted: true });
});

test('where the parts of a vehicle come first, few of these are counted for each page', async () => {
  const [one] = await shop.db.selectFrom('parts').select('id').limit(1).execute();
  await shop.db
    .insertInto('fitments')
    .values({
      part_id: one?.id ?? '',
      make: 'Ford',
      model: 'Focus',
      year_from: 2010,
      year_to: 2012,
    })
    .execute();
  for (const page of [1, 2])
    expect(await search(`make=Ford&model=Focus&fit=first&page=${page}`)).toMatchObject({
      isCounted: true,
      total: many,
      fitting: { count: 1, more: false },
    });
});

test('rows are never those of before, and counts are in the end those of now', async () => {
  const brakes = await askedSoonAfter('category=braking', 'category=braking&page=1');
  expect(brakes.brands).toEqual(['Brakkenfeld']);
  await addParts({ type: 'brake-disc', brand: 'Tarnholm', parts: 3, daysAgo: 0 });
  expect((await search('category=braking')).prices).toEqual([3, 2, 1]);
  await expect
    .poll(async () => (await search('category=braking')).brands, { timeout: 70_000 })
    .toEqual(['Brakkenfeld', 'Tarnholm']);
}, 80_000);
