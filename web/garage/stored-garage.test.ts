import { expect, test } from 'vitest';
import { parseGarage } from './stored-garage.ts';

const golf = { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '2.0 L4 diesel', name: '' };

test('what was stored is read as it was', () => {
  const list = [golf, { make: 'Ford', model: 'Transit', name: 'Van 3' }, { make: 'BMW', name: '' }];
  expect(parseGarage(JSON.stringify(list))).toEqual(list);
});

test.each([null, '', 'no JSON', '7', '{}', '{"make":"BMW"}', '[null,7,"BMW",[],{}]'])(
  'nothing is read from %j',
  (raw) => {
    expect(parseGarage(raw)).toEqual([]);
  },
);

test.each([
  ['without a make', { make: '' }],
  ['with a year before cars', { year: 1700 }],
  ['with an engine that is none', { engine: 'loud' }],
  ['with a VIN as its model', { model: '1HGCM82633A004352' }],
  ['of two lines', { make: 'BMW\nX5' }],
])('a vehicle %s is left out', (_what, change) => {
  expect(parseGarage(JSON.stringify([{ ...golf, ...change }, golf]))).toEqual([golf]);
});

test.each([7, '1HGCM82633A004352', 'a\nb', undefined])('a name that is none: %j', (name) => {
  expect(parseGarage(JSON.stringify([{ ...golf, name }]))).toEqual([golf]);
});

test('a vehicle is there once, whatever its letters, and there are fifty at most', () => {
  expect(parseGarage(JSON.stringify([golf, { ...golf, make: 'VOLKSWAGEN' }]))).toHaveLength(1);
  const many = Array.from({ length: 60 }, (_, at) => ({ ...golf, year: 1950 + at }));
  expect(parseGarage(JSON.stringify(many))).toHaveLength(50);
});
