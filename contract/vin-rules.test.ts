import { expect, test } from 'vitest';
import { checkDigitOf, isNearlyVin, vinIn } from './vin-rules.ts';

test.each([
  ['1HGCM82633A004352', '1HGCM82633A004352'],
  [' 1hgcm826-33a 004352 ', '1HGCM82633A004352'],
  ['1HGCM82633A00435', undefined],
  ['1HGCM82633A0043521', undefined],
  ['1HGCM82633AO04352', undefined],
  ['IHGCM82633A004352', undefined],
  ['QHGCM82633A004352', undefined],
  ['', undefined],
])('%j holds the VIN %j', (typed, vin) => {
  expect(vinIn(typed)).toBe(vin);
});

test('a VIN with a letter that none has is told from words and numbers', () => {
  expect(['1HGCM82633AO04352', '1hgcm82633aO04352'].map(isNearlyVin)).toEqual([true, true]);
  expect(['brake disc vented', 'ABCDEFGHJKLMNPRST', '12345678901234567'].map(isNearlyVin)).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  // The examples of 49 CFR 565 and of the standard's readers.
  ['1M8GDM9AXKP042788', 'X'],
  ['1HGCM82633A004352', '3'],
  ['11111111111111111', '1'],
  ['5GZCZ43D13S812715', '1'],
])('the check digit of %s is %s', (vin, digit) => {
  expect(checkDigitOf(vin)).toBe(digit);
  expect(vin.charAt(8)).toBe(digit);
});
