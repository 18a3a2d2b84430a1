/** A card provider that fails as Stripe does: it stores a failure under the request's idempotency key and repeats it for a day. */
export interface KeptFailures {
  /** Wraps the calls to the card provider. */
  through(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
  /** While true, every request with a key fails, and the failure is stored. */
  isOut: boolean;
  /** The request is carried out nevertheless; only its answer is a failure. */
  doesItNevertheless: boolean;
}

export function keptFailures(): KeptFailures {
  const kept = new Set<string>();
  const failures: KeptFailures = {
    isOut: false,
    doesItNevertheless: false,
    through: (fetch) => async (input, init) => {
      const key = new Headers(init?.headers).get('idempotency-key');
      if (key !== null && kept.has(key)) return failed({ 'idempotent-replayed': 'true' });
      if (key === null || !failures.isOut) return fetch(input, init);
      kept.add(key);
      if (failures.doesItNevertheless) await fetch(input, init);
      return failed();
    },
  };
  return failures;
}

function failed(headers: Record<string, string> = {}): Response {
  return Response.json(
    { error: { type: 'api_error', message: 'Something went wrong on our end.' } },
    { status: 500, headers },
  );
}
