import { expect, test } from 'vitest';
import { calls } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { callsWithoutSchemas } from './vite-calls.ts';

const { load } = callsWithoutSchemas('/shop') as { load: (id: string) => string | null };

async function tableIn(file: string, name: string): Promise<Record<string, unknown>> {
  const code = load(`/shop/${file}`) ?? '';
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module[name];
}

/** What the browser has to know of each call. */
const facts = ([name, { method, path, access, upload, storeUpload }]: [string, Endpoint]) => [
  name,
  { method, path, access, upload, storeUpload },
];

test('the tables of the browser have every call, admins those of their own', async () => {
  const all = Object.entries<Endpoint>(calls);
  const ofAdmins = all.filter(([, { access }]) => access === 'admin');
  const ofOthers = all.filter(([, { access }]) => access !== 'admin');
  expect([ofAdmins.length > 20, ofOthers.length > 20]).toEqual([true, true]);
  expect(await tableIn('contract/api.ts', 'calls')).toEqual(
    Object.fromEntries(ofOthers.map(facts)),
  );
  expect(await tableIn('web/api/admin-calls.ts', 'adminCalls')).toEqual(
    Object.fromEntries(ofAdmins.map(facts)),
  );
});
