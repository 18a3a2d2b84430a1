import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { PartFit } from '#contract/fit.ts';
import { AskedFits } from './asked-fits.ts';

const golf: ChosenVehicle = { make: 'Volkswagen', model: 'Golf', year: 2015 };
const tacoma: ChosenVehicle = { make: 'Toyota', model: 'Tacoma' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A shop that answers after so many milliseconds; in place of a number it fails at once, or never answers. */
function shopThat(...answers: (number | 'fails' | 'is silent')[]) {
  const calls: (readonly string[])[] = [];
  const fits = new AskedFits({
    ask: (_, ids) =>
      new Promise<PartFit[]>((resolve, reject) => {
        const answer = answers[calls.length] ?? 'is silent';
        calls.push(ids);
        const rows = ids
          .filter((id) => id !== 'gone')
          .map((partId): PartFit => ({ partId, state: 'does not fit', reason: 'Diesel only.' }));
        if (answer === 'fails') reject(new Error('no shop'));
        if (typeof answer === 'number') setTimeout(() => resolve(rows), answer);
      }),
  });
  return { fits, calls };
}

/** Whether the wait is over after each of these moments. */
async function overAfter(wait: Promise<void> | undefined, ...moments: number[]) {
  let isOver = false;
  void wait?.then(() => (isOver = true));
  const seen: boolean[] = [];
  let now = 0;
  for (const moment of moments) {
    await vi.advanceTimersByTimeAsync(moment - now);
    now = moment;
    seen.push(isOver);
  }
  return seen;
}

test('an answer that is on its way is waited for, and one that is there is not', async () => {
  const { fits, calls } = shopThat(500);
  fits.want(golf, ['a']);
  const wait = fits.whenAnswered(golf, ['a']);
  expect(await overAfter(wait, 400, 600)).toEqual([false, true]);
  expect(fits.of(golf, 'a')?.state).toBe('does not fit');
  expect(fits.whenAnswered(golf, ['a'])).toBeUndefined();
  expect(calls).toEqual([['a']]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what failed is asked again, before and while somebody waits', async () => {
  const { fits, calls } = shopThat('fails', 'fails', 100);
  fits.want(golf, ['a']);
  await vi.advanceTimersByTimeAsync(50);
  const wait = fits.whenAnswered(golf, ['a']);
  expect(await overAfter(wait, 200, 400)).toEqual([false, true]);
  expect(calls).toHaveLength(3);
  expect(fits.of(golf, 'a')?.state).toBe('does not fit');
});

test('nobody waits longer than a second for a shop that does not answer', async () => {
  const { fits } = shopThat('is silent');
  const wait = fits.whenAnswered(golf, ['a']);
  expect(await overAfter(wait, 990, 1000)).toEqual([false, true]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a part of which the shop says nothing is answered, too, and nobody waits for it', async () => {
  const { fits } = shopThat(0);
  expect(await overAfter(fits.whenAnswered(golf, ['gone']), 100)).toEqual([true]);
  expect(fits.whenAnswered(golf, ['gone'])).toBeUndefined();
});

test('another vehicle ends the wait, and is not asked about less for it', async () => {
  const { fits, calls } = shopThat('is silent', 10);
  const wait = fits.whenAnswered(golf, ['a']);
  await vi.advanceTimersByTimeAsync(30);
  fits.want(tacoma, ['b']);
  expect(await overAfter(wait, 300)).toEqual([true]);
  expect(calls).toEqual([['a'], ['b']]);
  expect(fits.of(tacoma, 'b')?.state).toBe('does not fit');
});
