import { useEffect, useSyncExternalStore } from 'react';
import type { StockAlert } from '#contract/stock-alerts.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/session/session.ts';

/** Whose alerts are known in this tab, and which. */
interface Known {
  readonly email: string;
  readonly alerts: readonly StockAlert[];
}

let known: Known | undefined;
let loading: { readonly email: string; readonly done: Promise<void> } | undefined;
const listeners = new Set<() => void>();

/** What the signed-in customer waits for; undefined for guests, and while it is not known. However many buttons ask, it is one request. */
export function useOwnAlerts(): readonly StockAlert[] | undefined {
  const email = useSession()?.email;
  const now = useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  );
  useEffect(() => {
    if (email !== undefined && loading?.email !== email) load(email);
  }, [email]);
  return now !== undefined && now.email === email ? now.alerts : undefined;
}

/** Asks for a mail when a part is back. Rejects with an `ApiError`. */
export async function askWhenBack(email: string, part: Omit<StockAlert, 'createdAt'>) {
  await call('askWhenBack', { params: { id: part.partId } });
  const alert = { ...part, createdAt: new Date().toISOString() };
  change(email, (alerts) => [alert, ...alerts.filter(({ partId }) => partId !== part.partId)]);
}

/** Asks for it no longer. Rejects with an `ApiError`. */
export async function forgetWhenBack(email: string, id: string) {
  await call('forgetWhenBack', { params: { id } });
  change(email, (alerts) => alerts.filter(({ partId }) => partId !== id));
}

function load(email: string): void {
  const done = call('listStockAlerts', {}).then(
    (alerts) => {
      // Not if they have changed since they were asked for.
      if (loading?.done === done) store({ email, alerts });
    },
    // The buttons work without.
    () => undefined,
  );
  loading = { email, done };
  void done.finally(() => {
    if (loading?.done === done) loading = undefined;
  });
}

function change(
  email: string,
  edit: (alerts: readonly StockAlert[]) => readonly StockAlert[],
): void {
  loading = undefined;
  store({ email, alerts: edit(known?.email === email ? known.alerts : []) });
}

function store(now: Known): void {
  known = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
