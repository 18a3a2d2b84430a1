import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { timeLimited, backgroundTimeoutMs, pageTimeoutMs, type Ask } from './time-limits.ts';
import { CardsUnavailable } from './port.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

/** How long it takes until a call without an answer times out. */
async function givenUpAfter(ask: Ask): Promise<number> {
  const since = Date.now();
  const [given] = await Promise.all([
    ask(never).catch((error: unknown) => error),
    vi.runAllTimersAsync(),
  ]);
  expect(given).toBeInstanceOf(CardsUnavailable);
  return Date.now() - since;
}

it('work in the background waits long for one answer, and not as long for the next ones when none comes', async () => {
  const ask = timeLimited({ clock: systemClock, timeoutMs: backgroundTimeoutMs });
  expect(await givenUpAfter(ask)).toBe(backgroundTimeoutMs);
  expect([await givenUpAfter(ask), await givenUpAfter(ask)]).toEqual([
    pageTimeoutMs,
    pageTimeoutMs,
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await givenUpAfter(ask)).toBe(backgroundTimeoutMs);
});

it('a page waits as long every time', async () => {
  const ask = timeLimited({ clock: systemClock, timeoutMs: pageTimeoutMs });
  expect([await givenUpAfter(ask), await givenUpAfter(ask)]).toEqual([
    pageTimeoutMs,
    pageTimeoutMs,
  ]);
});
