import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBackgroundWork } from './start-background-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work whose rounds last as long as the test wants. */
function work() {
  const begun: number[] = [];
  let finish: (() => void) | undefined;
  let lasts = false;
  const since = Date.now();
  const end = startBackgroundWork(
    {
      everyMinute: () => {
        begun.push((Date.now() - since) / 1000);
        return lasts ? new Promise((resolve) => (finish = resolve)) : Promise.resolve();
      },
      sendMails: async () => undefined,
      workOnImports: async () => undefined,
      workOnDoctor: async () => undefined,
      endWork: async () => undefined,
    },
    { error: () => undefined },
  );
  return { begun, end, last: () => (lasts = true), finish: () => finish?.() };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('what a shop does by itself', () => {
  it('is done a few seconds after the start, and then every minute', async () => {
    const { begun, end } = work();
    await pass(5);
    expect(begun).toHaveLength(1);
    await pass(120);
    expect(begun.map((second) => second - begun[0]!)).toEqual([0, 60, 120]);
    await end();
  });

  it('is never done twice at once, and again as soon as a round that took long is over', async () => {
    const { begun, end, last, finish } = work();
    last();
    await pass(200);
    expect(begun).toHaveLength(1);
    finish();
    await pass(1);
    expect(begun).toHaveLength(2);
    finish();
    await end();
  });

  it('has ended only when the round under way has, and begins no other one', async () => {
    const { begun, end, last, finish } = work();
    last();
    await pass(5);
    let hasEnded = false;
    const ended = end().then(() => (hasEnded = true));
    await pass(5);
    expect(hasEnded).toBe(false);
    finish();
    await ended;
    await pass(300);
    expect(begun).toHaveLength(1);
  });
});
