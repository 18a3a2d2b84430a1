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

test('files of a copy that runs stay, however long; those that no copy has run with for ninety days go', async () => {
  const copy = await copyWith({ 'late-ffffffff.js': 'late;' });
  const other = await copyWith({ 'page-aaaaaaaa.js': 'before;' });
  const status = async (name: string) => (await fileOf(other, name))[0];
  for (let day = 0; day < 100; day += 9) {
    for (const one of [copy, other]) {
      one.clock.advance(9 * dayMs);
      await forgetOld(one);
    }
    expect(await status('late-ffffffff.js')).toBe(200);
  }
  await copy.close();
  other.clock.advance(89 * dayMs);
  await forgetOld(other);
  expect(await status('late-ffffffff.js')).toBe(200);
  other.clock.advance(2 * dayMs);
  await forgetOld(other);
  expect(await status('late-ffffffff.js')).toBe(404);
  // Of its own, also after three months of sleep.
  other.clock.advance(91 * dayMs);
  await forgetOld(other);
  const newer = await copyWith({ 'page-bbbbbbbb.js': 'after;' });
  expect((await fileOf(newer, 'page-aaaaaaaa.js'))[0]).toBe(200);
});

test('files that no copy runs with go in one round, however many', async () => {
  const copy = await copyWith({ 'page-aaaaaaaa.js': 'before;' });
  const old = Array.from({ length: 2500 }, (_, n) => ({
    name: `old-${String(n).padStart(8, '0')}.js`,
    content: Buffer.from('old;'),
    seen_at: new Date(copy.clock.now().getTime() - 91 * dayMs),
  }));
  await copy.db.insertInto('page_files').values(old).execute();
  await forgetOld(copy);
  const left = copy.db.selectFrom('page_files').select('name').where('name', 'like', 'old-%');
  expect(await left.execute()).toEqual([]);
});
