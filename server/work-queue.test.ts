import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('a line that may stand still for a while', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => void vi.useRealTimers());

  const takes = (ms: number) => () =>
    new Promise<string>((end) => setTimeout(() => end('done'), ms));

  test('keeps those who wait as long as it moves, and sends them away when it does not', async () => {
    const inLine = workQueue({ atOnce: 1, waiting: 9, standstillMs: 200 });
    const moving = Promise.all(Array.from({ length: 9 }, () => inLine(takes(150))));
    await vi.advanceTimersByTimeAsync(9 * 150);
    expect(await moving).toHaveLength(9);
    const slow = inLine(takes(1_000));
    const behind = inLine(takes(1)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(200);
    expect(await behind).toBeInstanceOf(QueueFull);
    await vi.advanceTimersByTimeAsync(800);
    expect(await slow).toBe('done');
  });

  test('does not move by work that fails', async () => {
    const inLine = workQueue({ atOnce: 1, waiting: 9, standstillMs: 200 });
    const fails = () => takes(150)().then(() => Promise.reject(new Error('no')));
    const ends = Promise.allSettled([inLine(fails), inLine(fails), inLine(takes(1))]);
    await vi.advanceTimersByTimeAsync(300);
    expect((await ends).map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
      'no',
      'no',
      'The turn did not come in time.',
    ]);
  });

  test('does not move by little work that gets through beside much that fails', async () => {
    const inLine = workQueue({ atOnce: 2, waiting: 9, standstillMs: 200 });
    const fails = () => takes(100)().then(() => Promise.reject(new Error('no')));
    const began = performance.now();
    const before = [fails, fails, takes(50), fails, fails, fails].map((work) => inLine(work));
    const last = inLine(takes(1)).catch(() => performance.now() - began);
    const ends = Promise.allSettled(before);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await ends).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await last).toBe(200);
  });

  test('sends away who has waited for all their patience, even while it moves', async () => {
    const inLine = workQueue({ atOnce: 1, waiting: 9, standstillMs: 200, patienceMs: 400 });
    const all = Promise.allSettled(Array.from({ length: 4 }, () => inLine(takes(150))));
    await vi.advanceTimersByTimeAsync(600);
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
  });
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
