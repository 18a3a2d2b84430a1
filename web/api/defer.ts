/** A loaded value, or a failure. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false };

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
  return promise.then(
    (value) => ({ ok: true, value }) as const,
    () => ({ ok: false }) as const,
  );
}
