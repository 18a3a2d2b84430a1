import { useSyncExternalStore } from 'react';
import { tryStorage } from './storage.ts';

/** A value in local storage. */
export interface StoredValue<Value> {
  /** As it is now. */
  read(): Value;
  /** Stores a text in every tab; null removes it. */
  write(raw: string | null): void;
  /** As it is, in every tab alike; what no text says on the server and in the browser's first rendering. */
  use(): Value;
}

/**
 * A value in local storage: it survives reloads, and other tabs follow. Where storage is forbidden or full, it lasts as long as the
 * page. `parse` reads any text, also one that makes no sense, and null where there is none.
 */
export function storedValue<Value>(
  key: string,
  parse: (raw: string | null) => Value,
): StoredValue<Value> {
  const listeners = new Set<() => void>();
  /** What could not be stored. */
  let inMemory: { readonly raw: string | null } | undefined;
  const none = parse(null);
  /** React needs the same object while nothing changes. */
  let parsed: { readonly raw: string | null; readonly value: Value } = { raw: null, value: none };

  const read = (): Value => {
    const raw = inMemory ? inMemory.raw : (tryStorage(() => localStorage.getItem(key)) ?? null);
    if (raw !== parsed.raw) parsed = { raw, value: parse(raw) };
    return parsed.value;
  };
  const write = (raw: string | null): void => {
    const isStored = tryStorage(() => {
      if (raw === null) localStorage.removeItem(key);
      else localStorage.setItem(key, raw);
      return true;
    });
    inMemory = isStored ? undefined : { raw };
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) listener();
    };
    listeners.add(listener);
    addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', onStorage);
    };
  };
  return { read, write, use: () => useSyncExternalStore(subscribe, read, () => none) };
}
