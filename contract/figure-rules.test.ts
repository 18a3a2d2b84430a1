import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayAfter,
  daysIn,
  groupings,
  isDay,
  longestRange,
  periodsOf,
  periodStart,
  rangeBefore,
  rangeWanted,
} from './figure-rules.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => dayAfter('2010-01-01', days));
const range = fc
  .tuple(day, fc.integer({ min: 1, max: longestRange }))
  .map(([from, days]) => ({ from, to: dayAfter(from, days - 1) }));

test('the calendar has these days and not others', () => {
  for (const known of ['2026-11-25', '2024-02-29', '2026-12-31']) expect(isDay(known)).toBe(true);
  for (const none of [
    '2026-02-29',
    '2026-13-01',
    '2026-11-31',
    '26-11-25',
    '2026-11-25T00',
    '1999-01-01',
    '',
  ])
    expect(isDay(none)).toBe(false);
});

test('the periods of a range are its days, each once and in order', () => {
  fc.assert(
    fc.property(range, fc.constantFrom(...groupings), (within, by) => {
      const periods = periodsOf(within, by);
      expect(periods[0]?.from).toBe(within.from);
      expect(periods.at(-1)?.to).toBe(within.to);
      expect(periods.reduce((sum, period) => sum + daysIn(period), 0)).toBe(daysIn(within));
      for (const period of periods)
        expect(periodStart(period.from, by)).toBe(periodStart(period.to, by));
      for (const period of periods.slice(1)) expect(period.from).toBe(periodStart(period.from, by));
    }),
  );
});

test('the range before has as many days, and ends the day before', () => {
  fc.assert(
    fc.property(range, (within) => {
      const before = rangeBefore(within);
      expect(daysIn(before)).toBe(daysIn(within));
      expect(dayAfter(before.to, 1)).toBe(within.from);
    }),
  );
});

test('a week begins on Monday', () => {
  expect(periodStart('2026-11-25', 'week')).toBe('2026-11-23');
  expect(periodStart('2026-11-23', 'week')).toBe('2026-11-23');
  expect(periodStart('2026-11-22', 'week')).toBe('2026-11-16');
  expect(periodStart('2026-03-01', 'week')).toBe('2026-02-23');
});

test('without days the last thirty are meant', () => {
  const today = '2026-11-25';
  expect(rangeWanted({}, today)).toEqual({ from: '2026-10-27', to: today });
  expect(rangeWanted({ to: '2026-01-30' }, today)).toEqual({
    from: '2026-01-01',
    to: '2026-01-30',
  });
  expect(rangeWanted({ from: '2026-11-01' }, today)).toEqual({ from: '2026-11-01', to: today });
  expect(rangeWanted({ from: '2027-01-01' }, today)).toEqual({
    from: '2027-01-01',
    to: '2027-01-01',
  });
  expect(daysIn(rangeWanted({ from: '2020-01-01' }, today))).toBe(longestRange);
});
