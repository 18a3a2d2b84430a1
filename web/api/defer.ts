import { ApiError } from './api-error.ts';

/**
 * A loaded value; `valueOf` reads it. What the server loaded so is JSON in the page that it writes: the router's own form for values takes the server and the
 * browser longer, and has more bytes.
 */
export interface Arrived<Value> {
  readonly ok: true;
  readonly value?: Value;
  readonly json?: string;
}

/** A loaded value, or a failure; `isForbidden` where whoever asks may not see it any more. */
export type Outcome<Value> =
  | Arrived<Value>
  | { readonly ok: false; readonly isForbidden?: boolean };

/** An outcome that is there or still loading. Never rejects. */
export type Deferred<Value> = Outcome<Value> | Promise<Outcome<Value>>;

/**
 * Waits up to `patienceMs` for each of the promises and passes on those that take longer: a page with quick data is sent
 * whole, another one is streamed with a spinner. A failure becomes the outcome `ok: false`, so that a list that fails does
 * not break the rest of the page.
 */
export async function defer<Values extends Record<string, unknown>>(
  promises: { readonly [K in keyof Values]: Promise<Values[K]> },
  patienceMs: number,
): Promise<{ [K in keyof Values]: Deferred<Values[K]> }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const impatience = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patienceMs);
  });
  const entries = Object.entries<Promise<unknown>>(promises).map(async ([name, promise]) => {
    const outcome = outcomeOf(promise);
    const first = await Promise.race([outcome, impatience]);
    // Wrapped in an array: an async function would wait for a bare promise it returns.
    return [name, first === 'late' ? outcome : first] as const;
  });
  const settled = await Promise.all(entries);
  clearTimeout(timer);
  return Object.fromEntries(settled) as { [K in keyof Values]: Deferred<Values[K]> };
}

function outcomeOf<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  return promise.then<Outcome<Value>, Outcome<Value>>(arrived, (error: unknown) =>
    error instanceof ApiError && error.status === 403
      ? { ok: false, isForbidden: true }
      : { ok: false },
  );
}

/** What is in `json`: known on the server, which need not read what it wrote, and in the browser since it was read first. */
const values = new WeakMap<Arrived<unknown>, unknown>();

/** A value that a page waited for. */
export function arrived<Value>(value: Value): Arrived<Value> {
  if (!import.meta.env.SSR) return { ok: true, value };
  const its = { ok: true, json: JSON.stringify(value) } as const;
  values.set(its, value);
  return its;
}

/** The loaded value. */
export function valueOf<Value>(its: Arrived<Value>): Value {
  if (its.json === undefined) return its.value as Value;
  if (!values.has(its)) values.set(its, JSON.parse(its.json));
  return values.get(its) as Value;
}
