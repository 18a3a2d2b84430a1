import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Api } from '#contract/api.ts';
import { askAgain, notingCalls } from './asked-calls.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Answers each call with an object of its own. */
function answering(): { readonly api: Api; readonly answers: WeakRef<object>[] } {
  const answers: WeakRef<object>[] = [];
  const answer = async () => {
    const own = { rows: [String(answers.length)] };
    answers.push(new WeakRef(own));
    return own as never;
  };
  return { answers, api: { call: answer, page: answer } };
}

const ways: Record<string, (api: Api) => Promise<unknown>> = {
  call: (api) => api.call('listCategories', {}),
  page: (api) => api.page('listReviews', { query: {} }),
};

/** Asks as a page does that is made, and made again; answers what is kept of it. */
async function madeTwice(api: Api, ask: (api: Api) => Promise<unknown>) {
  const first = notingCalls(api);
  await ask(first.api);
  const again = askAgain(api, first.calls() ?? []);
  expect(await again.areSame).toBe(false);
  const second = notingCalls(again.api);
  await ask(second.api);
  return second.calls();
}

test.each(Object.entries(ways))(
  'what is kept to compare a page with holds no answer to a %s',
  async (_, ask) => {
    const { api, answers } = answering();
    const kept = await madeTwice(api, ask);
    await new Promise(setImmediate);
    collectGarbage();
    expect(kept).toHaveLength(1);
    expect(answers.map((one) => one.deref())).toEqual([undefined, undefined]);
  },
);
