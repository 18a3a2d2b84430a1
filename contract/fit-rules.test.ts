import { expect, test } from 'vitest';
import { confirmedInWords, doubtInWords, isDoubted } from './fit-rules.ts';

test.each([
  [0, 4, false],
  [5, 0, false],
  [4, 1, true],
  [0, 5, true],
  [9, 1, false],
  [8, 1, true],
  [112, 1, false],
  [899, 100, true],
  [900, 100, false],
])('%i who confirm it and %i who do not: doubted is %s', (yes, no, doubted) => {
  expect(isDoubted({ yes, no })).toBe(doubted);
});

test.each([
  [112, 1, 0, '112 buyers confirmed it, 1 did not.'],
  [1, 0, 0, '1 buyer confirmed it.'],
  [0, 1, 0, '1 buyer says it does not fit.'],
  [0, 2, 1, '2 buyers say it does not fit, 1 fitted it with changes.'],
  [3, 0, 2, '3 buyers confirmed it, 2 fitted it with changes.'],
  [0, 0, 1, '1 buyer fitted it with changes.'],
  [0, 0, 0, ''],
])('%i, %i and %i are told as words', (yes, no, changes, words) => {
  expect(confirmedInWords({ yes, no, changes })).toBe(words);
});

test('a doubt names those who contradict', () => {
  expect(doubtInWords({ yes: 5, no: 3 })).toBe('3 of 8 buyers say it does not fit.');
});
