import { expect, test } from 'vitest';
import {
  chooserOf,
  chooserStep,
  noVehicles,
  optionsOf,
  vehicleIn,
  type ChooserEvent,
  type ChooserField,
} from './chooser-state.ts';

const start = { ...noVehicles, makes: ['Audi', 'Volkswagen'], years: [2016, 2015] };
const chose = (field: ChooserField, value: string): ChooserEvent => ({
  kind: 'chose',
  field,
  value,
});
const listed = (lists: object): ChooserEvent => ({
  kind: 'listed',
  lists: { ...noVehicles, ...lists },
});
const after = (...events: ChooserEvent[]) =>
  events.reduce(chooserStep, chooserOf(undefined, start));

test('a make brings its models and years, and can still be changed for any other', () => {
  const state = after(
    chose('make', 'Audi'),
    listed({ makes: ['Audi'], models: ['A3'], years: [2015] }),
  );
  expect(state.lists).toEqual({ ...noVehicles, makes: start.makes, models: ['A3'], years: [2015] });
  expect(vehicleIn(state)).toEqual({ make: 'Audi' });
});

test('who begins with a year keeps it through makes and models, and all years to change it', () => {
  const state = after(
    chose('year', '2016'),
    listed({ makes: ['Audi'], years: [2016, 2015] }),
    chose('make', 'Audi'),
    listed({ makes: ['Audi', 'Volkswagen'], models: ['A3'], years: [2016] }),
    chose('make', 'Audi'),
  );
  expect(vehicleIn(state)).toEqual({ make: 'Audi', year: 2016 });
  expect(optionsOf(state, 'make')).toEqual(['Audi']);
  expect(optionsOf(state, 'year')).toEqual([2016, 2015]);
});

test('a change takes back what was chosen after it, at once', () => {
  const whole = after(
    chose('make', 'Audi'),
    listed({ models: ['A3'], years: [2015] }),
    chose('model', 'A3'),
    chose('year', '2015'),
    listed({ engines: ['2.0'] }),
    chose('engine', '2.0'),
  );
  expect(vehicleIn(whole)).toEqual({ make: 'Audi', model: 'A3', year: 2015, engine: '2.0' });
  const other = chooserStep(whole, chose('make', 'Volkswagen'));
  expect(vehicleIn(other)).toEqual({ make: 'Volkswagen' });
  expect(optionsOf(other, 'model')).toEqual([]);
  expect(vehicleIn(chooserStep(whole, chose('model', '')))).toEqual({ make: 'Audi' });
  expect(vehicleIn(chooserStep(whole, chose('make', '')))).toBeUndefined();
});

test('only what changes the lists asks for them', () => {
  const one = after(chose('make', 'Audi'));
  expect(one.asked).toBe(1);
  expect(chooserStep(one, chose('engine', '2.0')).asked).toBe(1);
  expect(chooserStep(one, { kind: 'set', vehicle: { make: 'Audi' }, lists: start }).asked).toBe(1);
  expect(chooserStep(one, { kind: 'set', vehicle: { make: 'Audi' } }).asked).toBe(2);
});

test('a vehicle for which there are no parts is among the choices, too', () => {
  const state = chooserStep(after(), { kind: 'set', vehicle: { make: 'Fiat', year: 1999 } });
  expect(optionsOf(state, 'make')).toEqual(['Audi', 'Volkswagen', 'Fiat']);
  expect(optionsOf(state, 'year')).toEqual(['1999']);
});

test('a vehicle that comes from elsewhere has its own models and years', () => {
  const before = after(
    chose('make', 'Audi'),
    listed({ makes: ['Audi', 'Volkswagen'], models: ['A3', 'A4'], years: [2016, 2015] }),
    chose('model', 'A3'),
    chose('year', '2015'),
  );
  const vehicle = { make: 'Volkswagen', model: 'Golf', year: 2003 };
  const now = { makes: ['Audi', 'Volkswagen'], models: ['Golf', 'Polo'], years: [2004, 2003] };
  const state = [{ kind: 'set', vehicle } as const, listed(now)].reduce(chooserStep, before);
  expect(optionsOf(state, 'make')).toEqual(now.makes);
  expect(optionsOf(state, 'model')).toEqual(now.models);
  expect(optionsOf(state, 'year')).toEqual(now.years);
});

test('that the choices cannot be had is known until they are', () => {
  const failed = after(chose('make', 'Audi'), { kind: 'failed' });
  expect(failed.hasFailed).toBe(true);
  expect(chooserStep(failed, listed({})).hasFailed).toBe(false);
});
