import { anyEngine, engineText, meets, readEngine, type Engine } from '#contract/engine-rules.ts';
import type { Fit } from '#contract/fit.ts';
import { claimKey, confirmedInWords, doubtInWords, isDoubted } from '#contract/fit-rules.ts';
import type { Claim, ClaimCount, Confirmed } from '#contract/fit-votes.ts';
import type { PartType } from '#contract/part-lists.ts';
import type { NamedSpan } from './known-vehicles.ts';

/** A vehicle that somebody has chosen (`ChosenVehicle`), with its engine read; null for what they have not chosen yet. */
export interface VehicleToFit {
  readonly make: string;
  readonly model: string | null;
  readonly year: number | null;
  readonly engine: Engine;
}

/** What is known of vehicles. */
export interface Vehicles {
  /** The other names of a model, each with the years in which it was sold under it. */
  otherNamesOf(make: string, model: string): readonly NamedSpan[];
  hasMake(make: string): boolean;
  hasModel(make: string, model: string): boolean;
}

/** What decides whether a part fits. */
export interface FittedPart {
  /** Null for a part without a type. */
  readonly fit: PartType['fit'] | null;
  readonly fitments: readonly Claim[];
  /** What buyers say of its fitments. */
  readonly claims?: readonly ClaimCount[];
}

/**
 * Whether a part fits a vehicle. A part fits when one of its fitments covers the vehicle whatever is not known of it; it does not fit when none can;
 * everything between is to be checked, and so is what too many buyers say does not fit.
 */
export function fitOf(part: FittedPart, vehicle: VehicleToFit, vehicles: Vehicles): Fit {
  if (part.fitments.length === 0) return withoutFitments(part);
  const { year } = vehicle;
  const ofModel = part.fitments.filter(isOfModel(vehicle, vehicles));
  const covering = ofModel.filter((one) => year === null || covers(one, year));
  const verdicts = covering.map((one) => verdictOf(one, { part, vehicle, vehicles }));
  const fits = verdicts.find(({ state }) => state === 'fits');
  const doubted = verdicts.find(({ state, confirmed }) => state === 'check' && confirmed);
  const toCheck = doubted ?? verdicts.find(({ state }) => state === 'check');
  return fits ?? toCheck ?? otherwise(part.fitments, { ofModel, covering, vehicle, vehicles });
}

/** What it means that no vehicle is named, which only the type can say. */
function withoutFitments(part: FittedPart): Fit {
  switch (part.fit) {
    case 'universal':
      return claimed('Fits any vehicle.', confirmedOf(part, anyVehicle));
    case 'size':
      return check('Chosen by its measures, not by a vehicle.');
    case 'vehicle':
    case 'engine':
    case null:
      return check('No vehicle is named yet. Compare the numbers and measures.');
  }
}

/** Whether a fitment is about the vehicle's model, or about one of the make's where none is chosen, under a name that it had in any of its years. */
function isOfModel(
  { make, model, year }: VehicleToFit,
  vehicles: Vehicles,
): (one: Claim) => boolean {
  const others = model === null ? [] : vehicles.otherNamesOf(make, model);
  return (one) => {
    if (!same(one.make, make)) return false;
    if (model === null || same(one.model, model)) return true;
    const [first, last] = year === null ? [one.yearFrom, one.yearTo] : [year, year];
    return others.some(
      (other) => same(one.model, other.model) && other.from <= last && first <= other.to,
    );
  };
}

/** What a fitment of the vehicle's model says. */
function verdictOf(
  one: Claim,
  { part, vehicle, vehicles }: { part: FittedPart; vehicle: VehicleToFit; vehicles: Vehicles },
): Fit {
  const demanded = readEngine(one.engine) ?? anyEngine;
  const agreement = meets(vehicle.engine, demanded);
  if (agreement === 'no') return doesNotFit(`${one.engine} only.`);
  const isSpelledSo = vehicles.hasModel(one.make, one.model);
  if (!isSpelledSo) return check(`We do not know the vehicle ${one.make} ${one.model} yet.`);
  if (vehicle.model === null) return check('Choose the model.');
  if (vehicle.year === null) return check(`${yearsOf(one)} only: choose the year.`);
  if (agreement === 'unknown')
    return check(`${one.engine} only: ${whatIsOpen(vehicle.engine, demanded)}.`);
  if (one.note !== '') return check(`Only ${one.note}.`);
  return claimed(`Fits ${wordsOf(one, vehicle)}.`, confirmedOf(part, one));
}

