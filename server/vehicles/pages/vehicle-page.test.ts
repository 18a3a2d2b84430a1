import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VehiclePage } from '#contract/vehicle-pages.ts';
import { vehicleSlug } from '#contract/vehicle-slug.ts';
import { knownVehicles } from '#server/vehicles/known-vehicles.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';
import { recordTrips } from '#test/recorded-statements.ts';

test('no two makes that the shop knows, and no two models of one, have the same address', () => {
  const known = [...knownVehicles().all()];
  const makes = new Set(known.map(({ make }) => make));
  const addresses = (names: Iterable<string>) => new Set(Array.from(names, vehicleSlug));
  expect(addresses(makes).size).toBe(makes.size);
  for (const [make, models] of Map.groupBy(known, (one) => one.make))
    expect([make, addresses(models.map(({ model }) => model)).size]).toEqual([make, models.length]);
  expect([...addresses(makes), ...addresses(known.map(({ model }) => model))]).not.toContain('');
});

const golf = { make: 'Volkswagen', model: 'Golf', yearFrom: 2010, yearTo: 2012 };
const none = { make: null, model: null, year: null, category: null, makes: [], models: [] };

describe.each(engines)('pages of vehicles on the %s database', (engine) => {
  let shop: TestShop;
  let parts: Awaited<ReturnType<typeof partEditor>>;
  let disc: string;
  let filter: string;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    parts = await partEditor(shop, 'PAGE');
    disc = await parts.added({ name: 'Disc', category: 'braking', fitments: [golf] });
    filter = await parts.added({
      name: 'Filter',
      category: 'filters',
      fitments: [
        { ...golf, yearFrom: 2012, yearTo: 2013, engine: '2.0 diesel' },
        { ...golf, yearFrom: 2012, yearTo: 2012 },
        { make: 'Škoda', model: 'Octavia', yearFrom: 2013, yearTo: 2014 },
        { make: 'Chrysler', model: 'Town & Country', yearFrom: 2008, yearTo: 2008 },
      ],
    });
  });
  afterAll(() => shop.close());

  const page = async (query: string): Promise<VehiclePage> => {
    const { status, body } = await shop.request('GET', `/api/vehicle-pages?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body;
  };
  const statusOf = async (query: string) =>
    (await shop.request('GET', `/api/vehicle-pages?${query}`)).status;
  const archive = (id: string, at: Date | null) =>
    shop.db.updateTable('parts').set({ archived_at: at }).where('id', '=', id).execute();
  const named = (name: string, slug = vehicleSlug(name)) => ({ name, slug });
  const some = (count: number) => ({ count, more: false });

  test('begin with the makes for which parts are on sale, in alphabetical order', async () => {
    expect(await page('')).toEqual({
      ...none,
      makes: [named('Chrysler'), named('Škoda', 'skoda'), named('Volkswagen')],
      years: [],
      built: [],
      engines: [],
      parts: some(0),
      categories: [],
      rows: [],
    });
  });

  test('of a make name its models, with the years that are known of each', async () => {
    expect(await page('make=volkswagen')).toMatchObject({
      ...none,
      make: named('Volkswagen'),
      models: [
        {
          ...named('Golf'),
          built: knownVehicles()
            .model('Volkswagen', 'Golf')
            ?.built.map(({ from, to }) => ({ from, to })),
        },
      ],
    });
    expect((await page('make=skoda')).models).toEqual([{ ...named('Octavia'), built: [] }]);
  });

  test('of a model name the years for which there are parts, engines and categories', async () => {
    const its = await page('make=volkswagen&model=golf');
    expect(its).toMatchObject({
      make: named('Volkswagen'),
      model: named('Golf'),
      year: null,
      years: [2013, 2012, 2011, 2010],
      parts: some(2),
    });
    expect(its.engines.length).toBeGreaterThan(3);
    expect(its.categories).toHaveLength(2);
    expect(its.categories).toContainEqual({
      name: 'Filters',
      slug: 'filters',
      id: 'filters',
      parts: some(1),
    });
  });

  test('of a year show its parts, each once, the newest first; those of a category alone', async () => {
    const its = await page('make=volkswagen&model=golf&year=2012');
    expect(its).toMatchObject({ year: 2012, years: [], parts: some(2) });
    expect(its.rows.map(({ _id }) => _id)).toEqual([filter, disc]);
    const early = await page('make=volkswagen&model=golf&year=2010');
    expect(early.rows.map(({ _id }) => _id)).toEqual([disc]);
    const braking = await page('make=volkswagen&model=golf&year=2012&category=braking');
    expect(braking).toMatchObject({ category: { slug: 'braking' }, parts: some(1) });
    expect(braking.rows).toEqual([
      (await shop.request('GET', '/api/parts')).body.find(
        ({ _id }: { _id: string }) => _id === disc,
      ),
    ]);
    expect(braking.categories).toHaveLength(2);
    const { body: all } = await shop.request('GET', '/api/categories');
    const inOrder = all.map(({ id }: { id: string }) => id);
    const shelves = braking.categories.map(({ id }) => id);
    expect(shelves).toEqual(inOrder.filter((id: string) => shelves.includes(id)));
  });

  test('are asked for in three trips: makes and categories, models, parts', async () => {
    await page('make=volkswagen');
    const trips = await recordTrips(() => page('make=volkswagen&model=golf&year=2012'));
    expect(trips.map((trip) => trip.length)).toEqual([2, 1, 1]);
  });

  test.each([
    ['make=VW', 'volkswagen'],
    ['make=Volks+Wagen&model=golf', 404],
    ['make=vw&model=GOLF&year=2012&category=Braking', 'volkswagen/golf/2012/braking'],
    ['make=%C5%A0koda&model=octavia', 'skoda/octavia'],
    ['make=chrysler&model=Town+%26+Country', 'chrysler/town-and-country'],
    ['make=chrysler&model=town_and-country&year=2008', 'chrysler/town-and-country/2008'],
    ['make=volkswagen&model=golf&year=2014', 404],
    ['make=volkswagen&model=golf&year=2012&category=lighting', 404],
    ['make=volkswagen&model=golf&year=2010&category=filters', 404],
    ['make=volkswagen&model=golf&year=2012&category=no-such-shelf', 404],
    ['make=volkswagen&model=passat', 404],
    ['make=volkswagen&model=golf&year=1899', 404],
    ['make=volkswagen&model=golf&year=12.5', 404],
    ['make=no-such-make', 404],
    ['make=%3C%3E', 404],
    ['make=constructor&model=__proto__', 404],
    ['model=golf', 422],
    ['make=volkswagen&year=2012', 422],
    ['make=volkswagen&model=golf&category=braking', 422],
    ['make=', 422],
  ])('%s is the page %s', async (query, expected) => {
    const { status, body } = await shop.request('GET', `/api/vehicle-pages?${query}`);
    const { make, model, year, category } = body;
    const steps = [make?.slug, model?.slug, year, category?.slug];
    expect(status === 200 ? steps.filter(Boolean).join('/') : status).toBe(expected);
  });

  test('show other names that admins explained, and a Rabbit of some years as the Golf that it is', async () => {
    const old = await parts.added({ fitments: [{ ...golf, yearFrom: 2007, yearTo: 2008 }] });
    const name = { make: 'Vauxhall', model: 'Astra VI', meansMake: 'Škoda', meansModel: 'Octavia' };
    const octavia = { make: 'Škoda', model: 'Octavia', yearFrom: 2013, yearTo: 2020 };
    const add = (address: string, body: object) =>
      shop.request('POST', `/api/admin/${address}`, { as: parts.admin, body });
    expect((await add('vehicles', octavia)).status).toBe(200);
    expect((await add('vehicle-names', name)).status).toBe(200);
    expect(await page('make=vauxhall&model=astra-vi')).toMatchObject({
      make: { slug: 'skoda' },
      model: { slug: 'octavia' },
    });
    expect(await page('make=vw&model=rabbit&year=2008')).toMatchObject({
      model: { slug: 'golf' },
      year: 2008,
      parts: some(1),
    });
    expect(await statusOf('make=vw&model=rabbit&year=2012')).toBe(404);
    await archive(old, shop.clock.now());
  });

  test('take spellings of the same name together, and show the one that is known', async () => {
    const id = await parts.added({ fitments: [] });
    await sql`insert into fitments (part_id, make, model, year_from, year_to) values
      (${id}, 'vw', 'golf', 2011, 2011), (${id}, 'HOLDEN', 'Commodore', 2001, 2002), (${id}, 'Holden', 'Commodore', 2003, 2003)`.execute(
      shop.db,
    );
    expect(await page('make=volkswagen&model=golf&year=2011')).toMatchObject({
      make: { name: 'Volkswagen' },
      parts: some(2),
    });
    expect((await page('make=holden&model=commodore')).years).toEqual([2003, 2002, 2001]);
    expect((await page('')).makes.filter(({ slug }) => /holden|vw|volks/.test(slug))).toHaveLength(
      2,
    );
    await archive(id, shop.clock.now());
  });

  test('that no part on sale is for are gone with their links, and come back with it', async () => {
    await archive(filter, shop.clock.now());
    expect((await page('')).makes).toEqual([named('Volkswagen')]);
    expect(await statusOf('make=skoda')).toBe(404);
    expect(await statusOf('make=skoda&model=octavia')).toBe(404);
    expect((await page('make=volkswagen&model=golf')).years).toEqual([2012, 2011, 2010]);
    expect(await statusOf('make=volkswagen&model=golf&year=2013')).toBe(404);
    await archive(filter, null);
    expect(await statusOf('make=skoda&model=octavia')).toBe(200);
  });
});
