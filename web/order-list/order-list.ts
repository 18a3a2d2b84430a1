import type { WrittenLine } from '#contract/list-lines.ts';
import { storedValue } from '#web/api/stored-value.ts';
import { currentSession, useSession } from '#web/session/session.ts';
import { noList, parseList, type StoredList } from './stored-list.ts';

const stored = storedValue('underhood.order-list', parseList);

const ownListeners = new Set<() => void>();

/** The list as this browser keeps it, whoever it belongs to. */
export const storedList = stored.read;

/** Stores the list, in every tab. */
export function storeList(list: StoredList): void {
  stored.write(JSON.stringify(list));
}

/** The lines of whoever is here: a customer does not see the list of somebody else who was signed in before. */
export function currentLines(): readonly WrittenLine[] {
  const { owner, lines } = storedList();
  return owner === null || owner === currentSession()?.email ? lines : noList.lines;
}

/** The lines of whoever is here, in every tab alike; none on the server and in the browser's first rendering. */
export function useLines(): readonly WrittenLine[] {
  const session = useSession();
  const list = stored.use();
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
