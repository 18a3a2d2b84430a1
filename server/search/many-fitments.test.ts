import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';
import { ownWords } from './own-words.ts';

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix} ${at + 1}`);
const years = Array.from({ length: 60 }, (_, at) => 1950 + at);
const civic = { make: 'Honda', model: 'Civic' };
const older = named('Older disc', 20);
const newer = [...named('Newer disc', 8), ...named('Newer pad set', 2)];

/** Parts of a type that fits any vehicle. */
async function addUniversal({ db }: TestShop, parts: number): Promise<void> {
  const words = ['type wheel-bolt', ownWords.anyVehicle];
  await sql`
    insert into parts (id, name, type_id, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
      select gen_random_uuid(), 'Wheel bolt ' || n, its.id, its.category_id, '', '/pictures/x.webp', 100, 100, 100, now(), now(), now(), array_to_tsvector(${words}::text[])
        from generate_series(1, ${parts}::int) n, part_types its where its.id = 'wheel-bolt'`.execute(
    db,
  );
}

/** Parts for one model, discs unless it is said: `engines` rows of each, all of the same years. */
async function addTransit(
  { db }: TestShop,
  its: {
    readonly parts: number;
    readonly engines: number;
    readonly year: number;
    readonly kind?: readonly [type: string, category: string];
  },
): Promise<void> {
  const [type, category] = its.kind ?? ['brake-disc', 'braking'];
  const words = [`type ${type}`, `category ${category}`, ownWords.vehicle('Ford', 'Transit')];
  await sql`
    with made as (
      insert into parts (id, name, type_id, category_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, search)
        select gen_random_uuid(), 'Transit part ' || n, ${type}, ${category}, '', '/pictures/x.webp', 100, 100, 100, now(), now(), now(), array_to_tsvector(${words}::text[])
          from generate_series(1, ${its.parts}::int) n
        returning id)
    insert into fitments (part_id, make, model, year_from, year_to, engine)
      select id, 'Ford', 'Transit', ${its.year}::int, ${its.year}::int, 'engine ' || n from made, generate_series(1, ${its.engines}::int) n`.execute(
    db,
  );
}

async function removeUniversal({ db }: TestShop): Promise<void> {
  await db.deleteFrom('parts').where('type_id', '=', 'wheel-bolt').execute();
}

describe.each(engines)('a vehicle with more fitments than are looked at, on %s', (engine) => {
  let shop: TestShop;
  let editor: Awaited<ReturnType<typeof partEditor>>;
  /** Ids by name. */
  const ids = new Map<string, string>();
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    editor = await partEditor(shop, 'MANY');
    const add = async (name: string, fitments: readonly object[]) => {
      const type = name.includes('pad set') ? 'brake-pad-set' : 'brake-disc';
      ids.set(name, await editor.added({ name, type, brand: 'Brakkenfeld', fitments }));
    };
    // A supplier's file with a row per year and engine.
    for (const name of older)
      await add(
        name,
        years.map((year) => ({ ...civic, yearFrom: year, yearTo: year })),
      );
    for (const name of newer) await add(name, [{ ...civic, yearFrom: 2012, yearTo: 2015 }]);
  });
  afterAll(() => shop.close());

  const answer = async (query: string) =>
    (await shop.request('GET', `/api/search?limit=100&${query}`)).body as SearchAnswer;
  const namesIn = ({ rows }: SearchAnswer) => rows.map(({ name }) => name).toSorted();
  const all = (parts: readonly string[]) => ({
    count: parts.length,
    more: false,
  });

  test('has all of its parts in its list, by the make alone, too', async () => {
    for (const query of ['make=Honda&model=Civic', 'make=Honda']) {
      const found = await answer(query);
      expect(namesIn(found)).toEqual([...older, ...newer].toSorted());
      expect(found.total).toEqual(all([...older, ...newer]));
    }
    expect(namesIn(await answer('make=Honda&model=Civic&year=2014'))).toEqual(newer.toSorted());
  });

  test('has all of them first in the list of all parts', async () => {
    const found = await answer('make=Honda&model=Civic&fit=first');
    expect(namesIn(found)).toEqual([...older, ...newer].toSorted());
    expect(found.fitting).toEqual(all([...older, ...newer]));
  });

  test('has all of them in the counts of a facet without its choice', async () => {
    const { facets, total } = await answer('make=Honda&model=Civic&type=brake-pad-set');
    expect(total.count).toBe(2);
    expect(facets.types.map(({ id, parts }) => [id, parts])).toEqual([
      ['brake-disc', 28],
      ['brake-pad-set', 2],
    ]);
  });

  test('has all of its own before parts that fit any vehicle, of which there are more than are counted', async () => {
    await addUniversal(shop, 510);
    const found = await answer('make=Honda&model=Civic');
    expect(found.total).toEqual({ count: 500, more: true });
    const own = await answer('make=Honda&model=Civic&category=braking');
    expect(own.total.count).toBe(30);
    expect(found.facets.categories.find(({ id }) => id === 'braking')?.parts).toBe(30);
    await removeUniversal(shop);
  });

  test('has what its fitments tell, and says that there may be more, where words tell less', async () => {
    await addTransit(shop, { parts: 2100, engines: 1, year: 2005 });
    await addTransit(shop, { parts: 30, engines: 40, year: 2015 });
    const found = await answer('make=Ford&model=Transit&year=2015');
    expect(found.total).toEqual({ count: 25, more: true });
    expect(found.facets.more).toBe(true);
    expect(found.rows).toHaveLength(25);
    const first = await answer('make=Ford&model=Transit&year=2015&fit=first');
    expect(first.fitting).toEqual({ count: 25, more: true });
    expect(first.total.more).toBe(true);
    const ofType = await answer('make=Ford&model=Transit&year=2015&type=brake-disc');
    expect(ofType.total).toEqual({ count: 25, more: true });
    expect(ofType.rows).toHaveLength(25);
  });

  test('has its own parts in a facet, though more fit any vehicle than are counted', async () => {
    await addTransit(shop, {
      parts: 20,
      engines: 1,
      year: 2015,
      kind: ['oil-filter-spin-on', 'filters'],
    });
    await addUniversal(shop, 510);
    const { facets } = await answer('make=Ford&model=Transit&year=2015&category=braking');
    expect(facets.categories.map(({ id }) => id)).toContain('filters');
    await removeUniversal(shop);
  });

  test('of which a choice leaves few counts these exactly, though without the choice not all were looked at', async () => {
    const brand = 'Tarnholm';
    const id = await editor.added({
      name: 'Rare disc',
      type: 'brake-disc',
      brand,
      fitments: [{ make: 'Ford', model: 'Transit', yearFrom: 2015, yearTo: 2015 }],
    });
    const { total, facets } = await answer(`make=Ford&model=Transit&year=2015&brand=${brand}`);
    expect(total).toEqual({ count: 1, more: false });
    expect([facets.more, facets.moreOf]).toEqual([false, ['brand']]);
    await editor.remove(id);
  });

  test('has those that are on sale when all that was looked at is archived', async () => {
    for (const name of older) await editor.remove(ids.get(name) ?? '');
    const found = await answer('make=Honda&model=Civic');
    expect(namesIn(found)).toEqual(newer.toSorted());
    expect(found.total).toEqual(all(newer));
    const listed = await shop.request('GET', '/api/parts?make=Honda&model=Civic');
    expect(listed.body).toHaveLength(newer.length);
  });
});
