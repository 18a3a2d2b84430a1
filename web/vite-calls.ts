import type { Plugin } from 'vite';
import { calls } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** What the browser needs to know of a call beside its path; schemas are the server's. */
const browserFacts = ['method', 'access', 'upload', 'storeUpload'] as const;

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

/** Facts stand there once for all calls that have them: with each call they would be half of the table. */
function table(isWanted: (access: Endpoint['access']) => boolean): string {
  const wanted = Object.entries<Endpoint>(calls).filter(([, { access }]) => isWanted(access));
  const alike = Map.groupBy(wanted, ([, one]) => factsOf(one));
  const groups = [...alike].map(([facts, its]) => {
    const rows = its.map(([name, { path }]) => `${name} ${path}`).join(' ');
    return `calls(${JSON.stringify(rows)}, ${facts})`;
  });
  const facts = browserFacts.join();
  return `((calls) => Object.assign(${groups.join()}))((rows, ${facts}) =>
    Object.fromEntries(Array.from(rows.matchAll(/(\\S+) (\\S+)/g), ([, name, path]) => [name, { path, ${facts} }])))`;
}

/** Arguments; few calls have the last ones. */
const factsOf = (one: Endpoint): string =>
  browserFacts
    .map((fact) => JSON.stringify(one[fact]))
    .join()
    .replace(/,+$/, '');
