import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** What one pattern says of the vehicles it matches; empty texts say nothing. */
export interface VinPattern {
  /** Positions 4 to 8, after a `|` positions 10 and on; `[A-C5]` is one of these, `*`, `#`, `_` and `-` any character. */
  readonly key: string;
  readonly make: string;
  readonly model: string;
  readonly body: string;
  readonly litres: string;
  readonly cylinders: string;
  readonly layout: string;
  readonly fuel: string;
}

const patternColumns = ['key', 'make', 'model', 'body', 'litres', 'cylinders', 'layout', 'fuel'];

interface Schema {
  readonly id: number;
  readonly yearFrom: number;
  readonly yearTo: number;
  readonly wmis: readonly string[];
}

/** Everything that decodes a VIN: data/README.md says where it comes from. */
export interface VinTables {
  schemas(): Iterable<Schema>;
  /** The schemas of a world manufacturer identifier (three characters, or six of small makers). */
  schemasOf(wmi: string): readonly Schema[];
  patternsOf(schema: number): readonly VinPattern[];
  /** The makes that the manufacturer builds: one for the most part. */
  makesOf(wmi: string): readonly string[];
}

/**
 * Manufacturers of which the tables know only what was sold in North America, where they build another make: all of their VINs from elsewhere would be this
 * one's. Renault's VF1 would be Eagle's.
 */
const otherElsewhere: ReadonlySet<string> = new Set(['VF1']);

const read = (name: string) =>
  readFileSync(new URL(`../data/${name}.csv`, import.meta.url), 'utf8');

/**
 * The tables as their text: of 37,000 patterns those of one schema are read when a VIN asks for them, which takes a few microseconds, so that the text is all the
 * memory they need.
 */
export function loadVinTables(): VinTables {
  const all: Schema[] = [];
  const schemas = new Map<string, Schema[]>();
  for (const row of rowsOf(read('vin-schemas'))) {
    const [id = '', from, to, wmis = ''] = row.split(',');
    const years = { yearFrom: Number(from), yearTo: Number(to || 9999) };
    const schema = { id: Number(id), ...years, wmis: wmis.split('|').filter(isTold) };
    all.push(schema);
    for (const wmi of schema.wmis) schemas.set(wmi, [...(schemas.get(wmi) ?? []), schema]);
  }
  const makes = makesOfManufacturers();
  const patterns = `\n${read('vin-patterns')}`;
  return {
    schemas: () => all,
    schemasOf: (wmi) => schemas.get(wmi) ?? [],
    patternsOf: (schema) => patternsIn(patterns, schema),
    makesOf: (wmi) => makes.get(wmi) ?? [],
  };
}

/** A manufacturer of several makes has a row for each. */
function makesOfManufacturers(): Map<string, string[]> {
  const makes = new Map<string, string[]>();
  for (const row of rowsOf(read('wmi'))) {
    const [wmi = '', make = ''] = row.split(',');
    if (isTold(wmi)) makes.set(wmi, [...(makes.get(wmi) ?? []), make]);
  }
  return makes;
}

function isTold(wmi: string): boolean {
  return !otherElsewhere.has(wmi);
}

function rowsOf(text: string): string[] {
  return text.split('\n').slice(1).filter(Boolean);
}

/** The rows of one schema, which stand together. */
function patternsIn(text: string, schema: number): VinPattern[] {
  const begin = text.indexOf(`\n${schema},`);
  if (begin === -1) return [];
  let end: number = begin;
  do end = text.indexOf('\n', end + 1);
  while (end !== -1 && text.startsWith(`\n${schema},`, end));
  const rows = text.slice(begin + 1, end === -1 ? undefined : end);
  return parse(rows, { columns: ['schema', ...patternColumns] });
}
