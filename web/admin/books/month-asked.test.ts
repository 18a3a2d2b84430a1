import { expect, test } from 'vitest';
import { daysOf, monthAfter, monthBefore } from '#contract/book-rules.ts';
import { monthAsked, monthWords, timeWords } from './month-asked.ts';

const now = new Date('2026-11-25T23:30:00Z');
const asked = (query: string) => monthAsked(`http://shop.test/books${query}`, now);

test('an address asks for a month, or for this one', () => {
  expect(asked('')).toEqual({ month: '2026-11' });
  expect(asked('?month=')).toEqual({ month: '2026-11' });
  expect(asked('?month=2025-02')).toEqual({ month: '2025-02' });
});

test.each(['2026-13', '2026-1', 'May', '2026-05-01'])('%s is no month', (typed) => {
  expect(asked(`?month=${typed}`)).toEqual({ month: '2026-11', fault: typed });
});

test.each([
  ['2026-01', '2025-12', '2026-02', '2026-01-31'],
  ['2028-02', '2028-01', '2028-03', '2028-02-29'],
  ['2026-12', '2026-11', '2027-01', '2026-12-31'],
])('%s comes after %s and before %s, and ends on %s', (month, before, after, last) => {
  expect([monthBefore(month), monthAfter(month)]).toEqual([before, after]);
  expect(daysOf(month)).toEqual({ from: `${month}-01`, to: last });
});

test('months and times are those of UTC', () => {
  expect(monthWords('2026-11')).toBe('November 2026');
  expect(timeWords('2026-11-30T23:59:59.999Z')).toBe('Nov 30, 23:59');
});
