import { minuteMs } from '#contract/durations.ts';
import { anyEngine, engineText, meets, readEngine, type Engine } from '#contract/engine-rules.ts';
import type { Vehicles, VehiclesQuery } from '#contract/parts.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import {
  listCoveredYears,
  listDemands,
  listMakes,
  listModels,
  type CoveredYears,
} from './vehicles-store.ts';

/** What can be chosen next, and instead of what is chosen: only what leads to parts. */
export async function offeredVehicles(db: Database, query: VehiclesQuery): Promise<Vehicles> {
  const { year } = query;
  const vehicles = await vehiclesOf(db);
  const { make, model } = vehicles.named(query.make ?? '', query.model ?? '');
  if (make === '') return { ...(await ofAllMakes(db, year)), models: [], engines: [] };
  const [makes, { models, years }, engines] = await Promise.all([
    listMakes(db),
    model === '' ? ofMake(db, make, year) : ofModel(db, make, model),
    model === '' || year === undefined ? [] : enginesOf(db, { make, model, year }),
  ]);
  return { makes, models, years, engines };
}

async function ofAllMakes(db: Database, year: number | undefined) {
  const covered = await coveredYears(db);
  const makes =
    year === undefined ? await listMakes(db) : namesIn(covered, year).map(({ make }) => make);
  return { makes: [...new Set(makes)], years: yearsIn(covered) };
}

async function ofMake(db: Database, make: string, year: number | undefined) {
  const covered = await listCoveredYears(db, { make });
  const models = (year === undefined ? covered : namesIn(covered, year)).map(({ model }) => model);
  return { models: [...new Set(models)], years: yearsIn(covered) };
}

async function ofModel(db: Database, make: string, model: string) {
  const [models, covered] = await Promise.all([
    listModels(db, make),
    listCoveredYears(db, { make, model }),
  ]);
  return { models, years: yearsIn(covered) };
}

/** The engines that are known of a vehicle, without those with which nothing fits; where none are known, those that parts demand. */
async function enginesOf(
  db: Database,
  vehicle: { readonly make: string; readonly model: string; readonly year: number },
): Promise<string[]> {
  const { make, model, year } = vehicle;
  const known = (await vehiclesOf(db)).engines(make, model, year);
  const { demands, isAll } = await listDemands(db, vehicle);
  if (known.length === 0) return demands.filter((text) => text !== '').toSorted();
  const demanded = demands.map((text) => readEngine(text) ?? anyEngine);
  const leads = (engine: Engine) => demanded.some((one) => meets(engine, one) !== 'no');
  return (isAll && demanded.length > 0 ? known.filter(leads) : known).map(engineText);
}

function namesIn(covered: readonly CoveredYears[], year: number): CoveredYears[] {
  return covered.filter(({ from, to }) => from <= year && year <= to);
}

/** Newest first. */
function yearsIn(covered: readonly CoveredYears[]): number[] {
  const years = new Set(
    covered.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );
  return [...years].toSorted((one, other) => other - one);
}

interface Kept {
  readonly covered: Promise<CoveredYears[]>;
  until: number;
}

const shelves = new WeakMap<Database, Kept>();

/** They are read anew so seldom that reading takes less than a hundredth of the time, but once a minute. */
const shareOfTime = 100;

/** The years of all models: thousands of steps for a large catalogue, so they are kept for a moment. */
function coveredYears(db: Database): Promise<CoveredYears[]> {
  const now = performance.now();
  const kept = shelves.get(db);
  if (kept && now < kept.until) return kept.covered;
  const read = { covered: listCoveredYears(db), until: Number.POSITIVE_INFINITY };
  shelves.set(db, read);
  const keep = () => {
    const took = performance.now() - now;
    read.until = performance.now() + Math.min(minuteMs, took * shareOfTime);
  };
  read.covered.then(keep, () => shelves.delete(db));
  return read.covered;
}
