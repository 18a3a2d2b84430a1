import { useSyncExternalStore } from 'react';
import { tryStorage } from '#web/api/storage.ts';
import { currentSession, useSession } from '#web/session/session.ts';
import type { ChangedLine } from './changes.ts';
import type { Putting, PutLine } from './put-on-list.ts';

/** What was put on the list from one order or batch, and what had changed. */
export interface Again extends Pick<Putting, 'put' | 'fresh' | 'joined' | 'already' | 'left'> {
  /** Which order or batch, for the computer and for people: 'order UH-…'. */
  readonly source: string;
  readonly title: string;
  /** Lines of it. */
  readonly ordered: number;
  readonly changed: readonly ChangedLine[];
}

/** What was ordered again in this tab and is still on the list, the newest last. */
interface Kept {
  /** The e-mail address of whose list it is. */
  readonly owner: string;
  readonly orders: readonly Again[];
  /** The source of what the order pad tells of; null when it was told. */
  readonly shown: string | null;
}

/** The key in session storage: a reload still tells, and pressing again does not put anything there twice. */
const key = 'underhood.order-again';
const most = 20;

const listeners = new Set<() => void>();
let inMemory: string | null = null;
let parsed: { readonly raw: string | null; readonly kept: Kept | undefined } = {
  raw: null,
  kept: undefined,
};

/** What the order pad tells the signed-in customer about what was ordered again. */
export function useShownAgain(): Again | undefined {
  const email = useSession()?.email;
  const kept = useSyncExternalStore(subscribe, read, () => undefined);
  if (kept === undefined || kept.owner !== email) return undefined;
  return kept.orders.find(({ source }) => source === kept.shown);
}

/** What is on the list by this order or batch already. */
export function putBefore(source: string): readonly PutLine[] {
  return own().orders.find((one) => one.source === source)?.put ?? [];
}

/** Keeps what was ordered again, and tells it. */
export function keepAgain(again: Again): void {
  const { owner, orders } = own();
  const others = orders.filter(({ source }) => source !== again.source);
  store({ owner, orders: [...others, again].slice(-most), shown: again.source });
}

/** What was told needs no telling any more. */
export function putAsideAgain(): void {
  store({ ...own(), shown: null });
}

/** It was taken back. */
export function forgetAgain(gone: string): void {
  const { owner, orders } = own();
  store({ owner, orders: orders.filter(({ source }) => source !== gone), shown: null });
}

/** Forgets lines that are on the list no more: ordered, or removed. */
export function forgetLeft(keys: ReadonlySet<string>): void {
  const { owner, orders, shown } = own();
  const left = orders.map((one) => ({ ...one, put: one.put.filter((put) => keys.has(put.key)) }));
  if (left.every(({ put }, at) => put.length === orders[at]?.put.length)) return;
  const kept = left.filter(({ put }, at) => put.length > 0 || orders[at]?.put.length === 0);
  store({ owner, orders: kept, shown });
}

/** What is kept of whoever is here. */
function own(): Kept {
  const owner = currentSession()?.email ?? '';
  const kept = read();
  return kept?.owner === owner ? kept : { owner, orders: [], shown: null };
}

function read(): Kept | undefined {
  const raw = inMemory ?? tryStorage(() => sessionStorage.getItem(key)) ?? null;
  if (raw !== parsed.raw) parsed = { raw, kept: parse(raw) };
  return parsed.kept;
}

function parse(raw: string | null): Kept | undefined {
  try {
    const kept = JSON.parse(raw ?? 'null') as Kept | null;
    return kept !== null && Array.isArray(kept.orders) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function store(kept: Kept): void {
  const raw = JSON.stringify(kept);
  const stored = tryStorage(() => (sessionStorage.setItem(key, raw), true));
  inMemory = stored ? null : raw;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
