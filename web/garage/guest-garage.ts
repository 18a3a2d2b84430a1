import { useSyncExternalStore } from 'react';
import { tryStorage } from '#web/api/storage.ts';
import { parseGarage, type NamedVehicle } from './stored-garage.ts';

/** The key of a guest's vehicles in local storage: they survive reloads, and other tabs follow. */
const key = 'underhood.garage';

const listeners = new Set<() => void>();
/** Where storage is forbidden or full, the vehicles last as long as the page. */
let inMemory: string | undefined;
/** The last parsed text and its vehicles: React needs the same object while nothing changes. */
let parsed: { readonly raw: string | null; readonly vehicles: readonly NamedVehicle[] } = {
  raw: null,
  vehicles: [],
};

/** The vehicles that this browser keeps for a guest. */
export function guestGarage(): readonly NamedVehicle[] {
  const raw = inMemory ?? tryStorage(() => localStorage.getItem(key)) ?? null;
  if (raw !== parsed.raw) parsed = { raw, vehicles: parseGarage(raw) };
  return parsed.vehicles;
}

/** The same, in every tab alike. */
export function useGuestGarage(): readonly NamedVehicle[] {
  return useSyncExternalStore(subscribe, guestGarage, () => parsed.vehicles);
}

export function storeGuestGarage(vehicles: readonly NamedVehicle[]): void {
  const raw = JSON.stringify(vehicles);
  const stored = tryStorage(() => {
    if (vehicles.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, raw);
    return true;
  });
  inMemory = stored ? undefined : raw;
  for (const listener of listeners) listener();
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
