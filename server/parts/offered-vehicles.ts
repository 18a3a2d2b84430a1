import { minuteMs } from '#contract/durations.ts';
import { anyEngine, engineText, meets, readEngine, type Engine } from '#contract/engine-rules.ts';
import type { Vehicles, VehiclesQuery } from '#contract/parts.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { listCoveredYears, listDemands, listModels, type CoveredYears } from './vehicles-store.ts';

/** What can be chosen next, and instead of what is chosen: only what leads to parts. */
export async function offeredVehicles(db: Database, query: VehiclesQuery): Promise<Vehicles> {
  const { year } = query;
  const vehicles = await vehiclesOf(db);
  const { make, model } = vehicles.named(query.make ?? '', query.model ?? '');
  if (make === '') return { ...(await ofAllMakes(db, year)), models: [], engines: [] };
  const [{ makes }, { models, years }, engines] = await Promise.all([
    allCovered(db),
    model === ''
      ? ofMake(db, vehicles, { make, year })
      : ofModel(db, vehicles, { make, model, year }),
    model === '' || year === undefined ? [] : enginesOf(db, vehicles, { make, model, year }),
  ]);
  return { makes, models, years, engines };
}

async function ofAllMakes(db: Database, year: number | undefined) {
  const { covered, makes, years } = await allCovered(db);
  return { makes: year === undefined ? makes : makesOf(namesIn(covered, year)), years };
}

async function ofMake(
  db: Database,
  vehicles: ShopVehicles,
  { make, year }: { readonly make: string; readonly year: number | undefined },
) {
  const covered = underEachName(vehicles, await listCoveredYears(db, { make }));
  const models = (year === undefined ? covered : namesIn(covered, year)).map(({ model }) => model);
  return { models: inOrder(models), years: yearsIn(covered) };
}

async function ofModel(
  db: Database,
  vehicles: ShopVehicles,
  { make, model, year }: Record<'make' | 'model', string> & { readonly year: number | undefined },
) {
  const models = await listModels(db, make);
  // Of few models it is to be known in which years they lead to another name.
  const asked = models.filter(
    (one) => one === model || vehicles.otherNamesOf(make, one).length > 0,
  );
  const read = await Promise.all(asked.map((one) => listCoveredYears(db, { make, model: one })));
  const covered = underEachName(vehicles, read.flat());
  const years = yearsIn(covered.filter((one) => one.model === model));
  if (year === undefined)
    return { models: inOrder([...models, ...covered.map((one) => one.model)]), years };
  // A form without scripts keeps the year when another model is chosen. To step through the years of each model would take as long as those of the make.
  const kept = namesIn((await allCovered(db)).covered, year).filter((one) => one.make === make);
  const then = new Set(kept.map((one) => one.model));
  const others = models.filter((one) => then.has(one));
  return {
    models: inOrder([...others, ...namesIn(covered, year).map((one) => one.model)]),
    years,
  };
}

/** The same years under the other names that the model had in them: whoever chooses one of these is led to the same parts. */
function underEachName(vehicles: ShopVehicles, covered: readonly CoveredYears[]): CoveredYears[] {
  const others = covered.flatMap(({ make, model, from, to }) =>
    vehicles.otherNamesOf(make, model).map((other) => ({
      make,
      model: other.model,
      from: Math.max(from, other.from),
      to: Math.min(to, other.to),
    })),
  );
  return [...covered, ...others.filter(({ from, to }) => from <= to)];
}

function inOrder(models: readonly string[]): string[] {
  return [...new Set(models)].toSorted();
}

/**
 * The engines that are known of a vehicle, without those with which nothing fits, which are all of them in a year for which there are no parts; and what parts
 * demand beside these: what is known of engines does not have those of every market.
 */
async function enginesOf(
  db: Database,
  vehicles: ShopVehicles,
  vehicle: { readonly make: string; readonly model: string; readonly year: number },
): Promise<string[]> {
  const { make, model, year } = vehicle;
  const known = vehicles.engines(make, model, year);
  const read = await Promise.all(
    vehicles.namesOf(make, model, year).map((name) => listDemands(db, { make, model: name, year })),
  );
  const demands = [...new Set(read.flatMap((its) => its.demands))];
  const isAll = read.every((its) => its.isAll);
  const demanded = demands.map((text) => readEngine(text) ?? anyEngine);
  const leads = (engine: Engine) => demanded.some((one) => meets(engine, one) !== 'no');
  const leading = isAll ? known.filter(leads) : known;
  const isKnown = (text: string) =>
    known.some((engine) => meets(engine, readEngine(text) ?? anyEngine) !== 'no');
  const beside = demands.filter((text) => text !== '' && !isKnown(text)).toSorted();
  return [...leading.map(engineText), ...beside];
}

function namesIn(covered: readonly CoveredYears[], year: number): CoveredYears[] {
  return covered.filter(({ from, to }) => from <= year && year <= to);
}

/** In the order of the models. */
function makesOf(covered: readonly CoveredYears[]): string[] {
  return [...new Set(covered.map(({ make }) => make))];
}

/** Newest first. */
function yearsIn(covered: readonly CoveredYears[]): number[] {
  const years = new Set(
    covered.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );
  return [...years].toSorted((one, other) => other - one);
}

interface AllCovered {
  readonly covered: readonly CoveredYears[];
  readonly makes: string[];
  readonly years: number[];
}

interface Kept {
  readonly all: Promise<AllCovered>;
  until: number;
}

const shelves = new WeakMap<Database, Kept>();

/** They are read anew so seldom that reading takes less than a hundredth of the time, but once a minute. */
const shareOfTime = 100;

/** The makes and years of all models: thousands of steps for a large catalogue, so they are kept for a moment. */
function allCovered(db: Database): Promise<AllCovered> {
  const now = performance.now();
  const kept = shelves.get(db);
  if (kept && now < kept.until) return kept.all;
  const read = { all: readAllCovered(db), until: Number.POSITIVE_INFINITY };
  shelves.set(db, read);
  const keep = () => {
    const took = performance.now() - now;
    read.until = performance.now() + Math.min(minuteMs, took * shareOfTime);
  };
  read.all.then(keep, () => shelves.delete(db));
  return read.all;
}

async function readAllCovered(db: Database): Promise<AllCovered> {
  const covered = await listCoveredYears(db);
  return { covered, makes: makesOf(covered), years: yearsIn(covered) };
}
