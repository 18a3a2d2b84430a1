import { useSyncExternalStore } from 'react';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { tryStorage } from '#web/api/storage.ts';

export { vehicleInWords } from '#contract/vehicle-words.ts';

/** The key of the chosen vehicle in local storage: it survives reloads, and other tabs follow. */
const key = 'underhood.my-vehicle';

const listeners = new Set<() => void>();
/** Where storage is forbidden or full, the vehicle lasts as long as the page. */
let inMemory: string | null | undefined;
/** The last parsed text and its vehicle: React needs the same object while nothing changes. */
let parsed: { readonly raw: string | null; readonly vehicle: ChosenVehicle | undefined } = {
  raw: null,
  vehicle: undefined,
};

/** The vehicle that this browser remembers. */
export function myVehicle(): ChosenVehicle | undefined {
  const raw = inMemory ?? tryStorage(() => localStorage.getItem(key)) ?? null;
  if (raw !== parsed.raw) parsed = { raw, vehicle: parseVehicle(raw) };
  return parsed.vehicle;
}

/** The vehicle that this browser remembers, in every tab alike; none on the server and in the browser's first rendering. */
export function useMyVehicle(): ChosenVehicle | undefined {
  return useSyncExternalStore(subscribe, myVehicle, () => undefined);
}

/** Remembers a vehicle in place of the one before; undefined forgets it. */
export function rememberVehicle(vehicle: ChosenVehicle | undefined): void {
  const raw = vehicle === undefined ? '' : JSON.stringify(vehicle);
  const stored = tryStorage(() => (localStorage.setItem(key, raw), true));
  inMemory = stored ? undefined : raw;
  for (const listener of listeners) listener();
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

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
