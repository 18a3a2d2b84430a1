import { hash } from 'node:crypto';
import type { AnswerFor, Api, CallName, InputFor, Page } from '#contract/api.ts';

/** A call that a page was made of, and a digest of what it answered; undefined for one that failed. */
interface AskedCall {
  readonly key: string;
  ask(api: Api): Promise<unknown>;
  digest: string | undefined;
}

/** Notes the calls of a rendering. `calls` are undefined unless all were answered: what failed may be well the next time. */
export function notingCalls(api: Api): {
  readonly api: Api;
  calls(): readonly AskedCall[] | undefined;
} {
  const calls: AskedCall[] = [];
  const noted = async <Answer>(
    key: string,
    ask: (api: Api) => Promise<Answer>,
  ): Promise<Answer> => {
    const call: AskedCall = { key, ask, digest: undefined };
    calls.push(call);
    const answer = await ask(api);
    call.digest = digestOf(answer);
    return answer;
  };
  return {
    calls: () =>
      calls.length > 0 && calls.every(({ digest }) => digest !== undefined) ? calls : undefined,
    api: {
      call: (name, input) => noted(keyOf('call', name, input), askingCall(name, input)),
      page: (name, input) => noted(keyOf('page', name, input), askingPage(name, input)),
    },
  };
}

// Made out here, so that a page that is kept holds its calls only, and not the API that they were noted for, which may know their answers.

function askingCall<N extends CallName>(
  name: N,
  input: InputFor<N>,
): (api: Api) => Promise<AnswerFor<N>> {
  return (api) => api.call(name, input);
}

function askingPage<N extends CallName>(
  name: N,
  input: InputFor<N>,
): (api: Api) => Promise<Page<AnswerFor<N>>> {
  return (api) => api.page(name, input);
}

/**
 * Asks all of these calls again, at once. `areSame` tells whether each answers what it answered before, so that the page would come
 * out as it was; if not, a rendering with this API asks nothing twice.
 */
export function askAgain(
  api: Api,
  calls: readonly AskedCall[],
): { readonly api: Api; readonly areSame: Promise<boolean> } {
  const answers = new Map<string, Promise<unknown>>();
  for (const { key, ask } of calls) if (!answers.has(key)) answers.set(key, ask(api));
  const compared = calls.map(
    async ({ key, digest }) => digestOf(await answers.get(key)) === digest,
  );
  const once = (key: string, ask: () => Promise<unknown>) => (answers.get(key) ?? ask()) as never;
  return {
    areSame: Promise.all(compared).then(
      (all) => all.every(Boolean),
      () => false,
    ),
    api: {
      call: async (name, input) => once(keyOf('call', name, input), () => api.call(name, input)),
      page: async (name, input) => once(keyOf('page', name, input), () => api.page(name, input)),
    },
  };
}

function keyOf(kind: keyof Api, name: string, input: unknown): string {
  return `${kind} ${name} ${JSON.stringify(input)}`;
}

function digestOf(answer: unknown): string {
  return hash('sha256', JSON.stringify(answer) ?? '', 'base64url');
}
