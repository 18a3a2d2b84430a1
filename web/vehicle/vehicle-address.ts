import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { paths } from '#web/paths.ts';

/** The fields by which an address names a vehicle. */
export function vehicleEntries(vehicle: ChosenVehicle): [name: string, value: string][] {
  const { make, model, year, engine } = vehicle;
  return Object.entries({ make, model, year, engine }).flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]),
  );
}

/** The list of the parts that fit a vehicle; with `isFirst` of all parts, those that fit first. */
export function vehicleAddress(vehicle: ChosenVehicle, isFirst = false): string {
  const entries = [...vehicleEntries(vehicle), ...(isFirst ? [['fit', 'first']] : [])];
  return `${paths.parts}?${new URLSearchParams(entries).toString()}`;
}

/** A list by its address; with a vehicle its parts come first. */
export function fittingFirst(address: string, vehicle: ChosenVehicle | undefined): string {
  return vehicle ? listFor(vehicle, address.slice(paths.parts.length)) : address;
}

/** The same list for another vehicle, all parts of it, those that fit first. */
export function listFor(vehicle: ChosenVehicle, search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['make', 'model', 'year', 'engine', 'fit', 'page']) query.delete(name);
  for (const [name, value] of [...vehicleEntries(vehicle), ['fit', 'first'] as const])
    query.append(name, value);
  return `${paths.parts}?${query.toString()}`;
}
