import { useSyncExternalStore } from 'react';

/** Opened; with a VIN that somebody typed elsewhere, which is in memory only, until it is answered. */
interface Opened {
  readonly vin?: string;
}

let opened: Opened | undefined;
const listeners = new Set<() => void>();

function change(next: Opened | undefined): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens the chooser of the vehicle, which the header of every page has. */
export function openChooser(vin?: string): void {
  change(vin === undefined ? {} : { vin });
}

export function closeChooser(): void {
  change(undefined);
}

export function useOpenedChooser(): Opened | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => opened,
    () => undefined,
  );
}
