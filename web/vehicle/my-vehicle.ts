import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { storedValue } from '#web/api/stored-value.ts';

export { vehicleInWords } from '#contract/vehicle-words.ts';

const stored = storedValue('underhood.my-vehicle', parseVehicle);

/** The vehicle that this browser remembers. */
export const myVehicle = stored.read;

/** The vehicle that this browser remembers, in every tab alike; none on the server and in the browser's first rendering. */
export const useMyVehicle = stored.use;

/** Remembers a vehicle in place of the one before; undefined forgets it. */
export function rememberVehicle(vehicle: ChosenVehicle | undefined): void {
  stored.write(vehicle === undefined ? null : JSON.stringify(vehicle));
}

/** The vehicle in a stored text; undefined when there is none, or not all of it makes sense. */
export function parseVehicle(raw: string | null): ChosenVehicle | undefined {
  try {
    const { make, model, year, engine } = JSON.parse(raw || '{}') as Record<string, unknown>;
    if (typeof make !== 'string' || make === '' || make.length > 60) return undefined;
    return {
      make,
      ...(typeof model === 'string' && model !== '' && model.length <= 80 && { model }),
      ...(Number.isInteger(year) && { year: year as number }),
      ...(typeof engine === 'string' && engine !== '' && engine.length <= 40 && { engine }),
    };
  } catch {
    return undefined;
  }
}
