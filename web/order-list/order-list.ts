import { useSyncExternalStore } from 'react';
import type { WrittenLine } from '#contract/list-lines.ts';
import { tryStorage } from '#web/api/storage.ts';
import { currentSession, useSession } from '#web/session/session.ts';
import { noList, parseList, type StoredList } from './stored-list.ts';

/** The key of the list in local storage: it survives reloads, and other tabs follow. */
const key = 'underhood.order-list';

const listeners = new Set<() => void>();
const ownListeners = new Set<() => void>();
/** Where storage is forbidden or full, the list lasts as long as the page. */
let inMemory: string | null = null;
/** The last parsed text and its list: React needs the same object while nothing changes. */
let parsed: { readonly raw: string | null; readonly list: StoredList } = {
  raw: null,
  list: noList,
};

/** The list as this browser keeps it, whoever it belongs to. */
export function storedList(): StoredList {
  const raw = inMemory ?? tryStorage(() => localStorage.getItem(key)) ?? null;
  if (raw !== parsed.raw) parsed = { raw, list: parseList(raw) };
  return parsed.list;
}

/** Stores the list, in every tab. */
export function storeList(list: StoredList): void {
  const raw = JSON.stringify(list);
  const stored = tryStorage(() => (localStorage.setItem(key, raw), true));
  inMemory = stored ? null : raw;
  for (const listener of listeners) listener();
}

/** The lines of whoever is here: a customer does not see the list of somebody else who was signed in before. */
export function currentLines(): readonly WrittenLine[] {
  const { owner, lines } = storedList();
  return owner === null || owner === currentSession()?.email ? lines : noList.lines;
}

/** The lines of whoever is here, in every tab alike; none on the server and in the browser's first rendering. */
export function useLines(): readonly WrittenLine[] {
  const session = useSession();
  const list = useSyncExternalStore(subscribe, storedList, () => noList);
  return list.owner === null || list.owner === session?.email ? list.lines : noList.lines;
}

/** Changes the list: at once here, a moment later in the account (keep-list.ts). */
export function changeLines(
  change: (lines: readonly WrittenLine[]) => readonly WrittenLine[],
): void {
  const list = storedList();
  const email = currentSession()?.email ?? null;
  const lines = change(currentLines());
  // What a guest has becomes the account's when it is joined with that; what somebody else had is theirs, and in their account.
  storeList(
    list.owner === null || list.owner === email ? { ...list, lines } : { ...noList, lines },
  );
  for (const listener of ownListeners) listener();
}

/** Calls `listener` after each change that was made in this tab; returns how to stop. */
export function onOwnChange(listener: () => void): () => void {
  ownListeners.add(listener);
  return () => void ownListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
