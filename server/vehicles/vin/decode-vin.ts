import { anyEngine, fuels, type Engine } from '#contract/engine-rules.ts';
import { checkDigitOf } from '#contract/vin-rules.ts';
import { keyMatches, keyWeight } from './vin-key.ts';
import type { VinPattern, VinTables } from './vin-tables.ts';

/** What a VIN may stand for; null where it does not say. */
interface VinVehicle {
  readonly make: string;
  readonly model: string | null;
  readonly year: number | null;
  readonly body: string | null;
  readonly engine: Engine;
}

export interface DecodedVin {
  /** Vehicles that it may be: one for the most part, none of a manufacturer that is not known. */
  readonly vehicles: readonly VinVehicle[];
  /** False where position 9 is not what North America demands: a slip, or a vehicle from elsewhere. */
  readonly hasCheckDigit: boolean;
}

/** Decodes a VIN (`vinIn`), of model years up to `latestYear`. Source of rules and tables: data/README.md. */
export function decodeVin(tables: VinTables, vin: string, latestYear: number): DecodedVin {
  const wmi = manufacturerOf(tables, vin);
  const years = modelYears(vin).filter((year) => year <= latestYear);
  const hasCheckDigit = checkDigitOf(vin) === vin.charAt(8);
  const found = years.map((year) => vehiclesOf(tables, wmi, { vin, year }));
  const vehicles =
    found.find((some) => some.length > 0) ?? makesAlone(tables, wmi, hasCheckDigit ? years : []);
  return { vehicles, hasCheckDigit };
}

/** Makers of fewer than a thousand vehicles a year have a 9 in position 3, and say who they are in positions 12 to 14. */
function manufacturerOf(tables: VinTables, vin: string): string {
  const long = vin.slice(0, 3) + vin.slice(11, 14);
  const isSmall = vin.charAt(2) === '9' && tables.schemasOf(long).length > 0;
  return isSmall ? long : vin.slice(0, 3);
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/**
 * The model years that position 10 may mean, thirty years apart, the likelier one first: in North America a letter in position 7 means 2010 and later.
 * None when position 10 is no code of a year, as with many European cars.
 */
function modelYears(vin: string): number[] {
  const code = yearCodes.indexOf(vin.charAt(9));
  if (code === -1) return [];
  // VINs have seventeen characters since 1981.
  const years = [1980 + code, 2010 + code].filter((year) => year > 1980);
  return /[A-Z]/.test(vin.charAt(6)) ? years.toReversed() : years;
}

/** The vehicles of the schemas that say most. */
function vehiclesOf(
  tables: VinTables,
  wmi: string,
  { vin, year }: { vin: string; year: number },
): VinVehicle[] {
  const schemas = tables.schemasOf(wmi).filter((one) => one.yearFrom <= year && year <= one.yearTo);
  const said = schemas
    .map(({ id }) => tables.patternsOf(id).filter(({ key }) => keyMatches(key, vin)))
    .map((patterns) => whatIsSaid(patterns))
    .filter(({ model }) => model.length > 0);
  const most = Math.max(...said.map(({ count }) => count));
  const vehicles = said
    .filter(({ count }) => count === most)
    .flatMap(({ model: models, body, engine }) =>
      models.map(({ make, model }) => ({ make, model, year, body, engine })),
    );
  return [...new Map(vehicles.map((one) => [JSON.stringify(one), one])).values()];
}

/** What the patterns of a schema say together: of each fact the key that names most of the VIN. */
function whatIsSaid(patterns: readonly VinPattern[]) {
  const body = oneOf(strongest(patterns, ({ body: its }) => its));
  const litres = oneOf(strongest(patterns, (one) => one.litres));
  const cylinders = oneOf(strongest(patterns, (one) => one.cylinders));
  const layout = oneOf(strongest(patterns, (one) => one.layout));
  const fuel = oneOf(strongest(patterns, (one) => one.fuel));
  const engine: Engine = {
    ...anyEngine,
    litres: litres === null ? null : Number(litres),
    cylinders: cylinders === null ? null : Number(cylinders),
    layout: (['L', 'V', 'H', 'W'] as const).find((one) => one === layout) ?? null,
    fuel: fuels.find((one) => one === fuel) ?? null,
  };
  const models = strongest(patterns, ({ make, model }) => model && `${make}\n${model}`);
  const model = models.map((one) => {
    const [make = '', name = ''] = one.split('\n');
    return { make, model: name };
  });
  const facts = [models[0], body, litres, cylinders, layout, fuel];
  return { model, body, engine, count: facts.filter(Boolean).length };
}

/** The values of a fact under the keys that name most of the VIN. */
function strongest(
  patterns: readonly VinPattern[],
  valueOf: (pattern: VinPattern) => string,
): string[] {
  const having = patterns.filter((one) => valueOf(one) !== '');
  const most = Math.max(...having.map(({ key }) => keyWeight(key)));
  return [...new Set(having.filter(({ key }) => keyWeight(key) === most).map(valueOf))];
}

/** A fact that is said in two ways is not known. */
function oneOf(values: readonly string[]): string | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

/**
 * Where no schema knows the vehicle, its manufacturer may say the make, or of several which it may be, and position 10 the year if it can be one only. In a VIN
 * without the check digit of North America that position says what its manufacturer likes, such as the side of the steering wheel: `years` is empty then.
 */
function makesAlone(tables: VinTables, wmi: string, years: readonly number[]): VinVehicle[] {
  const year = years.length === 1 ? (years[0] ?? null) : null;
  return tables
    .makesOf(wmi)
    .map((make) => ({ make, model: null, year, body: null, engine: anyEngine }));
}
