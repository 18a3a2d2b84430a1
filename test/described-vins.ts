import { checkDigitOf } from '#contract/vin-rules.ts';
import type { VinPattern, VinTables } from '#server/vehicles/vin/vin-tables.ts';

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

/** Positions 4 to 8 and 10 to 17 as a key has them, '' for any character: `[A-C5]` is one. */
function positionsOf(key: string): string[] {
  const [first = '', second = ''] = key.split('|');
  const read = (text: string, length: number) => {
    const found = (text.match(/\[[^\]]*\]|./g) ?? []).map((one) =>
      /^[*#_-]$/.test(one) ? '' : one,
    );
    return Array.from({ length }, (_, at) => found[at] ?? '');
  };
  return [...read(first, 5), ...read(second, 8)];
}

function takes(position: string, character: string): boolean {
  if (position.startsWith('[')) return new RegExp(position).test(character);
  return position === '' || position === character;
}

/** A VIN of a year that the first of these keys matches, and as many others as agree with it, with its check digit. */
function vinOf(wmi: string, keys: readonly string[], year: number): string {
  const characters = Array.from({ length: 13 }, () => '');
  characters[5] = yearCodes.charAt((year - 1980) % 30);
  // Position 7 says which thirty years are meant.
  if (year < 2010) characters[3] = '1';
  for (const key of keys) {
    const positions = positionsOf(key);
    if (!positions.every((one, at) => !characters[at] || takes(one, characters[at]))) continue;
    for (const [at, one] of positions.entries())
      characters[at] ||= one.startsWith('[') ? one.charAt(1) : one;
  }
  const whole = characters.map((one, at) => one || (at < 5 ? 'A' : '0')).join('');
  const vin = `${wmi}${whole.slice(0, 5)}0${whole.slice(5)}`;
  return `${vin.slice(0, 8)}${checkDigitOf(vin)}${vin.slice(9)}`;
}

/** Every fifth schema that names models, with one of its patterns, until there are 200. */
export function* describedVins(tables: VinTables): Generator<{ vin: string; year: number }> {
  let count = 0;
  for (const { id, yearFrom, wmis } of tables.schemas()) {
    const named = tables.patternsOf(id).filter(({ model }) => model !== '');
    const pattern = named[id % Math.max(1, named.length)];
    const wmi = wmis[0];
    if (id % 5 !== 0 || pattern === undefined || wmi === undefined || wmi.length > 3) continue;
    const others = tables.patternsOf(id).map(({ key }) => key);
    const vin = vinOf(wmi, [pattern.key, ...others], yearFrom);
    // A pattern may name position 7, which says something of the year, too.
    if (!matchesByExpression(pattern.key, vin)) continue;
    yield { vin, year: yearFrom };
    count += 1;
    if (count === 200) return;
  }
}

/** A VIN with each slip that people make: another check digit, a character missing, small letters, and letters that no VIN has. */
export function brokenOf(vin: string) {
  return {
    wrongDigit: `${vin.slice(0, 8)}${vin.charAt(8) === '0' ? '1' : '0'}${vin.slice(9)}`,
    short: vin.slice(0, 16),
    small: vin.toLowerCase(),
    wrongLetters: ['I', 'O', 'Q'].map((letter) => `${vin.slice(0, 5)}${letter}${vin.slice(6)}`),
  };
}

/**
 * The vehicles of a VIN and year, said a second time: each schema of its manufacturer says of each fact what its keys that name most of the VIN agree on, and
 * those that know a model and most facts are believed.
 */
export function vehiclesSaid(tables: VinTables, vin: string, year: number) {
  const schemas = tables
    .schemasOf(vin.slice(0, 3))
    .filter(({ yearFrom, yearTo }) => yearFrom <= year && year <= yearTo)
    .map(({ id }) => tables.patternsOf(id).filter(({ key }) => matchesByExpression(key, vin)))
    .map((patterns) => {
      const models = believed(patterns, ({ make, model }) =>
        model ? [make, model].join('|') : '',
      );
      const facts = (['body', 'litres', 'cylinders', 'layout', 'fuel'] as const).map((fact) => {
        const values = believed(patterns, (one) => one[fact]);
        return values.size === 1 ? [...values].join('') : null;
      });
      return { models, facts, known: facts.filter((fact) => fact !== null).length };
    })
    .filter(({ models }) => models.size > 0);
  const most = Math.max(...schemas.map(({ known }) => known));
  const vehicles = new Map<string, ReturnType<typeof vehicleSaid>>();
  for (const { models, facts } of schemas.filter(({ known }) => known === most))
    for (const name of models)
      vehicles.set([name, ...facts].join('|'), vehicleSaid(name, year, facts));
  return [...vehicles.values()];
}

function vehicleSaid(name: string, year: number, facts: readonly (string | null)[]) {
  const [make, model] = name.split('|');
  const [body, litres, cylinders, layout, fuel] = facts;
  const engine = { litres: numberIn(litres), cylinders: numberIn(cylinders), layout, fuel };
  return { make, model, year, body, engine };
}

/** The values of a fact in the patterns whose keys name most of the VIN, of those that say it. */
function believed(
  patterns: readonly VinPattern[],
  valueOf: (one: VinPattern) => string,
): Set<string> {
  const saying = patterns.filter((one) => valueOf(one) !== '');
  const best = saying.map(({ key }) => weightOf(key)).toSorted((one, other) => other - one)[0];
  return new Set(saying.filter(({ key }) => weightOf(key) === best).map(valueOf));
}

/** Three for each character that a key names, two for one of several. */
function weightOf(key: string): number {
  const alone = key.replaceAll(/\[[^\]]*\]/g, '');
  const several = key.split('[').length - 1;
  return 2 * several + 3 * alone.replaceAll(/[|*#_-]/g, '').length;
}

function numberIn(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}
