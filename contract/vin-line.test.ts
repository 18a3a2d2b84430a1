import { expect, test } from 'vitest';
import { hasVin } from './vin-rules.ts';

test.each([
  ['1HGCM82633A004352', true],
  ['1hgcm826 33a 004352', true],
  // An O for a zero.
  ['1HGCM82633AOO4352', true],
  ['BD-3122', false],
  ['8A0 319 812', false],
  ['58-33170-04', false],
])('a VIN is no number of a part: %s', (number, isVin) => {
  expect(hasVin({ number })).toBe(isVin);
});

test('a part without a number is named, whatever its name looks like', () => {
  expect(hasVin({ number: '1HGCM82633A004352', productId: 'p' })).toBe(false);
});
