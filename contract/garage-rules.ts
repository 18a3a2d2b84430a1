import type { ChosenVehicle } from './chosen-vehicle.ts';

/** Vehicles in one garage. */
export const mostGarageVehicles = 50;
/** Letters of a vehicle's name, such as 'Van 3'. */
export const longestVehicleName = 60;

/** Vehicles that are the same have the same key, whatever the case of their letters. */
export function vehicleKey({ make, model, year, engine }: ChosenVehicle): string {
  return [make, model ?? '', year ?? '', engine ?? ''].join('\n').toLowerCase();
}
