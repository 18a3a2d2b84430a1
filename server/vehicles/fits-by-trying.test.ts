import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimKey } from '#contract/fit-rules.ts';
import type { PartFit } from '#contract/fit.ts';
import type { Claim } from '#contract/fit-votes.ts';
import {
  type ChosenToTry,
  someChosen,
  someFitments,
  someType,
  stateByTrying,
  type World,
} from '#test/fit-oracle.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

/** The Golf was sold as Rabbit from 2007 to 2009. */
const namesIn = (model: string, year: number) =>
  ['Golf', 'Rabbit'].includes(model) && year >= 2007 && year <= 2009 ? ['Golf', 'Rabbit'] : [model];

const makes = ['Volkswagen'];
const models = ['Golf', 'Rabbit', 'Jetta'];
const years = { first: 2003, last: 2012 };
const world: World = {
  makes,
  models,
  namesIn,
  years: Array.from({ length: 12 }, (_, at) => 2002 + at),
};

const typesByFit = {
  vehicle: 'brake-disc',
  engine: 'oil-filter-spin-on',
  universal: 'oil-drain-plug',
  size: 'tyre',
} as const;

/** One of which each state can be said, whatever the others are: fits anything, says nothing, and is of one vehicle. */
const ofEachState: readonly [Parameters<typeof stateByTrying>[0]['fit'], Claim[]][] = [
  ['universal', []],
  [null, []],
  [
    'vehicle',
    [
      {
        make: 'Volkswagen',
        model: 'Jetta',
        yearFrom: 2003,
        yearTo: 2003,
        engine: '',
        position: '',
        note: '',
      },
    ],
  ],
];

let shop: TestShop;
const parts = new Map<string, Parameters<typeof stateByTrying>[0]>();

beforeAll(async () => {
  shop = await startShop();
  const editor = await partEditor(shop, 'TRY');
  const fitments = someFitments([...makes, 'Gamma'], [...models, 'Tri'], years);
  for (const [fit, given] of [...ofEachState, ...fc.sample(fc.tuple(someType, fitments), 37)]) {
    const rows = [...new Map(given.map((one) => [claimKey(one), one])).values()];
    const type = fit && { type: typesByFit[fit], attributes: {} };
    const id = await editor.added({ fitments: rows, ...type });
    parts.set(id, { fit, fitments: rows });
  }
});
afterAll(() => shop.close());

/** As the browser asks; a row of nobody knows how many cylinders has no text. */
function queryOf({ make, model, year, engine }: ChosenToTry): string {
  const { litres, cylinders, layout, fuel } = engine;
  const block = cylinders === null ? layout : `${layout ?? ''}${cylinders}`;
  const words = [litres?.toFixed(1), layout === null && cylinders ? `${block}-cylinder` : block];
  const query = new URLSearchParams({
    make,
    model: model ?? '',
    year: String(year ?? ''),
    engine: [...words, fuel].filter(Boolean).join(' '),
  });
  for (const id of parts.keys()) query.append('ids', id);
  return query.toString();
}

test('the shop says of its parts what trying every vehicle that it may be says, for 2,400 parts and vehicles', async () => {
  const chosen = someChosen(makes, models, years).map((one) => {
    const { layout, cylinders } = one.engine;
    const isNoText = layout === 'L' && cylinders === null;
    return isNoText ? { ...one, engine: { ...one.engine, layout: null } } : one;
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(chosen, async (vehicle) => {
      const { body } = await shop.request('GET', `/api/fits?${queryOf(vehicle)}`);
      const said = new Map((body as PartFit[]).map(({ partId, state }) => [partId, state]));
      const expected = [...parts].map(([id, part]) => [id, stateByTrying(part, vehicle, world)]);
      expect(said).toEqual(new Map(expected as [string, PartFit['state']][]));
      for (const state of said.values()) seen.add(state);
    }),
    { numRuns: 60 },
  );
  expect([...seen].toSorted()).toEqual(['check', 'does not fit', 'fits']);
});
