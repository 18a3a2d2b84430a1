import { expect, test } from 'vitest';
import { daysAsked, presetsOn, queryOf, searchOf } from './days-asked.ts';

const today = '2026-11-25';
const asked = (search: string) => daysAsked(`http://shop/dashboard/overview${search}`, today);
const usual = { from: '2026-10-27', to: today };

test('an address without days asks for the last thirty, beside the thirty before', () => {
  expect(asked('')).toEqual({
    range: usual,
    before: { from: '2026-09-27', to: '2026-10-26' },
    by: 'day',
    compares: true,
  });
});

test('days, grouping and comparison stand in the address, and come back from it', () => {
  const days = asked('?from=2026-01-01&to=2026-06-30&by=month&compare=no');
  expect(days).toEqual({
    range: { from: '2026-01-01', to: '2026-06-30' },
    before: { from: '2025-07-04', to: '2025-12-31' },
    by: 'month',
    compares: false,
  });
  expect(queryOf(days)).toEqual({ from: '2026-01-01', to: '2026-06-30', by: 'month' });
  expect(asked(searchOf(days))).toEqual(days);
});

test('what is no day or no grouping is left out', () => {
  expect(asked('?from=2026-02-30&to=yesterday&by=hour&compare=perhaps')).toEqual(asked(''));
});

test('days that cannot be shown are named, and the usual ones are shown', () => {
  const wrong = asked('?from=2026-11-20&to=2026-11-01');
  expect(wrong).toMatchObject({ range: usual, fault: 'The last day comes before the first.' });
  const long = asked('?from=2025-11-01&to=2026-11-25&by=week');
  expect(long).toMatchObject({
    range: usual,
    by: 'week',
    fault: 'These are 390 days, and 366 are the most.',
  });
});

test('every usual range is one that the shop answers', () => {
  expect(presetsOn(today).map(({ text, range }) => [text, range.from, range.to])).toEqual([
    ['7 days', '2026-11-19', today],
    ['30 days', '2026-10-27', today],
    ['This month', '2026-11-01', today],
    ['Last month', '2026-10-01', '2026-10-31'],
    ['12 months', '2025-12-01', today],
  ]);
  for (const day of ['2026-01-01', '2024-02-29', '2026-12-31', '2026-03-30'])
    for (const { text, range, by } of presetsOn(day)) {
      const shown = daysAsked(`http://shop/${searchOf({ range, by, compares: true })}`, day);
      expect(shown, `${text} on ${day}`).toMatchObject({ range, by });
      expect(shown.fault, `${text} on ${day}`).toBeUndefined();
    }
});
