import type { Fitment } from '#server/db/demo/catalogue.ts';
import type { Random } from '#server/db/demo/random.ts';
import type { FitRule, PartType } from './part-types.ts';
import { type Vehicle, vehicles, type Years } from './vehicles.ts';

/** A range of vehicles, as a name and a description tell it. */
export type FittedVehicle = Omit<Fitment, 'engine' | 'note' | 'source'>;

/** The vehicles a part fits; the first determines the name and the bolt pattern. */
export interface Fitting {
  fitments: FittedVehicle[];
  main?: Vehicle;
}

interface Candidate {
  vehicle: Vehicle;
  years: Years;
}

const share = (some: readonly string[], others: readonly string[]) =>
  some.some((one) => others.includes(one));

function candidatesFor({ bodies, makes, models, lugs, from = 0, to = 9999 }: FitRule): Candidate[] {
  return vehicles
    .filter(
      (vehicle) =>
        (!bodies || share(vehicle.bodies, bodies)) &&
        (!makes || makes.includes(vehicle.make)) &&
        (!models || models.includes(vehicle.model)) &&
        (!lugs || (lugs === 'any' ? vehicle.lug !== '' : lugs.includes(vehicle.lug))),
    )
    .flatMap((vehicle) =>
      vehicle.generations.map((years) => ({
        vehicle,
        years: { from: Math.max(years.from, from), to: Math.min(years.to, to) },
      })),
    )
    .filter(({ years }) => years.to - years.from >= 2);
}

function popularity({ vehicle, years }: Candidate): number {
  return vehicle.weight * 0.88 ** (2026 - years.to);
}

/** Sedans and SUVs of one family share engines, but not springs. */
function sharesPartsWith(main: Candidate, other: Candidate, type: PartType): boolean {
  const overlap =
    Math.min(main.years.to, other.years.to) - Math.max(main.years.from, other.years.from);
  return (
    overlap >= 2 &&
    other.vehicle.family === main.vehicle.family &&
    other.vehicle.heavy === main.vehicle.heavy &&
    (type.fit === 'engine' || share(other.vehicle.bodies, main.vehicle.bodies)) &&
    (!type.only?.lugs || other.vehicle.lug === main.vehicle.lug)
  );
}

/** Chooses the vehicles a new part of this type fits: popular recent ones first, then relatives of the same years. */
export function chooseFitting(type: PartType, random: Random): Fitting {
  if (type.fit === 'universal' || type.fit === 'size') return { fitments: [] };
  const candidates = candidatesFor(type.only ?? {});
  const main = random.pickWeighted(candidates, popularity);
  const chosen = [main];
  const wanted = type.only?.single ? 0 : random.pick([0, 1, 1, 2, 2, 3, 4]);
  for (let round = 0; round < wanted; round++) {
    const taken = new Set(chosen.map(({ vehicle }) => vehicle.model));
    const relatives = candidates.filter(
      (other) => !taken.has(other.vehicle.model) && sharesPartsWith(main, other, type),
    );
    if (relatives.length > 0) chosen.push(random.pickWeighted(relatives, popularity));
  }
  const fitments = chosen.map(({ vehicle: { make, model }, years }) => ({
    make,
    model,
    yearFrom: years.from,
    yearTo: years.to,
  }));
  return { fitments, main: main.vehicle };
}
