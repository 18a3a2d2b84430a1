import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEngine, engineText, readEngine } from '#contract/engine-rules.ts';
import { claimKey } from '#contract/fit-rules.ts';
import type { Claim } from '#contract/fit-votes.ts';
import {
  type ChosenToTry,
  someChosen,
  someFitments,
  someType,
  stateByTrying,
  type World,
} from '#test/fit-oracle.ts';
import {
  claimsMadeBy,
  fitOf,
  type VehicleToFit,
  type FittedPart,
  type Vehicles,
} from './fit-of.ts';

/** Two makes with two models each; the Twin was sold as Double until 2002, and in 2004. */
const makes = ['Alfa', 'Beta'];
const models = ['Uno', 'Twin'];
const vehicles: Vehicles = {
  otherNamesOf: (_, model) => {
    const other = { Twin: 'Double', Double: 'Twin' }[model];
    const years = [
      { from: 1990, to: 2002 },
      { from: 2004, to: 2004 },
    ];
    return other === undefined ? [] : years.map((its) => ({ model: other, ...its }));
  },
  hasMake: (make) => makes.includes(make),
  hasModel: (make, model) => makes.includes(make) && [...models, 'Double'].includes(model),
};

/** The names of a model in one year, said once more. */
const namesIn = (model: string, year: number) =>
  ['Twin', 'Double'].includes(model) && (year < 2003 || year === 2004)
    ? ['Twin', 'Double']
    : [model];

const unbound = { position: '', note: '' } as const;
const golf: Claim = {
  make: 'Alfa',
  model: 'Uno',
  yearFrom: 2001,
  yearTo: 2004,
  engine: '',
  ...unbound,
};
const uno: VehicleToFit = { make: 'Alfa', model: 'Uno', year: 2002, engine: anyEngine };
const diesel = readEngine('2.0 diesel') ?? anyEngine;
const of = (fitments: readonly Claim[], fit: FittedPart['fit'] = 'vehicle'): FittedPart => ({
  fit,
  fitments,
});

test.each<[string, FittedPart, VehicleToFit, string]>([
  ['a universal part', of([], 'universal'), uno, 'fits: Fits any vehicle.'],
  ['a part by size', of([], 'size'), uno, 'check: Chosen by its measures, not by a vehicle.'],
  [
    'a part that names no vehicle',
    of([]),
    uno,
    'check: No vehicle is named yet. Compare the numbers and measures.',
  ],
  [
    'a part without a type',
    of([], null),
    uno,
    'check: No vehicle is named yet. Compare the numbers and measures.',
  ],
  ['its vehicle', of([golf]), uno, 'fits: Fits Alfa Uno 2001–2004.'],
  [
    'its vehicle with engine and place',
    of([{ ...golf, engine: '2.0', position: 'front' }]),
    { ...uno, engine: diesel },
    'fits: Fits Alfa Uno 2001–2004, 2.0 diesel, front.',
  ],
  ['other years', of([golf]), { ...uno, year: 2005 }, 'does not fit: 2001–2004 only.'],
  ['no year chosen', of([golf]), { ...uno, year: null }, 'check: 2001–2004 only: choose the year.'],
  ['no model chosen', of([golf]), { ...uno, model: null }, 'check: Choose the model.'],
  [
    'another model',
    of([golf]),
    { ...uno, model: 'Twin' },
    'does not fit: Not listed for this vehicle.',
  ],
  [
    'no engine chosen',
    of([{ ...golf, engine: '2.0 diesel' }]),
    uno,
    'check: 2.0 diesel only: choose the engine.',
  ],
  [
    'another engine',
    of([
      { ...golf, engine: 'petrol' },
      { ...golf, engine: '1.6 diesel' },
    ]),
    { ...uno, engine: diesel },
    'does not fit: petrol or 1.6 diesel only.',
  ],
  [
    'petrol for a flex engine',
    of([{ ...golf, engine: '2.0 petrol' }]),
    { ...uno, engine: { ...diesel, fuel: 'flex' } },
    'check: 2.0 petrol only: flex engines burn petrol, too.',
  ],
  [
    'petrol for a plug-in hybrid',
    of([{ ...golf, engine: '2.0 petrol' }]),
    { ...uno, engine: { ...diesel, fuel: 'electric' } },
    'check: 2.0 petrol only: plug-in hybrids burn petrol, too.',
  ],
  [
    'petrol for an electric motor',
    of([{ ...golf, engine: 'petrol' }]),
    { ...uno, engine: { ...anyEngine, fuel: 'electric' } },
    'does not fit: petrol only.',
  ],
  [
    'petrol for a flex engine of which not enough is chosen',
    of([{ ...golf, engine: 'V6 petrol' }]),
    { ...uno, engine: { ...diesel, fuel: 'flex' } },
    'check: V6 petrol only: choose the engine.',
  ],
  [
    'a condition',
    of([{ ...golf, note: 'with air conditioning' }]),
    uno,
    'check: Only with air conditioning.',
  ],
  [
    'a vehicle under another name',
    of([{ ...golf, model: 'Double' }]),
    { ...uno, model: 'Twin' },
    'fits: Fits Alfa Double 2001–2004.',
  ],
  [
    'a vehicle that nobody knows',
    of([{ ...golf, make: 'Gamma', model: 'Uno' }]),
    uno,
    'check: We do not know the vehicle Gamma Uno yet.',
  ],
  [
    'an unknown model of another make',
    of([{ ...golf, make: 'Beta', model: 'Tri' }]),
    uno,
    'does not fit: Not listed for this vehicle.',
  ],
  [
    'another engine of a vehicle that nobody knows',
    of([{ ...golf, model: 'Tri', engine: 'petrol' }]),
    { ...uno, model: 'Tri', engine: diesel },
    'check: We do not know the vehicle Alfa Tri yet.',
  ],
])('%s', (_, part, vehicle, said) => {
  const { state, reason } = fitOf(part, vehicle, vehicles);
  expect(`${state}: ${reason}`).toBe(said);
});

