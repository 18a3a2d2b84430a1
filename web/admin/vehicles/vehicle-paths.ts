import { paths } from '#web/paths.ts';

/** The pages about vehicles beside the first one. */
export const vehiclePaths = {
  faults: `${paths.vehicles}/faults`,
  added: `${paths.vehicles}/added`,
  names: `${paths.vehicles}/names`,
} as const;

/** Parts with one kind of fault. */
export function faultsOf(kind: string): string {
  return `${vehiclePaths.faults}?kind=${encodeURIComponent(kind)}`;
}

/** The form to add a vehicle that parts name. */
export function newVehicle(vehicle: {
  readonly make: string;
  readonly model: string;
  readonly yearFrom: number;
  readonly yearTo: number;
}): string {
  const { make, model, yearFrom, yearTo } = vehicle;
  const query = { make, model, yearFrom: String(yearFrom), yearTo: String(yearTo) };
  return `${vehiclePaths.added}?${new URLSearchParams(query).toString()}`;
}

/** The form to say which vehicle is meant by a name that parts have. */
export function newVehicleName(named: { readonly make: string; readonly model: string }): string {
  return `${vehiclePaths.names}?${new URLSearchParams({ ...named }).toString()}`;
}
