import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { anyEngine, fuels, type Engine } from '#contract/engine-rules.ts';

interface Years {
  readonly from: number;
  readonly to: number;
}

/** A model that was built, when, in which bodies, and with which engines as far as they are known. */
export interface KnownModel {
  readonly make: string;
  readonly model: string;
  readonly built: readonly (Years & { readonly bodies: readonly string[] })[];
  readonly engines: readonly (Years & { readonly engine: Engine })[];
}

/** A model that was sold under another name for some years. */
interface OtherName extends Years {
  readonly make: string;
  readonly model: string;
  readonly alsoSoldAs: string;
}

/** A name of a model in some years. */
export interface NamedSpan extends Years {
  readonly model: string;
}

/** The vehicles of data/ (its README says where they come from), with the make's and the model's names in any case. */
export class KnownVehicles {
  readonly #models = new Map<string, KnownModel>();

  constructor() {
    const engines = Map.groupBy(readRows<EngineRow>('engines'), keyOf);
    for (const [key, rows] of Map.groupBy(readRows<VehicleRow>('vehicles'), keyOf)) {
      const [{ make, model } = { make: '', model: '' }] = rows;
      const built = rows.map((row) => ({
        ...yearsOf(row),
        bodies: row.bodies.split('|').filter(Boolean),
      }));
      const its = engines.get(key) ?? [];
      this.#models.set(key, { make, model, built, engines: its.map(engineOf) });
    }
  }

  model(make: string, model: string): KnownModel | undefined {
    return this.#models.get(keyOf({ make, model }));
  }

  all(): Iterable<KnownModel> {
    return this.#models.values();
  }

  /** Engines of a model in one year, or in any without a year, each once. */
  engines(make: string, model: string, year: number | null): Engine[] {
    const its = this.model(make, model)?.engines ?? [];
    const then = its.filter(({ from, to }) => year === null || (from <= year && year <= to));
    return [...new Map(then.map(({ engine }) => [JSON.stringify(engine), engine])).values()];
  }

  /** The names under which a vehicle was sold in a year: a Golf of 2008 was a Rabbit in North America. */
  namesOf(make: string, model: string, year: number | null): string[] {
    const others = this.otherNamesOf(make, model).filter(
      ({ from, to }) => year === null || (from <= year && year <= to),
    );
    return [...new Set([model, ...others.map((other) => other.model)])];
  }

  /** The other names of a vehicle, each with the years in which it was sold under it. */
  otherNamesOf(make: string, model: string): NamedSpan[] {
    return otherNames
      .filter((one) => one.make === make && [one.model, one.alsoSoldAs].includes(model))
      .map(({ from, to, ...one }) => ({
        model: one.model === model ? one.alsoSoldAs : one.model,
        from,
        to,
      }));
  }
}

let read: KnownVehicles | undefined;

/** Read when they are asked for first: 4 ms. */
export function knownVehicles(): KnownVehicles {
  return (read ??= new KnownVehicles());
}

const otherNames = JSON.parse(dataText('other-names.json')) as OtherName[];

interface VehicleRow {
  readonly make: string;
  readonly model: string;
  readonly year_from: string;
  readonly year_to: string;
  readonly bodies: string;
}

interface EngineRow extends Omit<VehicleRow, 'bodies'> {
  readonly litres: string;
  readonly cylinders: string;
  readonly layout: string;
  readonly fuel: string;
}

function engineOf(row: EngineRow): KnownModel['engines'][number] {
  return { ...yearsOf(row), engine: engineIn(row) };
}

/** An engine from the texts of a row; what is empty, or called otherwise than here, says nothing. */
function engineIn(row: Pick<EngineRow, 'litres' | 'cylinders' | 'layout' | 'fuel'>): Engine {
  return {
    ...anyEngine,
    litres: row.litres === '' ? null : Number(row.litres),
    cylinders: row.cylinders === '' ? null : Number(row.cylinders),
    layout: (['L', 'V', 'H', 'W'] as const).find((one) => one === row.layout) ?? null,
    fuel: fuels.find((one) => one === row.fuel) ?? (row.fuel.includes('lpg') ? 'lpg' : null),
  };
}

function yearsOf(row: Pick<VehicleRow, 'year_from' | 'year_to'>): Years {
  return { from: Number(row.year_from), to: Number(row.year_to) };
}

function keyOf({ make, model }: { readonly make: string; readonly model: string }): string {
  return `${make}\n${model}`.toLowerCase();
}

function readRows<Row>(name: string): Row[] {
  return parse(dataText(`${name}.csv`), { columns: true }) as Row[];
}

function dataText(file: string): string {
  return readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8');
}
