import type { Plugin } from 'vite';
import { calls } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** What the browser needs to know of a call; schemas are the server's. */
const browserFacts = ['method', 'path', 'access', 'upload', 'storeUpload'];

/**
 * In the browser `contract/api.ts` is the table of its calls without their schemas, and without the library that makes these. What
 * only admins call is a table of its own, which others do not load.
 */
export function callsWithoutSchemas(root: string): Plugin {
  const tables: Readonly<Record<string, string>> = {
    [`${root}/contract/api.ts`]: `export const calls = ${table((access) => access !== 'admin')};`,
    [`${root}/web/api/admin-calls.ts`]: `export const adminCalls = ${table((access) => access === 'admin')};`,
  };
  return {
    name: 'calls-without-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => tables[id] ?? null,
  };
}

function table(isWanted: (access: Endpoint['access']) => boolean): string {
  const wanted = Object.entries(calls).filter(([, { access }]) => isWanted(access));
  return JSON.stringify(Object.fromEntries(wanted.map(([name, one]) => [name, factsOf(one)])));
}

const factsOf = (call: Endpoint): object =>
  Object.fromEntries(Object.entries(call).filter(([fact]) => browserFacts.includes(fact)));
