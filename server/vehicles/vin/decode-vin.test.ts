import { expect, test } from 'vitest';
import { engineText } from '#contract/engine-rules.ts';
import { vinIn } from '#contract/vin-rules.ts';
import { knownVehicles } from '#server/vehicles/known-vehicles.ts';
import { brokenOf, describedVins, vehiclesSaid } from '#test/described-vins.ts';
import { decodeVin } from './decode-vin.ts';
import { keyMatches, keyWeight } from './vin-key.ts';
import { loadVinTables } from './vin-tables.ts';

const tables = loadVinTables();
const latestYear = 2027;

/** What a VIN stands for, in words. */
function said(vin: string): string[] {
  return decodeVin(tables, vin, latestYear).vehicles.map(({ make, model, year, body, engine }) =>
    [make, model, year, body, engineText(engine)].filter(Boolean).join(' '),
  );
}

const chryslers = ['Chrysler', 'Dodge', 'Fiat', 'Jeep', 'Ram', 'Volkswagen'];

test.each([
  ['1HGCM82633A004352', ['Honda Accord 2003 Coupe V6 petrol']],
  ['3VWLL7AJ9BM053541', ['Volkswagen Jetta 2011 Sedan 4-cylinder diesel']],
  ['WBA3A5C57CF256651', ['BMW 328i 2012 Sedan 2.0 4-cylinder petrol']],
  // A Golf from Germany: the manufacturer is known.
  ['WVWZZZ1KZAW000001', ['Volkswagen']],
  // With the check digit that North America demands, position 10 says the year.
  ['WVWZZZ1K0AW000001', ['Volkswagen 2010']],
  // Of Mercedes-Benz from Germany position 10 is the side of the steering wheel.
  ['W1K1770031N000001', ['Mercedes-Benz']],
  ['WDD2040022A000001', ['Mercedes-Benz']],
  // Manufacturers of several makes: here a Jeep and a Ram that no pattern knows, and a Mercedes-Benz from Germany.
  ['1C4BJWDG9TL123456', chryslers],
  ['1C6RR7LT5ZS123456', chryslers],
  ['WDB2030421F000001', ['Maybach', 'Mercedes-Benz']],
  // Renaults: the tables know of their maker the Eagle Medallion alone, which had '45' and '48' in positions 6 and 7.
  ['VF1BR1A0H41234567', []],
  ['VF1BR450H41234567', []],
  ['ZZZZZZZZZZZZZZZZZ', []],
])('%s is %j', (vin, vehicles) => {
  expect(said(vin)).toEqual(vehicles);
});

test.each([
  ['CM82[67]', '1HGCM82633A004352', true],
  ['CM82[67]', '1HGCM82533A004352', false],
  ['****[A-C6]', '1HGCM82633A004352', true],
  ['****[A-C]', '1HGCM82633A004352', false],
  ['*|3A', '1HGCM82633A004352', true],
  ['*|3B', '1HGCM82633A004352', false],
  ['#___-', '1HGCM82633A004352', true],
])('the key %s matches %s: %s', (key, vin, matches) => {
  expect(keyMatches(key, vin)).toBe(matches);
});

test('a key that names more of a VIN weighs more', () => {
  expect(['*', '***A', '***[AB]', 'CM826', 'CM826|3'].map(keyWeight)).toEqual([0, 3, 2, 15, 18]);
});

test('200 VINs made of the tables are decoded as all their patterns say', () => {
  const vins = [...describedVins(tables)];
  expect(vins).toHaveLength(200);
  for (const { vin, year } of vins) {
    expect(vinIn(vin), vin).toBe(vin);
    const expected = { vehicles: vehiclesSaid(tables, vin, year), hasCheckDigit: true };
    expect(decodeVin(tables, vin, latestYear), vin).toEqual(expected);
    expect(expected.vehicles.length, vin).toBeGreaterThan(0);
  }
});

test.each([
  ['TRUB1AFV0G0000000', 2016],
  ['5TDBWA1A690000000', 2009],
  ['3GNAJ8AB1G0000000', 2016],
  ['JA4A2AA38J0000000', 2018],
])(
  'where patterns of %s say different things, those that name more of it are believed',
  (vin, year) => {
    expect(decodeVin(tables, vin, latestYear).vehicles).toEqual(vehiclesSaid(tables, vin, year));
  },
);

test('broken ones are answered, never thrown at', () => {
  for (const { vin } of describedVins(tables)) {
    const { wrongDigit, short, small, wrongLetters } = brokenOf(vin);
    const decoded = decodeVin(tables, wrongDigit, latestYear);
    expect(decoded.hasCheckDigit).toBe(false);
    expect(decoded.vehicles).toEqual(decodeVin(tables, vin, latestYear).vehicles);
    expect(vinIn(small)).toBe(vin);
    for (const none of [short, ...wrongLetters]) expect(vinIn(none)).toBeUndefined();
  }
});

test('what the tables name is known as a vehicle, under one spelling of the make', () => {
  const known = new Set([...knownVehicles().all()].map(({ make }) => make.toLowerCase()));
  const makes = [...tables.schemas()].flatMap(({ id }) =>
    tables.patternsOf(id).flatMap(({ make }) => (make === '' ? [] : [make])),
  );
  expect([...new Set(makes)].filter((make) => !known.has(make.toLowerCase()))).toEqual([]);
});
