import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { recordStatements } from '#test/recorded-statements.ts';
import { useShop } from '#test/use-shop.ts';
import { textsOfStems } from './lexicon-store.ts';

const shop = await useShop();
const parts = 5200;
const range = Array.from({ length: parts }, (_, at) => at + 1);

/** Of six in ten parts, whenever they came. */
const isWrapped = (n: number) => n % 10 < 6;

/** The higher a part's number the newer it is. The older ones, more than half, have gizmos; of these the first hundred are Tarnholm's, the last six hundred Ostermark's. */
beforeAll(async () => {
  await storeTaxonomy(shop.db);
  await sql`insert into brands (name, name_key) values ('Brakkenfeld', 'BRAKKENFELD'), ('Tarnholm', 'TARNHOLM'), ('Ostermark', 'OSTERMARK')`.execute(
    shop.db,
  );
  await sql`
    insert into parts (id, name, brand, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
      select gen_random_uuid(), 'Part ' || n, its.brand, 'braking', '', '/pictures/x.webp', n, 100, n % 4 * 100, now() - (${parts} - n) * interval '1 minute',
          now(), now(), array_to_tsvector(array['type ', 'category braking', 'brand ' || its.brand]) || to_tsvector('english',
            case when n % 10 < 6 then 'wrapped in zellophanes ' else '' end || case when n <= 3000 then 'for gizmos' else '' end || case when n <= 7 then ' zeltrane' else '' end)
        from generate_series(1, ${parts}::int) n, lateral (select case when n <= 100 then 'Tarnholm' when n between 2401 and 3000 then 'Ostermark' else 'Brakkenfeld' end as brand) its`.execute(
    shop.db,
  );
  await sql`analyze parts`.execute(shop.db);
  // As if each stood for a hundred.
  await sql`update pg_class set reltuples = ${parts * 100} where oid = 'parts'::regclass`.execute(
    shop.db,
  );
}, 60_000);

/** What a statement has that looks among the newest parts, or asks the index. */
const marks: Readonly<Record<string, string>> = {
  newest: 'search @@ (select',
  index: 'length(id::text)',
  stems: 'tsvector_to_array(to_tsvector',
};

async function search(query: string) {
  const ask = () => shop.request('GET', `/api/search?limit=3&${query}`);
  const statements = await recordStatements(ask);
  const { body } = await ask();
  return {
    asks: Object.keys(marks).filter((mark) =>
      statements.some(({ text }) => text.includes(marks[mark] ?? '')),
    ),
    brands: body.facets?.brands.map(({ name }: { name: string }) => name),
    total: body.total,
    names: body.rows.map(({ name }: { name: string }) => name),
    nothing: body.nothing,
  };
}

const many = { count: 500, more: true };
const named = (found: readonly number[]) => found.slice(0, 3).map((n) => `Part ${n}`);

test('a word that a great many parts have is looked for among the newest of them, and no index is asked', async () => {
  const wrapped = range.filter(isWrapped).toReversed();
  const inStock = wrapped.filter((n) => n % 4 > 0);
  const newest = { asks: ['newest', 'stems'], total: many, names: named(wrapped) };
  expect(await search('q=zellophane&sort=newest')).toMatchObject(newest);
  expect(await search('q=zellophanes&sort=newest')).toMatchObject(newest);
  expect(await search('q=zellophanes&sort=newest&category=braking&stock=yes')).toMatchObject({
    ...newest,
    names: named(inStock),
  });
  expect(await search('q=zellophanes&sort=price&page=2')).toMatchObject({
    ...newest,
    names: named(wrapped.toReversed().slice(3)),
  });
  const byName = wrapped.map(String).toSorted().map(Number);
  expect(await search('q=zellophanes&sort=name')).toMatchObject({
    ...newest,
    names: named(byName),
  });
  expect(await search('q=zellophanes&sort=name&stock=yes&page=3')).toMatchObject({
    ...newest,
    names: named(byName.filter((n) => n % 4 > 0).slice(6)),
  });
  expect(await search('q=zellophane')).toMatchObject({ asks: ['newest', 'stems'], total: many });
});

test('where the newest are too few the index tells all of them', async () => {
  const exactly = (count: number) => ({
    asks: ['newest', 'index', 'stems'],
    total: { count, more: false },
  });
  expect(await search('q=gizmo')).toMatchObject({
    asks: ['newest', 'index', 'stems'],
    total: many,
  });
  expect(await search('q=gizmo+zellophane')).toMatchObject({
    asks: ['newest', 'index', 'stems'],
    total: many,
  });
  const ofTarnholm = range.filter((n) => n <= 100 && isWrapped(n)).length;
  expect(await search('q=zellophane&brand=Tarnholm')).toMatchObject(exactly(ofTarnholm));
  const cheap = range.filter((n) => n <= 100 && isWrapped(n) && n >= 50).length;
  expect(await search('q=zellophane&brand=Tarnholm&priceFrom=0.50&priceTo=1')).toMatchObject(
    exactly(cheap),
  );
});

test('a facet has its alternatives where the newest parts have none of them', async () => {
  const { asks, total, brands } = await search('q=gizmo&brand=Ostermark');
  expect([asks, total]).toEqual([['newest', 'index', 'stems'], many]);
  expect(brands.toSorted()).toEqual(['Brakkenfeld', 'Ostermark', 'Tarnholm']);
});

test('other words are looked for by the index alone, also beside a common one', async () => {
  expect(await search('q=zeltrane')).toMatchObject({
    asks: ['index', 'stems'],
    total: { count: 7, more: false },
  });
  const both = range.filter((n) => n <= 7 && isWrapped(n)).length;
  expect(await search('q=zeltrane+zellophane')).toMatchObject({
    asks: ['index', 'stems'],
    total: { count: both, more: false },
  });
});

test('the database is asked for stems only where nothing but such words was understood', async () => {
  const { asks, total } = await search('q=zeltrane+Tarnholm');
  expect([asks, total.count]).toEqual([['index'], 7]);
  expect((await search('q=qwertz')).asks).not.toContain('stems');
});

test('where nothing of it is left, a way on says how many parts have the word', async () => {
  const { total, nothing } = await search('q=zellophane&priceFrom=60');
  expect(total.count).toBe(0);
  expect(nothing.without).toEqual([
    { leftOut: '', q: 'zellophane', found: { count: 100, more: true } },
  ]);
});

test('a text is of these stems only if all its words are', async () => {
  const typed = ['zellophane', 'Zellophanes', 'zellophane zeltrane', 'zeltrane', 'the', ''];
  expect(await textsOfStems(shop.db, typed, ['zellophan', 'gizmo'])).toEqual([
    'zellophane',
    'Zellophanes',
  ]);
});
