import { expect, test } from 'vitest';
import { vehicleLines } from '#web/parts/fitting-vehicles.ts';
import { parseDraft } from './order-draft.ts';

test('a stored draft gives back what was typed, and nothing that is not text', () => {
  expect(parseDraft('{"address":"1 Dock Road","phone":"","quantity":"300","extra":"x"}')).toEqual({
    address: '1 Dock Road',
    phone: '',
    quantity: '300',
  });
  expect(parseDraft('{"address":7}')).toEqual({});
  expect(parseDraft('not json')).toEqual({});
  expect(parseDraft('null')).toEqual({});
  expect(parseDraft(null)).toEqual({});
});

test('fitting vehicles are listed by make and model, then by age', () => {
  expect(
    vehicleLines([
      { make: 'Toyota', model: 'Camry', yearFrom: 2018, yearTo: 2024, note: '', source: '' },
      { make: 'Ford', model: 'Focus', yearFrom: 2015, yearTo: 2018, note: '', source: '' },
      { make: 'Ford', model: 'Focus', yearFrom: 2011, yearTo: 2011, note: '', source: '' },
    ]),
  ).toEqual([
    { vehicle: 'Ford Focus', years: '2011', note: '' },
    { vehicle: 'Ford Focus', years: '2015–2018', note: '' },
    { vehicle: 'Toyota Camry', years: '2018–2024', note: '' },
  ]);
});