const years = { first: 2001, last: 2005 };
const fitments = someFitments([...makes, 'Gamma'], [...models, 'Double', 'Tri'], years);
const chosen = someChosen([...makes, 'Gamma'], [...models, 'Tri'], { first: 2000, last: 2006 });
const world: World = {
  makes,
  models: [...models, 'Double'],
  namesIn,
  years: [2000, 2001, 2002, 2003, 2004, 2005, 2006],
};

/** Of each claim nobody, a few who confirm it, exactly 90 %, or fewer. */
const saidOfEach = fc.array(
  fc.constantFrom<readonly [yes: number, no: number]>(
    [0, 0],
    [3, 1],
    [9, 1],
    [8, 1],
    [0, 4],
    [17, 2],
  ),
  { minLength: 4, maxLength: 4 },
);

/** The fitments that buyers contradict stand for a check at most, as those with a condition do. */
function byTryingWithVotes(part: FittedPart, vehicle: ChosenToTry, said: Said): string {
  const doubted = (at: number) => {
    const [yes, no] = said[at] ?? [0, 0];
    return yes + no >= 5 && yes / (yes + no) < 0.9;
  };
  if (part.fitments.length === 0) return part.fit === 'universal' && !doubted(0) ? 'fits' : 'check';
  const rows = part.fitments.map((one, at) => (doubted(at) ? { ...one, note: 'doubted' } : one));
  return stateByTrying({ ...part, fitments: rows }, vehicle, world);
}

type Said = readonly (readonly [yes: number, no: number])[];

test('the state is what trying every vehicle that it may be says, and what buyers say of it, for 20,000 parts and vehicles', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(someType, fitments, chosen, saidOfEach, (type, given, vehicle, said) => {
      const rows = [...new Map(given.map((one) => [claimKey(one), one])).values()];
      const claims = claimsMadeBy(of(rows, type)).map((one, at) => {
        const [yes, no] = said[at] ?? [0, 0];
        return { ...one, yes, no, changes: 0 };
      });
      const part = { ...of(rows, type), claims };
      const { state } = fitOf(part, vehicle, vehicles);
      seen.set(state, (seen.get(state) ?? 0) + 1);
      expect([state, engineText(vehicle.engine)]).toEqual([
        byTryingWithVotes(part, vehicle, said),
        engineText(vehicle.engine),
      ]);
    }),
    { numRuns: 20_000 },
  );
  // None of them is rare.
  for (const state of ['fits', 'does not fit', 'check'])
    expect(seen.get(state)).toBeGreaterThan(500);
});
