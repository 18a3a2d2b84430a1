import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { anyEngine, meets, readEngine } from '#contract/engine-rules.ts';
import type { Fitment } from '#contract/part-lists.ts';
import type { FoundPart, SearchAnswer } from '#contract/search.ts';
import { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

type Stored = Pick<Fitment, 'make' | 'model' | 'yearFrom' | 'yearTo' | 'engine' | 'note'>;
interface MadePart {
  readonly type?: 'brake-disc' | 'engine-oil' | 'oil-filter-spin-on';
  readonly brand: string;
  readonly price: number;
  readonly fitments: readonly Stored[];
}

const models = [
  ['Volkswagen', 'Golf'],
  ['Volkswagen', 'Rabbit'],
  ['Volkswagen', 'Polo'],
  ['Ford', 'Focus'],
  ['Trabant', '601'],
] as const;
const engineTexts = [
  '',
  'diesel',
  '2.0 L4 petrol',
  '2.0 diesel',
  '2.5 L5 petrol',
  'V6',
  '2.0 electric',
  'electric',
];
const year = fc.integer({ min: 2003, max: 2012 });
const fitment: fc.Arbitrary<Stored> = fc
  .record({
    named: fc.constantFrom(...models),
    years: fc.tuple(year, year),
    engine: fc.constantFrom('', '', ...engineTexts),
    note: fc.constantFrom('', '', 'with sport brakes'),
  })
  .map(({ named: [make, model], years: [one, other], engine, note }) => ({
    make,
    model,
    yearFrom: Math.min(one, other),
    yearTo: Math.max(one, other),
    engine,
    note,
  }));
const keyOf = ({ make, model, yearFrom, engine, note }: Stored) =>
  [make, model, yearFrom, engine, note].join('\n');
const part: fc.Arbitrary<MadePart> = fc.record({
  type: fc.constantFrom('brake-disc', 'engine-oil', 'oil-filter-spin-on'),
  brand: fc.constantFrom('Brakkenfeld', 'Tarnholm'),
  price: fc.constantFrom(5, 10, 20),
  fitments: fc.uniqueArray(fitment, { selector: keyOf, maxLength: 3 }),
});
const chosen: fc.Arbitrary<ChosenVehicle> = fc
  .record({
    named: fc.constantFrom(...models, ['VW', 'Golf'], ['volkswagen', 'golf'], ['Skoda', 'Fabia']),
    has: fc.record({ model: fc.boolean(), year: fc.boolean(), engine: fc.boolean() }),
    year,
    engine: fc.constantFrom(...engineTexts.slice(1), '2.0 L4 diesel'),
  })
  .map(({ named: [make, model], has, ...its }) => ({
    make,
    ...(has.model && { model }),
    ...(has.year && { year: its.year }),
    ...(has.engine && { engine: its.engine }),
  }));
const narrowing = fc.constantFrom(
  {},
  { type: 'brake-disc' },
  { category: 'fluids' },
  { type: 'engine-oil' },
  { brand: 'Tarnholm' },
  { brand: 'Tarnholm', type: 'engine-oil' },
  { priceTo: '10' },
  { stock: 'yes', category: 'braking' },
  { q: 'disc' },
  { q: 'oil' },
);
const sort = fc.constantFrom('newest', 'price', '-price', 'name');

const vehicles = new ShopVehicles([], []);

/** Whether a part is of the list of a vehicle, said anew. */
function isListed({ type, fitments }: MadePart, { make, model, ...its }: ChosenVehicle): boolean {
  if (fitments.length === 0) return type === 'engine-oil';
  const named = vehicles.named(make, model ?? '');
  const engine = readEngine(its.engine ?? '') ?? anyEngine;
  return fitments.some((one) => {
    const years = [];
    for (let at = one.yearFrom; at <= one.yearTo; at += 1)
      if (its.year === undefined || its.year === at) years.push(at);
    const isNamed = (at: number) =>
      model === undefined || vehicles.namesOf(named.make, named.model, at).includes(one.model);
    const isModel = one.make === named.make && years.some(isNamed);
    return isModel && meets(engine, readEngine(one.engine) ?? anyEngine) !== 'no';
  });
}

describe.each(engines)('lists with a vehicle on the %s database', (database) => {
  let shop: TestShop;
  const made = new Map<string, MadePart>();
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(database) });
    const parts = await partEditor(shop, 'FIT');
    const samples = fc.sample(part, { numRuns: 70, seed: 13 });
    for (const [place, one] of samples.entries()) {
      const name = `${one.type === 'brake-disc' ? 'Brake disc' : 'Oil thing'} ${place % 7}`;
      const { brand } = one;
      const inStock = place % 3 === 0 ? 0 : 1000;
      made.set(await parts.added({ ...one, brand, name, inStock, orderQuantity: 100 }), one);
    }
  }, 120_000);
  afterAll(() => shop.close());

  async function ask(query: object): Promise<SearchAnswer> {
    const fields = new URLSearchParams(query as Record<string, string>);
    const { status, body } = await shop.request('GET', `/api/search?${fields.toString()}`);
    expect(status).toBe(200);
    return body as SearchAnswer;
  }

  /** All rows of a list, page by page. */
  async function listed(query: object, limit: number): Promise<FoundPart[]> {
    const rows: FoundPart[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await ask({ ...query, limit, page });
      rows.push(...answer.rows);
      if (!answer.hasNext) return rows;
      expect(answer.rows).toHaveLength(limit);
    }
  }

  const ids = (rows: readonly FoundPart[]) => rows.map(({ _id }) => _id);

  test('have what the vehicle does not exclude, and before all others where others stay', async () => {
    await fc.assert(
      fc.asyncProperty(
        chosen,
        narrowing,
        sort,
        fc.integer({ min: 1, max: 30 }),
        async (vehicle, narrow, order, limit) => {
          const all = ids(await listed({ ...narrow, sort: order }, 100));
          const only = await ask({ ...narrow, ...vehicle, sort: order, limit: 100 });
          const expected = all.filter((id) => isListed(made.get(id)!, vehicle));
          expect(ids(only.rows)).toEqual(expected);
          const count = { count: expected.length, more: false };
          expect(only).toMatchObject({ total: count, fitting: count });
          const first = await listed({ ...narrow, ...vehicle, fit: 'first', sort: order }, limit);
          expect(ids(first)).toEqual([...expected, ...all.filter((id) => !expected.includes(id))]);
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  test('say of each part whether it fits, and count everything that they have', async () => {
    const vehicle = { make: 'Volkswagen', model: 'Golf', year: '2008', engine: '2.0 L4 petrol' };
    const plain = await ask({});
    const only = await ask(vehicle);
    const first = await ask({ ...vehicle, fit: 'first' });
    expect(plain).toMatchObject({ fitting: null });
    expect(plain.rows[0]).not.toHaveProperty('fit');
    expect(first).toMatchObject({ total: plain.total, facets: plain.facets, fitting: only.total });
    expect(only.facets.inStock).toBeLessThan(plain.facets.inStock);
    for (const { rows } of [only, first]) {
      const asked = new URLSearchParams(vehicle);
      for (const { _id } of rows) asked.append('ids', _id);
      const { body } = await shop.request('GET', `/api/fits?${asked.toString()}`);
      const fits = new Map(
        (body as { partId: string }[]).map(({ partId, ...fit }) => [partId, fit]),
      );
      expect(rows.map(({ fit }) => fit)).toEqual(rows.map(({ _id }) => fits.get(_id)));
    }
  });

  test('count their facets by the parts that they have, also without each chosen one', async () => {
    const vehicle = { make: 'Volkswagen', model: 'Golf', year: '2008' };
    const chosenBrand = { brand: 'Tarnholm', stock: 'yes' };
    const only = await ask({ ...vehicle, ...chosenBrand });
    expect(only.facets.brands).toEqual((await ask({ ...vehicle, stock: 'yes' })).facets.brands);
    expect(only.facets.inStock).toBe((await ask({ ...vehicle, brand: 'Tarnholm' })).facets.inStock);
    const first = await ask({ ...vehicle, ...chosenBrand, fit: 'first' });
    expect(first.facets).toEqual((await ask(chosenBrand)).facets);
  });
});
