import { expect, test } from 'vitest';
import type { Fitment } from '#contract/part-lists.ts';
import { byMake, matchingVehicles, vehicleLines } from './fitting-vehicles.ts';

const unbound = { engine: '', position: '', note: '', remark: '', source: '' } as const;
function linesOf(...rows: [make: string, model: string, from: number, to: number, note: string][]) {
  return vehicleLines(
    rows.map(([make, model, yearFrom, yearTo, note]) => ({
      ...unbound,
      make,
      model,
      yearFrom,
      yearTo,
      note,
    })),
  );
}

const lines = linesOf(
  ['Volkswagen', 'Golf', 2015, 2021, 'not the GTI'],
  ['Škoda', 'Octavia', 2013, 2020, ''],
  ['Peugeot', '2008', 2019, 2019, ''],
  ['Audi', 'A3', 2012, 2020, ''],
  ['Audi', 'A1', 2010, 2018, ''],
);
const named = (typed: string) => matchingVehicles(lines, typed).map(({ vehicle }) => vehicle);

test('vehicles stand by make, model and age, with the span of their years', () => {
  expect(lines.map(({ vehicle, years }) => `${vehicle} ${years}`)).toEqual([
    'Audi A1 2010–2018',
    'Audi A3 2012–2020',
    'Peugeot 2008 2019',
    'Škoda Octavia 2013–2020',
    'Volkswagen Golf 2015–2021',
  ]);
  expect(byMake(lines).map(([make, its]) => [make, its.length])).toEqual([
    ['Audi', 2],
    ['Peugeot', 1],
    ['Škoda', 1],
    ['Volkswagen', 1],
  ]);
});

test('spellings of one name stand beside each other, each by age', () => {
  const spelled = linesOf(
    ['Citroën', 'C4', 2010, 2018, ''],
    ['Citroen', 'C4', 2012, 2013, ''],
    ['Citroën', 'C4', 2004, 2009, ''],
    ['Dacia', 'Duster', 2010, 2017, ''],
  );
  expect(spelled.map(({ vehicle, years }) => `${vehicle} ${years}`)).toEqual([
    'Citroen C4 2012–2013',
    'Citroën C4 2004–2009',
    'Citroën C4 2010–2018',
    'Dacia Duster 2010–2017',
  ]);
});

test.each([
  ['  ', 5],
  ['golf', ['Volkswagen Golf']],
  ['GOLF volks', ['Volkswagen Golf']],
  ['skoda', ['Škoda Octavia']],
  ['gti', ['Volkswagen Golf']],
  ['audi 2019', ['Audi A3']],
  ['2008', ['Peugeot 2008']],
  ['2010', ['Audi A1']],
  ['2021', ['Volkswagen Golf']],
  ['201', []],
  ['golf 2014', []],
])('%j finds %j', (typed, found) => {
  expect(typeof found === 'number' ? named(typed).length : named(typed)).toEqual(found);
});

test('a model stands from its oldest years on, and a single year is said once', () => {
  const focus = { make: 'Ford', model: 'Focus', ...unbound };
  const [first, second] = vehicleLines([
    { ...focus, yearFrom: 2015, yearTo: 2018 },
    { ...focus, yearFrom: 2011, yearTo: 2011 },
  ]);
  expect([first?.years, second?.years]).toEqual(['2011', '2015–2018']);
});

test('engine, position and condition stand beside a vehicle, and find it', () => {
  const golf: Fitment = {
    make: 'Volkswagen',
    model: 'Golf',
    yearFrom: 2015,
    yearTo: 2021,
    engine: '2.0 diesel',
    position: 'front',
    note: 'with air conditioning',
    remark: '',
    source: '',
  };
  const its = vehicleLines([golf, { ...golf, engine: '1.4 petrol', position: 'rear' }]);
  expect(its.map(({ details }) => details)).toEqual([
    '2.0 diesel · front · with air conditioning',
    '1.4 petrol · rear · with air conditioning',
  ]);
  expect(matchingVehicles(its, 'golf diesel')).toEqual([its[0]]);
});

test('a line says how many buyers confirm it, once buyers say anything of the part', () => {
  const golf = { make: 'Volkswagen', model: 'Golf', yearFrom: 2015, yearTo: 2021, ...unbound };
  const diesel = { ...golf, engine: '2.0 diesel' };
  const claims = [
    { ...golf, yes: 112, no: 1, changes: 0 },
    { ...diesel, yes: 3, no: 3, changes: 2 },
  ];
  const told = (said: typeof claims) =>
    vehicleLines([golf, diesel], said).map(({ confirmed, doubted }) => [confirmed, doubted]);
  expect(told([])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(told(claims)).toEqual([
    ['112 of 113', false],
    ['3 of 6, 2 with changes', true],
  ]);
  expect(told([{ ...golf, yes: 0, no: 0, changes: 1 }])).toEqual([
    ['not yet, 1 with changes', false],
    ['not yet', undefined],
  ]);
});
