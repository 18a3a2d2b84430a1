import type { Plugin } from 'vite';
import { calls } from '#contract/api.ts';

/** What the browser needs to know of a call; schemas are the server's. */
const browserFacts = ['method', 'path', 'access', 'upload', 'storeUpload'];

/** In the browser `contract/api.ts` is the table of its calls without their schemas, and without the library that makes these. */
export function callsWithoutSchemas(root: string): Plugin {
  const file = `${root}/contract/api.ts`;
  return {
    name: 'calls-without-schemas',
    enforce: 'pre',
    load(id) {
      if (this.environment.name !== 'client' || id !== file) return null;
      return `export const calls = ${JSON.stringify(calls, (key, value: unknown) => (isFact(key) ? value : undefined))};`;
    },
  };
}

/** The table itself, the names of its calls, and their facts. */
const isFact = (key: string): boolean =>
  key === '' || Object.hasOwn(calls, key) || browserFacts.includes(key);
