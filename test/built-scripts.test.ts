import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newestBuild } from '#server/http/built-pages.ts';
import { ensureBuilt } from '#test/faults/shop-process.ts';

/** The library of schemas gives each of them a property of this name. */
const schemas = '_zod';

beforeAll(() => ensureBuilt(), 420_000);

test('no script but those of admins has schemas: their library is the server’s', () => {
  const folder = path.join(newestBuild(), 'client', 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  const having = scripts.filter((name) =>
    readFileSync(path.join(folder, name), 'utf8').includes(schemas),
  );
  // Without any the marker would be another one by now.
  expect(having).not.toEqual([]);
  expect(having.filter((name) => !name.startsWith('admin'))).toEqual([]);
});