/** Why it is unknown whether an engine is what is demanded. */
function whatIsOpen(engine: Engine, demanded: Engine): string {
  const facts = Object.keys(anyEngine) as (keyof Engine)[];
  const isChosen = facts.every((fact) => demanded[fact] === null || engine[fact] !== null);
  if (!isChosen) return 'choose the engine';
  const isHybrid = engine.fuel === 'electric' || demanded.fuel === 'electric';
  return `${isHybrid ? 'plug-in hybrids' : 'flex engines'} burn petrol, too`;
}

/** What a claim comes to, as buyers see it. */
function claimed(reason: string, confirmed: Confirmed | undefined): Fit {
  if (confirmed === undefined) return { state: 'fits', reason };
  if (isDoubted(confirmed)) return { ...check(doubtInWords(confirmed)), confirmed };
  return { state: 'fits', reason: `${reason} ${confirmedInWords(confirmed)}`, confirmed };
}

function confirmedOf({ claims = [] }: FittedPart, claim: Claim): Confirmed | undefined {
  const key = claimKey(claim);
  const found = claims.find((one) => claimKey(one) === key);
  return found && { yes: found.yes, no: found.no, changes: found.changes };
}

/** The claim of a part that names no vehicle because its type fits any. */
const anyVehicle: Claim = {
  make: '',
  model: '',
  yearFrom: 0,
  yearTo: 0,
  engine: '',
  position: '',
  note: '',
};

/** What a part claims: its fitments; without them any vehicle if its type says so, else nothing. */
export function claimsMadeBy({ fit, fitments }: FittedPart): readonly Claim[] {
  if (fitments.length > 0) return fitments;
  return fit === 'universal' ? [anyVehicle] : [];
}

/** Whether a claim is about a vehicle of which model and year are known, whatever its condition and place. */
export function isCovered(
  vehicle: VehicleToFit & { readonly model: string; readonly year: number },
  vehicles: Vehicles,
): (claim: Claim) => boolean {
  const isOfIt = isOfModel(vehicle, vehicles);
  return (claim) =>
    claim === anyVehicle ||
    (covers(claim, vehicle.year) &&
      isOfIt(claim) &&
      meets(vehicle.engine, readEngine(claim.engine) ?? anyEngine) === 'yes');
}

/** 'Volkswagen Golf 2015–2021, 2.0 diesel, front' */
function wordsOf(one: Claim, { engine }: VehicleToFit): string {
  const its = one.engine === '' ? '' : engineText(engine);
  const named = `${one.make} ${one.model} ${yearsOf(one)}`;
  return [named, its, one.position].filter(Boolean).join(', ');
}

/** Where no fitment covers the vehicle. */
function otherwise(
  fitments: readonly Claim[],
  found: {
    readonly ofModel: readonly Claim[];
    readonly covering: readonly Claim[];
    readonly vehicle: VehicleToFit;
    readonly vehicles: Vehicles;
  },
): Fit {
  const { ofModel, covering, vehicle, vehicles } = found;
  const unknown = fitments.find(
    ({ make, model }) =>
      !vehicles.hasModel(make, model) && (!vehicles.hasMake(make) || same(make, vehicle.make)),
  );
  if (unknown) return check(`We do not know the vehicle ${unknown.make} ${unknown.model} yet.`);
  const engines = [...new Set(covering.map(({ engine }) => engine))];
  if (engines.length > 0) return doesNotFit(`${engines.join(' or ')} only.`);
  const years = [...new Set(ofModel.map(yearsOf))];
  if (years.length > 0) return doesNotFit(`${years.join(' and ')} only.`);
  return doesNotFit('Not listed for this vehicle.');
}

function check(reason: string): Fit {
  return { state: 'check', reason };
}

function doesNotFit(reason: string): Fit {
  return { state: 'does not fit', reason };
}

function covers({ yearFrom, yearTo }: Claim, year: number): boolean {
  return yearFrom <= year && year <= yearTo;
}

function yearsOf({ yearFrom, yearTo }: Claim): string {
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`;
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
