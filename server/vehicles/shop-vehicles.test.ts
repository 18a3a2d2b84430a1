import { expect, test } from 'vitest';
import { engineText } from '#contract/engine-rules.ts';
import { knownVehicles } from './known-vehicles.ts';
import { makeNames } from './make-names.ts';
import { ShopVehicles } from './shop-vehicles.ts';

const golf = { make: 'VW', model: 'Golf VI', meansMake: 'Volkswagen', meansModel: 'Golf' };
const octavia = {
  make: 'Škoda',
  model: 'Octavia',
  yearFrom: 2013,
  yearTo: 2020,
  engines: ['2.0 L4 diesel', '1.4 petrol'],
};
const bora = { ...golf, make: 'Volkswagen', model: 'Bora' };
const vehicles = new ShopVehicles([octavia], [golf, bora]);

test.each([
  ['volkswagen', 'GOLF', 'Volkswagen Golf'],
  ['VW', 'golf', 'Volkswagen Golf'],
  ['vw', 'golf vi', 'Volkswagen Golf'],
  ['VW', 'bora', 'Volkswagen Golf'],
  ['chevy', 'impala', 'Chevrolet Impala'],
  ['ŠKODA', 'octavia', 'Škoda Octavia'],
  ['Skoda', 'octavia', 'Škoda Octavia'],
  ['MERCEDES BENZ', 'C Class', 'Mercedes-Benz C-Class'],
  ['ford', 'F 150', 'Ford F-150'],
  ['Mercedes Benz', 'Zonda', 'Mercedes-Benz Zonda'],
  ['Chevy', 'Corsa', 'Chevrolet Corsa'],
  ['Holden', 'Commodore', 'Holden Commodore'],
  ['constructor', '__proto__', 'constructor __proto__'],
])('%s %s is the %s', (make, model, named) => {
  const its = vehicles.named(make, model);
  expect(`${its.make} ${its.model}`).toBe(named);
  // Once more it is the same.
  expect(vehicles.named(its.make, its.model)).toEqual(its);
});

test('makes and models are known under their own names, in any case', () => {
  expect(
    ['Volkswagen', 'volkswagen', 'škoda', 'VW', 'Holden'].map((make) => vehicles.hasMake(make)),
  ).toEqual([true, true, true, false, false]);
  expect(vehicles.hasModel('VOLKSWAGEN', 'golf')).toBe(true);
  expect(vehicles.hasModel('Volkswagen', 'Octavia')).toBe(false);
  expect(vehicles.models('škoda')).toEqual(['Octavia']);
  expect(vehicles.makes()).toEqual(expect.arrayContaining(['Škoda', 'Volvo']));
  expect(new Set(vehicles.makes()).size).toBe(vehicles.makes().length);
});

test('engines are those of the year, small ones first, each once', () => {
  const engines = (make: string, model: string, year: number | null) =>
    vehicles.engines(make, model, year).map(engineText);
  expect(engines('Škoda', 'Octavia', 2015)).toEqual(['1.4 petrol', '2.0 L4 diesel']);
  expect(engines('Škoda', 'Octavia', 2021)).toEqual([]);
  expect(engines('Volkswagen', 'Golf', 2016)).toEqual([
    '1.8 4-cylinder petrol',
    '2.0 4-cylinder diesel',
    '2.0 4-cylinder petrol',
  ]);
  expect(engines('Volkswagen', 'Golf', null).length).toBeGreaterThan(3);
});

test('a Golf of 2007 to 2009 was a Rabbit, and the other way round', () => {
  const ofYears = [2006, 2007, 2009, 2010].map((year) => [
    vehicles.namesOf('Volkswagen', 'Golf', year),
    vehicles.namesOf('Volkswagen', 'Rabbit', year),
  ]);
  const both = [
    ['Golf', 'Rabbit'],
    ['Rabbit', 'Golf'],
  ];
  expect(ofYears).toEqual([[['Golf'], ['Rabbit']], both, both, [['Golf'], ['Rabbit']]]);
});

test('the files agree: names mean known makes, engines are those of years in which the model was built', () => {
  const known = [...knownVehicles().all()];
  const makes = new Set(known.map(({ make }) => make));
  expect(makeNames.filter(([, make]) => !makes.has(make))).toEqual([]);
  const outside = known.flatMap(({ make, model, built, engines }) =>
    engines
      .filter(({ from, to }) => !built.some((years) => years.from <= to && from <= years.to))
      .map(({ from, to }) => `${make} ${model} ${from}–${to}`),
  );
  expect(outside).toEqual([]);
  expect([known.length, makes.size]).toEqual([1398, 69]);
});
