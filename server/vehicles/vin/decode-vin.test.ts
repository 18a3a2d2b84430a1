import { expect, test } from 'vitest';
import { engineText } from '#contract/engine-rules.ts';
import { checkDigitOf, vinIn } from '#contract/vin-rules.ts';
import { knownVehicles } from '#server/vehicles/known-vehicles.ts';
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

/** Whether a key matches, by regular expressions: another way to read it than the decoder's. */
function matchesByExpression(key: string, vin: string): boolean {
  const [first = '', second = ''] = key.split('|');
  const expression = (text: string) =>
    new RegExp(
      `^${text.replaceAll(/\[[^\]]*\]|[*#_-]/g, (one) => (one.startsWith('[') ? one : '.'))}`,
    );
  return expression(first).test(vin.slice(3, 8)) && expression(second).test(vin.slice(9));
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** A VIN that a pattern matches, of a year of its schema, with its check digit. */
function vinOf(wmi: string, key: string, year: number): string {
  const [first = '', second = ''] = key.split('|');
  const filled = (text: string) =>
    text.replaceAll(/\[(.)[^\]]*\]/g, '$1').replaceAll(/[*#_-]/g, 'A');
  const description = filled(first).padEnd(5, 'A').slice(0, 5);
  const code = yearCodes.charAt((year - 1980) % 30);
  const rest = `${code}${filled(second).slice(1)}`.padEnd(8, '0').slice(0, 8);
  // Position 7 says which thirty years are meant.
  const placed = year >= 2010 ? description : `${description.slice(0, 3)}1${description.slice(4)}`;
  const vin = `${wmi}${placed}0${rest}`;
  return `${vin.slice(0, 8)}${checkDigitOf(vin)}${vin.slice(9)}`;
}

/** Every fifth schema that names models, with one of its patterns, until there are 200. */
function* described(): Generator<{ vin: string; year: number }> {
  let count = 0;
  for (const { id, yearFrom, wmis } of tables.schemas()) {
    const named = tables.patternsOf(id).filter(({ model }) => model !== '');
    const pattern = named[id % Math.max(1, named.length)];
    const wmi = wmis[0];
    if (id % 5 !== 0 || pattern === undefined || wmi === undefined || wmi.length > 3) continue;
    const vin = vinOf(wmi, pattern.key, yearFrom);
    // A pattern may name position 7, which says something of the year, too.
    if (!matchesByExpression(pattern.key, vin)) continue;
    yield { vin, year: yearFrom };
    count += 1;
    if (count === 200) return;
  }
}

test('200 VINs made of the tables are decoded as all their patterns say', () => {
  const vins = [...described()];
  expect(vins).toHaveLength(200);
  for (const { vin, year } of vins) {
    expect(vinIn(vin), vin).toBe(vin);
    const { vehicles, hasCheckDigit } = decodeVin(tables, vin, latestYear);
    expect(hasCheckDigit, vin).toBe(true);
    expect(vehicles.length, vin).toBeGreaterThan(0);
    const named = tables
      .schemasOf(vin.slice(0, 3))
      .filter(({ yearFrom, yearTo }) => yearFrom <= year && year <= yearTo)
      .flatMap(({ id }) => tables.patternsOf(id))
      .filter(({ key, model }) => model !== '' && matchesByExpression(key, vin));
    for (const { make, model, year: itsYear } of vehicles) {
      expect(itsYear, vin).toBe(year);
      expect(
        named.map((one) => `${one.make} ${one.model}`),
        vin,
      ).toContain(`${make} ${model ?? ''}`);
    }
  }
});

test('broken ones are answered, never thrown at', () => {
  for (const { vin } of described()) {
    const wrongDigit = `${vin.slice(0, 8)}${vin.charAt(8) === '0' ? '1' : '0'}${vin.slice(9)}`;
    const decoded = decodeVin(tables, wrongDigit, latestYear);
    expect(decoded.hasCheckDigit).toBe(false);
    expect(decoded.vehicles).toEqual(decodeVin(tables, vin, latestYear).vehicles);
    expect(vinIn(vin.slice(0, 16))).toBeUndefined();
    expect(vinIn(vin.toLowerCase())).toBe(vin);
    expect(vinIn(`${vin.slice(0, 5)}O${vin.slice(6)}`)).toBeUndefined();
  }
});

test('what the tables name is known as a vehicle, under one spelling of the make', () => {
  const known = new Set([...knownVehicles().all()].map(({ make }) => make.toLowerCase()));
  const makes = [...tables.schemas()].flatMap(({ id }) =>
    tables.patternsOf(id).flatMap(({ make }) => (make === '' ? [] : [make])),
  );
  expect([...new Set(makes)].filter((make) => !known.has(make.toLowerCase()))).toEqual([]);
});
