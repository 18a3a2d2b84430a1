import type { Plugin } from 'vite';
import { calls } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** What the browser needs to know of a call; schemas are the server's. */
const browserFacts = ['method', 'path', 'access', 'upload', 'storeUpload'] as const;

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

/** Names of facts stand there once, not for each call: half of the table would be names. */
function table(isWanted: (access: Endpoint['access']) => boolean): string {
  const rows = Object.entries(calls)
    .filter(([, { access }]) => isWanted(access))
    .map(([name, one]) => `${name}: call(${factsOf(one)})`);
  const facts = browserFacts.join();
  return `((call) => ({${rows.join()}}))((${facts}) => ({${facts}}))`;
}

/** Arguments; few calls have the last ones. */
const factsOf = (one: Endpoint): string =>
  browserFacts
    .map((fact) => JSON.stringify(one[fact]))
    .join()
    .replace(/,+$/, '');
