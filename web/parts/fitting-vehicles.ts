import type { Fitment } from '#contract/part-lists.ts';

/** One line of the list of vehicles a part fits. */
export interface VehicleLine {
  readonly vehicle: string;
  readonly years: string;
  /** A restriction in words; empty when there is none. */
  readonly note: string;
}

/** The vehicles by make, model, then age. */
export function vehicleLines(fitments: readonly Fitment[]): VehicleLine[] {
  return fitments
    .map((fitment) => ({ ...fitment, vehicle: `${fitment.make} ${fitment.model}` }))
    .toSorted(
      (one, other) =>
        one.vehicle.localeCompare(other.vehicle, 'en') || one.yearFrom - other.yearFrom,
    )
    .map(({ vehicle, yearFrom, yearTo, note }) => ({
      vehicle,
      years: yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`,
      note,
    }));
}
