import type { Api, CallName } from '#contract/api.ts';

/** As long as a page is cached: what is older was asked for anew. */
const freshMs = 2000;
const most = 100;

/**
 * The API for pages that repeats the answers of these calls for a moment: they are costly, and in the pages of many searches. `clear` forgets all, those that
 * are on their way, too.
 */
export function recentAnswers(
  api: Api,
  names: readonly CallName[],
  now: () => number = Date.now,
): { readonly api: Api; clear(): void } {
  const answers = new Map<string, { readonly answer: Promise<unknown>; readonly until: number }>();
  const recent = (key: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const known = answers.get(key);
    if (known !== undefined && known.until > now()) return known.answer;
    const asked = { answer: ask(), until: now() + freshMs };
    answers.delete(key);
    answers.set(key, asked);
    asked.answer.catch(() => answers.get(key) === asked && answers.delete(key));
    const oldest = answers.size > most ? answers.keys().next().value : undefined;
    if (oldest !== undefined) answers.delete(oldest);
    return asked.answer;
  };
  return {
    clear: () => answers.clear(),
    api: {
      call: async (name, input) =>
        names.includes(name)
          ? ((await recent(`${name} ${JSON.stringify(input)}`, () =>
              api.call(name, input),
            )) as never)
          : api.call(name, input),
      page: async (name, input) => api.page(name, input),
    },
  };
}
