import { mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { temporaryFolder } from '#test/database.ts';
import { publishBuild } from './publish-build.ts';

let builds: string;
beforeEach(() => {
  builds = temporaryFolder('builds');
});
afterEach(() => rmSync(builds, { recursive: true, force: true }));

/** Makes a build of one file; answers how often that was done. */
async function publish(name: string, content = name): Promise<number> {
  let made = 0;
  await publishBuild(builds, name, async (folder) => {
    made += 1;
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'file'), content);
  });
  return made;
}

const newest = () => readFileSync(path.join(builds, 'current'), 'utf8');
const fileOf = (name: string) => readFileSync(path.join(builds, name, 'file'), 'utf8');

test('a new build leaves the one that a running copy uses as it is', async () => {
  expect(await publish('first')).toBe(1);
  expect(await publish('second')).toBe(1);
  expect([newest(), fileOf('first'), fileOf('second')]).toEqual(['second', 'first', 'second']);
});

test('going back to an earlier version takes its build, unchanged', async () => {
  await publish('first');
  await publish('second');
  expect(await publish('first', 'other')).toBe(0);
  expect([newest(), fileOf('first')]).toEqual(['first', 'first']);
});

test('a build that fails is not taken for one, and leaves nothing behind', async () => {
  await publish('first');
  const failing = publishBuild(builds, 'second', async (folder) => {
    mkdirSync(folder);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([newest(), readdirSync(builds).toSorted()]).toEqual(['first', ['current', 'first']]);
});

test('two processes that make the same build at once both end with it', async () => {
  await Promise.all([publish('same'), publish('same')]);
  expect([newest(), fileOf('same'), readdirSync(builds).toSorted()]).toEqual([
    'same',
    'same',
    ['current', 'same'],
  ]);
});

test('builds go a week after their last use, when three newer ones are there', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await publish(name);
  for (const [name, days] of [
    ['a', 30],
    ['b', 6],
    ['c', 8],
  ] as const) {
    const at = new Date(Date.now() - days * dayMs);
    utimesSync(path.join(builds, name), at, at);
  }
  await publish('f');
  expect(readdirSync(builds).toSorted()).toEqual(['b', 'current', 'd', 'e', 'f']);
});
