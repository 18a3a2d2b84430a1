import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { mountSite } from './site.ts';
import { forgetOld } from '#server/background/retention.ts';
import { freshDatabase } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { smallBuild } from '#test/small-build.ts';

const database = await freshDatabase();
const ending: (() => unknown)[] = [() => database.close()];
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
});

/** A copy of the shop on the one database, with a build of these hashed files. */
async function copyWith(files: Readonly<Record<string, string>>): Promise<TestShop> {
  const buildDir = smallBuild();
  const assets = path.join(buildDir, 'client', 'assets');
  mkdirSync(assets, { recursive: true });
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(assets, name), content);
  const copy = await startShop({
    database: { ...database, close: async () => {} },
    pages: (app, parts) => mountSite(app, { ...parts, buildDir }),
  });
  ending.push(
    () => copy.close(),
    () => rmSync(buildDir, { recursive: true }),
  );
  return copy;
}

const fileOf = async (copy: TestShop, name: string) => {
  const { status, body, headers } = await copy.request('GET', `/assets/${name}`);
  return [status, body, headers['content-type'], headers['cache-control']];
};

test('a page finds its files at every copy of the shop, of a newer and of an earlier build too', async () => {
  const before = await copyWith({ 'page-aaaaaaaa.js': 'before;', 'app-cccccccc.css': 'a{}' });
  const after = await copyWith({ 'page-bbbbbbbb.js': 'after;', 'font-dddddddd.woff2': 'f' });
  const immutable = 'public, max-age=31536000, immutable';
  for (const copy of [before, after]) {
    expect(await fileOf(copy, 'page-aaaaaaaa.js')).toEqual([
      200,
      'before;',
      'application/javascript; charset=utf-8',
      immutable,
    ]);
    expect(await fileOf(copy, 'page-bbbbbbbb.js')).toEqual([
      200,
      'after;',
      'application/javascript; charset=utf-8',
      immutable,
    ]);
    expect(await fileOf(copy, 'app-cccccccc.css')).toEqual([
      200,
      'a{}',
      'text/css; charset=utf-8',
      immutable,
    ]);
    expect(await fileOf(copy, 'font-dddddddd.woff2')).toEqual([200, 'f', 'font/woff2', immutable]);
  }
  for (const name of [
    'page-eeeeeeee.js',
    'page.css',
    '..%2fserver%2findex.js',
    '%00',
    'a'.repeat(300),
  ])
    expect((await before.request('GET', `/assets/${name}`)).status).toBe(404);
});

test('files that no copy has started with for ninety days are forgotten, those of running copies are served from their own disk', async () => {
  const copy = await copyWith({ 'late-ffffffff.js': 'late;' });
  const other = await copyWith({ 'page-aaaaaaaa.js': 'before;' });
  copy.clock.advance(89 * dayMs);
  await forgetOld(copy);
  expect((await fileOf(other, 'late-ffffffff.js'))[0]).toBe(200);
  copy.clock.advance(2 * dayMs);
  await forgetOld(copy);
  expect((await fileOf(other, 'late-ffffffff.js'))[0]).toBe(404);
  expect((await fileOf(copy, 'late-ffffffff.js'))[0]).toBe(200);
});
