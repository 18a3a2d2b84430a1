import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { FitsQuery, type PartFit } from '#contract/fit.ts';
import { AskedFits } from './asked-fits.ts';

const golf: ChosenVehicle = { make: 'Volkswagen', model: 'Golf', year: 2015 };
const tacoma: ChosenVehicle = { make: 'Toyota', model: 'Tacoma' };
const idOf = (at: number) => `0198f3a2-0000-7000-8000-${String(at).padStart(12, '0')}`;
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => idOf(from + at));

/** A shop whose answers are held until they are given, and a clock that is moved by hand. */
function scene() {
  const calls: {
    readonly vehicle: ChosenVehicle;
    readonly ids: readonly string[];
    readonly answer: () => Promise<void>;
    readonly fail: () => Promise<void>;
  }[] = [];
  const timers: (() => void)[] = [];
  const fits = new AskedFits({
    ask: (vehicle, asked) =>
      new Promise<PartFit[]>((resolve, reject) => {
        const rows = asked.map((partId): PartFit => ({
          partId,
          state: 'fits',
          reason: `Fits ${vehicle.make}.`,
        }));
        calls.push({
          vehicle,
          ids: asked,
          answer: () => (resolve(rows), setImmediate()),
          fail: () => (reject(new Error('no shop')), setImmediate()),
        });
      }),
    later: (gathered) => timers.push(gathered),
  });
  const pass = () => {
    for (const timer of timers.splice(0)) timer();
  };
  return { fits, calls, pass };
}

test('all parts of a rendering are asked about in one call, each once', async () => {
  const { fits, calls, pass } = scene();
  fits.want(golf, [idOf(1)]);
  fits.want(golf, [idOf(2), idOf(1)]);
  expect(calls).toEqual([]);
  pass();
  expect(calls).toMatchObject([{ vehicle: golf, ids: [idOf(1), idOf(2)] }]);
  expect(fits.of(golf, idOf(1))).toBeUndefined();

  // While the answer is on its way, and when it is there, nobody asks again.
  fits.want(golf, [idOf(1)]);
  await calls[0]?.answer();
  fits.want(golf, [idOf(2)]);
  pass();
  expect(calls).toHaveLength(1);
  expect(fits.of(golf, idOf(2))).toEqual({ state: 'fits', reason: 'Fits Volkswagen.' });
});

test('more parts than one call may name are asked about in several, and each call is valid', () => {
  const { fits, calls, pass } = scene();
  fits.want(golf, ids(250));
  pass();
  expect(calls.map((call) => call.ids.length)).toEqual([100, 100, 50]);
  expect(calls.flatMap((call) => call.ids)).toEqual(ids(250));
  for (const call of calls)
    expect(FitsQuery.safeParse({ ...golf, ids: call.ids }).success).toBe(true);
  expect(FitsQuery.safeParse({ ...golf, ids: ids(101) }).success).toBe(false);
});

test('each answer is told, until nobody listens', async () => {
  const { fits, calls, pass } = scene();
  let told = 0;
  const leave = fits.subscribe(() => (told += 1));
  fits.want(golf, ids(101));
  pass();
  await calls[0]?.answer();
  expect([told, fits.answers]).toEqual([1, 1]);
  leave();
  await calls[1]?.answer();
  expect([told, fits.answers]).toEqual([1, 2]);
});

test('another vehicle forgets what was said of the one before, also what comes late', async () => {
  const { fits, calls, pass } = scene();
  fits.want(golf, ids(2));
  pass();
  await calls[0]?.answer();
  fits.want(golf, ids(1, 7));
  pass();
  fits.want(tacoma, ids(2));
  expect(fits.of(golf, idOf(0))).toBeUndefined();
  expect(fits.of(tacoma, idOf(0))).toBeUndefined();
  await calls[1]?.answer();
  expect(fits.of(tacoma, idOf(7))).toBeUndefined();
  pass();
  await calls[2]?.answer();
  expect(calls[2]).toMatchObject({ vehicle: tacoma, ids: ids(2) });
  expect(fits.of(tacoma, idOf(0))).toEqual({ state: 'fits', reason: 'Fits Toyota.' });
});

test('parts that were wanted for a vehicle before are not asked about for the next one', () => {
  const { fits, calls, pass } = scene();
  fits.want(golf, [idOf(1)]);
  fits.want(tacoma, [idOf(2)]);
  pass();
  expect(calls).toMatchObject([{ vehicle: tacoma, ids: [idOf(2)] }]);
});

test('a failed call is silent; whoever wants its parts next asks again', async () => {
  const { fits, calls, pass } = scene();
  let told = 0;
  fits.subscribe(() => (told += 1));
  fits.want(golf, [idOf(1)]);
  pass();
  await calls[0]?.fail();
  expect([told, fits.of(golf, idOf(1))]).toEqual([0, undefined]);
  fits.want(golf, [idOf(1)]);
  pass();
  await calls[1]?.answer();
  expect([told, fits.of(golf, idOf(1))?.state]).toEqual([1, 'fits']);
});
