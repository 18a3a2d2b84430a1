import { storedValue } from '#web/api/stored-value.ts';
import { parseGarage, type NamedVehicle } from './stored-garage.ts';

const stored = storedValue('underhood.garage', parseGarage);

/** The vehicles that this browser keeps for a guest. */
export const guestGarage = stored.read;

/** The same, in every tab alike. */
export const useGuestGarage = stored.use;

export function storeGuestGarage(vehicles: readonly NamedVehicle[]): void {
  stored.write(vehicles.length === 0 ? null : JSON.stringify(vehicles));
}
