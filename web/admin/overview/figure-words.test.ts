import { dollarWords } from '#contract/figure-rules.ts';
import { expect, test } from 'vitest';
import { axisDay, changeOf, rangeWords, rateOf, shortDollars } from './figure-words.ts';

test('money that went back has its sign before the dollars', () => {
  expect([1234.5, 0, -12].map(dollarWords)).toEqual(['$1,234.50', '$0.00', '-$12.00']);
  expect([1_200_000, 0, -12_000].map(shortDollars)).toEqual(['$1.2M', '$0', '-$12K']);
});

test.each([
  [112, 100, { direction: 'up', words: '12% from $100.00' }],
  [50, 100, { direction: 'down', words: '50% from $100.00' }],
  [100, 100, { direction: 'none', words: 'As before: $100.00' }],
  [100, null, { direction: 'none', words: 'No orders before' }],
  // Of nothing, and of a loss, there is no share.
  [100, 0, { direction: 'up', words: 'From $0.00' }],
  [-10, -20, { direction: 'up', words: 'From -$20.00' }],
  [null, 80, { direction: 'none', words: 'From $80.00' }],
] as const)('%s after %s', (now, before, change) => {
  expect(changeOf(now, before, dollarWords)).toEqual(change);
});

test('a share of nothing is none', () => {
  expect([rateOf(1, 3), rateOf(0, 4), rateOf(2, 0)]).toEqual(['33.3%', '0%', undefined]);
});

test.each([
  ['2026-11-25', '2026-11-25', 'Nov 25, 2026'],
  ['2026-11-01', '2026-11-30', 'Nov 2026'],
  ['2026-11-01', '2026-12-31', 'Nov 1 to Dec 31, 2026'],
  ['2025-12-30', '2026-01-04', 'Dec 30, 2025 to Jan 4, 2026'],
  ['2026-11-02', '2026-11-30', 'Nov 2 to Nov 30, 2026'],
])('%s to %s in words', (from, to, words) => {
  expect(rangeWords({ from, to })).toBe(words);
});

test('an axis names months, and other periods by their first day', () => {
  expect([axisDay('2026-11-01', 'month'), axisDay('2026-11-02', 'week')]).toEqual(['Nov', 'Nov 2']);
});
