import { useSyncExternalStore } from 'react';
import { hasVin } from '#contract/vin-rules.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { currentSession } from '#web/session/session.ts';
import { bringTogether, type AccountCalls } from './bring-together.ts';
import { onOwnChange } from './order-list.ts';

/** How the list of a customer stands with their account; `elsewhere`: it was changed on another device meanwhile. */
export interface Keeping {
  readonly state: 'kept' | 'saving' | 'unsaved';
  readonly elsewhere: boolean;
}

/** Milliseconds between a change and its sending: several changes are one call. */
const pause = 600;
/** Milliseconds until what could not be sent is tried again. */
const patience = 15_000;

const calls: AccountCalls = {
  read: () => call('getOrderList', {}),
  // A browser may still have a VIN among the lines of an earlier version: the account takes none, and so none of the others with it.
  write: ({ lines, version }) =>
    call('putOrderList', { body: { lines: lines.filter((one) => !hasVin(one)), version } }),
};

const nothing: Keeping = { state: 'kept', elsewhere: false };
let keeping = nothing;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;

/** How the list stands with the account; in this tab. */
export function useKeeping(): Keeping {
  return useSyncExternalStore(
    listen,
    () => keeping,
    () => nothing,
  );
}

/** Keeps the list of whoever is signed in, and every change of it, in their account; returns how to stop. */
export function keepList(): () => void {
  keepSoon(0);
  const stop = onOwnChange(() => {
    set({ ...keeping, state: 'saving' });
    keepSoon(pause);
  });
  return () => {
    stop();
    // The next one in this tab is told nothing of this list.
    set(nothing);
  };
}

/** Reads the account's list anew, such as when somebody comes back to the page. */
export function readAnew(): void {
  if (currentSession() !== undefined) keepSoon(0, true);
}

export function putAsideElsewhere(): void {
  set({ ...keeping, elsewhere: false });
}

function keepSoon(wait: number, anew = false): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    running = (running ?? Promise.resolve()).then(() => keep(anew));
  }, wait);
}

async function keep(anew: boolean): Promise<void> {
  const email = currentSession()?.email;
  if (email === undefined) return;
  const isHere = () => currentSession()?.email === email;
  try {
    const elsewhere = await bringTogether({ email, isHere }, calls, anew);
    if (isHere()) set({ state: 'kept', elsewhere: keeping.elsewhere || elsewhere });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isHere()) return;
    set({ ...keeping, state: 'unsaved' });
    if (error.status === 0 || error.status >= 429) keepSoon(patience);
  }
}

function set(next: Keeping): void {
  keeping = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
