import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(builds, { recursive: true, force: true });
});

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

/** Another process that publishes a build of two files, the second one once the answered function is called; that answers its exit code. */
async function publisher(name: string, content: string) {
  const program = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { publishBuild } from ${JSON.stringify(new URL('./publish-build.ts', import.meta.url).href)};
    const [builds, name, content] = process.argv.slice(1);
    await publishBuild(builds, name, async (folder) => {
      mkdirSync(folder);
      writeFileSync(folder + '/file', content);
      process.stdout.write('half');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      writeFileSync(folder + '/last', content);
    });
    process.stdin.destroy();`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program, builds, name, content],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  children.push(child);
  const exited = once(child, 'exit');
  // One that fails has ended before.
  await Promise.race([once(child.stdout, 'data'), exited]);
  return async () => {
    child.stdin.write('on');
    const [code] = await exited;
    return code as unknown;
  };
}

test('two processes that make the same build at once both end with it, whole', async () => {
  const [first, second] = await Promise.all([
    publisher('same', 'first'),
    publisher('same', 'second'),
  ]);
  expect(await first()).toBe(0);
  expect(await second()).toBe(0);
  expect([newest(), fileOf('same'), readdirSync(builds).toSorted()]).toEqual([
    'same',
    'first',
    ['current', 'same'],
  ]);
  expect(readFileSync(path.join(builds, 'same', 'last'), 'utf8')).toBe('first');
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
