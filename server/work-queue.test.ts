import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { QueueFull, workQueue } from './work-queue.ts';

/** Work that ends when it is told to, and tells when it began. */
function piece(name: string, seen: string[]) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const work = async () => {
    seen.push(name);
    await promise;
    return name;
  };
  return { work, end: () => resolve(undefined) };
}

test('only so much is worked on at a time, in the order in which it came', async () => {
  const inLine = workQueue({ atOnce: 2, waiting: 5 });
  const seen: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => piece(name, seen));
  const all = Promise.all([a, b, c, d].map((one) => inLine(one!.work)));
  await sleep(1);
  expect(seen).toEqual(['a', 'b']);
  b!.end();
  await sleep(1);
  expect(seen).toEqual(['a', 'b', 'c']);
  for (const one of [a, c, d]) one!.end();
  expect(await all).toEqual(['a', 'b', 'c', 'd']);
});

test('work that fails does not hold up the next', async () => {
  const inLine = workQueue({ atOnce: 1, waiting: 5 });
  const failed = inLine(() => Promise.reject(new Error('broken')));
  const next = inLine(async () => 'next');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('who finds the line full is told to come back, and can once it moves', async () => {
  const inLine = workQueue({ atOnce: 1, waiting: 1 });
  const first = piece('first', []);
  const begun = inLine(first.work);
  const second = inLine(async () => 'second');
  await expect(inLine(async () => 'third')).rejects.toBeInstanceOf(QueueFull);
  first.end();
  expect(await Promise.all([begun, second])).toEqual(['first', 'second']);
  expect(await inLine(async () => 'fourth')).toBe('fourth');
});

test('one group takes only its share of the places', async () => {
  const inLine = workQueue({ atOnce: 1, waiting: 5, waitingOfGroup: 1 });
  const first = piece('first', []);
  const begun = inLine(first.work, { group: 'a' });
  const second = inLine(async () => 'second', { group: 'a' });
  await expect(inLine(async () => 'third', { group: 'a' })).rejects.toBeInstanceOf(QueueFull);
  const others = [
    inLine(async () => 'of b', { group: 'b' }),
    inLine(async () => 'of none'),
    inLine(async () => 'of none too'),
  ];
  first.end();
  expect(await Promise.all([begun, second, ...others])).toEqual([
    'first',
    'second',
    'of b',
    'of none',
    'of none too',
  ]);
});

test('who waits longer than patience lasts is sent away, and their place is free', async () => {
  const inLine = workQueue({ atOnce: 1, waiting: 1, patienceMs: 5 });
  const first = piece('first', []);
  const begun = inLine(first.work);
  const never: string[] = [];
  await expect(inLine(piece('late', never).work)).rejects.toBeInstanceOf(QueueFull);
  const patient = inLine(async () => 'patient');
  first.end();
  expect([await begun, await patient, never]).toEqual(['first', 'patient', []]);
});

test('who may go ahead passes the others, but not each other, and a full line does not keep them out', async () => {
  const inLine = workQueue({ atOnce: 1, waiting: 1 });
  const seen: string[] = [];
  const first = piece('first', seen);
  const note = (name: string) => async () => void seen.push(name);
  const all = [
    inLine(first.work),
    inLine(note('stranger')),
    inLine(note('known'), { ahead: true }),
    inLine(note('known too'), { ahead: true }),
  ];
  first.end();
  await Promise.all(all);
  expect(seen).toEqual(['first', 'known', 'known too', 'stranger']);
});
