/** A card provider that fails as Stripe does: it keeps its failure under the key of each question, and answers by it for a day. */
export interface KeptFailures {
  /** Stands between the shop and its card provider. */
  through(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
  /** While it is, every question with a key is answered by a failure that is kept. */
  isOut: boolean;
  /** What is asked is done all the same; only the answer is a failure. */
  doesItNevertheless: boolean;
}

/** Starts well. */
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
