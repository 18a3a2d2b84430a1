import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { minuteMs } from '#contract/durations.ts';
import type { Vehicles } from '#contract/parts.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

describe.each(engines)('vehicles to choose from, on the %s database', (engine) => {
  let shop: TestShop;
  let parts: Awaited<ReturnType<typeof partEditor>>;

  const fitment = (make: string, model: string, yearFrom: number, yearTo: number) => ({
    make,
    model,
    yearFrom,
    yearTo,
  });

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    parts = await partEditor(shop, 'OFF');
    await parts.added({
      fitments: [
        fitment('Volkswagen', 'Golf', 2016, 2018),
        { ...fitment('Volkswagen', 'Golf', 2016, 2020), engine: '2.0 petrol' },
        fitment('Volkswagen', 'Golf', 2023, 2023),
        fitment('Volkswagen', 'Jetta', 2019, 2020),
      ],
    });
    await parts.added({ fitments: [fitment('Audi', 'A4', 2004, 2005)] });
  });
  afterAll(() => shop.close());

  const offered = async (query = ''): Promise<Vehicles> => {
    const { status, body } = await shop.request('GET', `/api/vehicles?${query}`);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };

  /** The years are kept a hundred times as long as reading them took, a minute at most; by this clock reading takes no time. */
  const stopClock = () =>
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * minuteMs);

  test('begin with the makes and the years of all parts', async () => {
    expect(await offered()).toEqual({
      makes: ['Audi', 'Volkswagen'],
      models: [],
      years: [2023, 2020, 2019, 2018, 2017, 2016, 2005, 2004],
      engines: [],
    });
    expect(await offered('make=&model=&year=')).toEqual(await offered());
  });

  test('go on from a make to its models and years, from a model to its years', async () => {
    expect(await offered('make=Volkswagen')).toEqual({
      makes: ['Audi', 'Volkswagen'],
      models: ['Golf', 'Jetta'],
      years: [2023, 2020, 2019, 2018, 2017, 2016],
      engines: [],
    });
    expect(await offered('make=Volkswagen&model=Jetta')).toMatchObject({
      models: ['Golf', 'Jetta'],
      years: [2020, 2019],
    });
    expect(await offered('make=Fiat')).toMatchObject({ models: [], years: [] });
  });

  test('go on from a year to its makes, and of one of these to its models in that year', async () => {
    expect((await offered('year=2005')).makes).toEqual(['Audi']);
    expect((await offered('year=2019')).makes).toEqual(['Volkswagen']);
    expect((await offered('year=2022')).makes).toEqual([]);
    expect(await offered('make=Volkswagen&year=2017')).toMatchObject({
      makes: ['Audi', 'Volkswagen'],
      models: ['Golf'],
      years: [2023, 2020, 2019, 2018, 2017, 2016],
    });
  });

  test('end with the engines that are known and that some part takes', async () => {
    const enginesOf = async (year: number) =>
      (await offered(`make=Volkswagen&model=Golf&year=${year}`)).engines;
    expect(await enginesOf(2017)).toEqual(['1.8 4-cylinder petrol', '2.0 4-cylinder petrol']);
    expect(await enginesOf(2019)).toEqual(['2.0 4-cylinder petrol']);
    // It was built in this year, too, but no part is for it.
    expect(await enginesOf(2021)).toEqual([]);
    expect((await offered('make=Volkswagen&model=Golf')).engines).toEqual([]);
  });

  test('go on from a model and its year to the models of the make in that year', async () => {
    const modelsOf = async (query: string) => (await offered(`make=Volkswagen&${query}`)).models;
    expect(await modelsOf('model=Golf&year=2017')).toEqual(['Golf']);
    expect(await modelsOf('model=Jetta&year=2017')).toEqual(['Golf']);
    expect(await modelsOf('model=Jetta&year=2019')).toEqual(['Golf', 'Jetta']);
    expect(await modelsOf('model=Jetta&year=2023')).toEqual(['Golf']);
    expect(await modelsOf('model=Jetta&year=2022')).toEqual([]);
    // Its years are those of the model.
    expect((await offered('make=Volkswagen&model=Jetta&year=2017')).years).toEqual([2020, 2019]);
  });

  test('end with engines of another market, too, for which there are parts', async () => {
    const golf = fitment('Volkswagen', 'Golf', 2012, 2012);
    const id = await parts.added({ fitments: [{ ...golf, engine: '1.9 L4 diesel' }] });
    const its = (await offered('make=Volkswagen&model=Golf&year=2012')).engines;
    expect(its.at(-1)).toBe('1.9 L4 diesel');
    const query = `make=Volkswagen&model=Golf&year=2012&engine=1.9+L4+diesel&ids=${id}`;
    expect((await shop.request('GET', `/api/fits?${query}`)).body).toMatchObject([
      { state: 'fits' },
    ]);
    await parts.remove(id);
  });

  test('may be named by any name of them', async () => {
    const named = await offered('make=vw&model=golf&year=2019');
    expect(named).toEqual(await offered('make=Volkswagen&model=Golf&year=2019'));
  });

  test('are there soon after the first part for them', async () => {
    const clock = stopClock();
    try {
      expect((await offered('year=1999')).makes).toEqual([]);
      await parts.added({ fitments: [fitment('Seat', 'Ibiza', 1999, 1999)] });
      expect((await offered()).makes).toContain('Seat');
      expect((await offered('year=1999')).makes).toEqual(['Seat']);
    } finally {
      clock.mockRestore();
    }
  });

  test('name nothing that only parts which are off sale are for', async () => {
    const fabia = (yearTo: number) => fitment('Skoda', 'Fabia', 2001, yearTo);
    const longer = await parts.added({
      fitments: [fabia(2004), { ...fabia(2002), engine: '1.2 L3 petrol' }],
    });
    const shorter = await parts.added({ fitments: [fabia(2002)] });
    const octavia = await parts.added({ fitments: [fitment('Skoda', 'Octavia', 2001, 2003)] });
    const remove = async (id: string) => {
      await parts.remove(id);
      const { models, years, engines: its } = await offered('make=Skoda&model=Fabia&year=2002');
      return [models, years, its];
    };
    const clock = stopClock();
    try {
      expect(await offered('make=Skoda&model=Fabia&year=2002')).toMatchObject({
        models: ['Fabia', 'Octavia'],
        years: [2004, 2003, 2002, 2001],
        engines: ['1.2 L3 petrol'],
      });
      expect(await remove(longer)).toEqual([['Fabia', 'Octavia'], [2002, 2001], []]);
      expect(await remove(octavia)).toEqual([['Fabia'], [2002, 2001], []]);
      expect(await remove(shorter)).toEqual([[], [], []]);
      expect((await offered('make=Skoda')).models).toEqual([]);
      expect((await offered()).makes).not.toContain('Skoda');
    } finally {
      clock.mockRestore();
    }
  });

  test('count on what lies behind the fitments that are looked at', async () => {
    const one = { ...fitment('Tatra', '613', 1990, 1992), engine: '3.5 V8 petrol' };
    await parts.added({ fitments: [one] });
    shop.clock.advance(1000);
    const archived = await parts.added({ fitments: [one] });
    await sql`
      insert into fitments (part_id, make, model, year_from, year_to, engine, note)
      select part_id, make, model, year_from, year_to, engine, 'with ' || n from fitments, generate_series(1, 499) n
        where part_id = ${archived}`.execute(shop.db);
    await parts.remove(archived);
    expect(await offered('make=Tatra&model=613&year=1991')).toMatchObject({
      models: ['613'],
      years: [1992, 1991, 1990],
      engines: [one.engine],
    });
  });

  test.each(['year=1850', 'year=soon', `make=${'x'.repeat(61)}`])('refuses %s', async (query) => {
    const answer = await shop.request('GET', `/api/vehicles?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_input' } });
  });

  test('of which no engine is known end with those that parts demand', async () => {
    const wartburg = fitment('Wartburg', '353', 1980, 1988);
    await parts.added({
      fitments: [wartburg, { ...wartburg, engine: '1.0 L3 petrol' }],
    });
    const { engines: its } = await offered('make=Wartburg&model=353&year=1985');
    expect(its).toEqual(['1.0 L3 petrol']);
  });

  test('lead to parts under the other name that a model had in some years', async () => {
    const demand = { engine: '2.5 petrol' };
    await parts.added({
      fitments: [{ ...fitment('Volkswagen', 'Rabbit', 2007, 2011), ...demand }],
    });
    expect((await offered('make=Volkswagen&model=Golf')).years).toEqual([
      2023, 2020, 2019, 2018, 2017, 2016, 2009, 2008, 2007,
    ]);
    expect((await offered('make=Volkswagen&model=Rabbit')).years).toEqual([
      2011, 2010, 2009, 2008, 2007,
    ]);
    for (const query of ['year=2008', 'model=Golf&year=2008', 'model=Rabbit&year=2008'])
      expect((await offered(`make=Volkswagen&${query}`)).models).toEqual(['Golf', 'Rabbit']);
    expect((await offered('make=Volkswagen&model=Jetta')).models).toEqual([
      'Golf',
      'Jetta',
      'Rabbit',
    ]);
    const its = (await offered('make=Volkswagen&model=Golf&year=2008')).engines;
    expect(its.length).toBeGreaterThan(0);
    expect(its).toEqual((await offered('make=Volkswagen&model=Rabbit&year=2008')).engines);
  });
});
