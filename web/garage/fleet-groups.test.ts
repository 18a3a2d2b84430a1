import { expect, test } from 'vitest';
import type { VinLine, VinVehicle } from '#contract/vin-calls.ts';
import { fleetAnswer, linesInWords } from './fleet-groups.ts';

const transit: VinVehicle = {
  make: 'Ford',
  model: 'Transit',
  year: 2018,
  body: 'Cargo Van',
  engine: '3.7 V6 petrol',
};
const of = (line: number, ...vehicles: VinVehicle[]): VinLine => ({
  line,
  vehicles,
  hasCheckDigit: true,
  problem: null,
});
const none = (line: number, problem: VinLine['problem']): VinLine => ({
  line,
  vehicles: [],
  hasCheckDigit: false,
  problem,
});
const words = (lines: VinLine[]) =>
  fleetAnswer(lines).groups.map(({ vehicle, lines: its }) => [Object.values(vehicle), its]);

test('the same vehicle is one group, whatever its body, the most frequent first', () => {
  const golf = { ...transit, make: 'Volkswagen', model: 'Golf', engine: null };
  const lines = [of(1, golf), of(2, transit), of(3, { ...transit, body: 'Wagon' })];
  expect(words(lines)).toEqual([
    [
      ['Ford', 'Transit', 2018, '3.7 V6 petrol'],
      [2, 3],
    ],
    [['Volkswagen', 'Golf', 2018], [1]],
  ]);
  expect(fleetAnswer(lines).notes).toEqual([]);
});

test('of several vehicles a line counts as what they have in common', () => {
  expect(words([of(1, transit, { ...transit, engine: '3.5 V6 petrol' })])).toEqual([
    [['Ford', 'Transit', 2018], [1]],
  ]);
  expect(words([of(1, transit, { ...transit, model: 'Transit Connect' })])).toEqual([
    [['Ford', 2018], [1]],
  ]);
  expect(fleetAnswer([of(7, transit, { ...transit, make: 'Mercury' })])).toEqual({
    groups: [],
    notes: ['It may be a vehicle of several makes in line 7.'],
  });
});

test('what is wrong is said by reason and line', () => {
  const lines = [
    ...[1, 4, 5].map((line) => none(line, 'no_vin')),
    none(2, 'wrong_letter'),
    none(3, 'unknown'),
    { ...of(6, transit), hasCheckDigit: false },
  ];
  expect(fleetAnswer(lines).notes).toEqual([
    'No VIN in lines 1, 4, 5.',
    'A VIN never has I, O or Q: compare it with the papers in line 2.',
    'We know no vehicle by the VIN in line 3.',
    'The check digit is not right, which is a slip or a vehicle from outside North America, in line 6.',
  ]);
});

test('lines that follow one another are a span', () => {
  expect(linesInWords([3])).toBe('line 3');
  expect(linesInWords([3, 3])).toBe('line 3');
  expect(linesInWords([1, 2, 5, 6, 7, 9])).toBe('lines 1, 2, 5–7, 9');
});
