import { expect, test } from 'vitest';
import { checkDigitOf, isNearlyVin, vinAmong, vinIn } from './vin-rules.ts';

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
  ['1HGCM82633A004352', '1HGCM82633A004352'],
  [' wvwzzz1kzaw000001 ', 'wvwzzz1kzaw000001'],
  ['1HGCM82633AO04352', '1HGCM82633AO04352'],
  ['1HGCM82633A004352', '1HGCM82633A004352'],
  ['WVW ZZZ 1KZ AW 000001', 'WVW ZZZ 1KZ AW 000001'],
  ['1HG-CM82633A-004352', '1HG-CM82633A-004352'],
  ['WBAPH 5C55BA123456', 'WBAPH 5C55BA123456'],
  ['brake disc 1HGCM82633A004352', '1HGCM82633A004352'],
  ['WDDGF 4HB1CA 123456', 'WDDGF 4HB1CA 123456'],
  ['VIN:1HGCM82633A004352', '1HGCM82633A004352'],
  ['"1HGCM82633A004352".', '1HGCM82633A004352'],
  ['disc,1hgcm82633a004352/front', '1hgcm82633a004352'],
  ['1HG\u2011CM82633A\u2011004352', '1HG-CM82633A-004352'],
  ['1HGCM826\u200b33A004352', '1HGCM82633A004352'],
  ['VIN: WVW ZZZ 1KZ AW 000001', 'WVW ZZZ 1KZ AW 000001'],
  ['golf VIN-WVWZZZ1JZXW000001 brake', 'WVWZZZ1JZXW000001'],
  ['golf vin:wvwzzz1jzxw000001 brake', 'wvwzzz1jzxw000001'],
  ['clutch kit golf 2015', undefined],
  ['disc audi a4 2015 312', undefined],
  ['clutch-kit-golf-2015', undefined],
  ['04465-02220/04466-02181', undefined],
  ['1HGCM82633A00435', undefined],
  // A word and a barcode.
  ['mann 4011558012345', undefined],
  ['axle 4250012345678', undefined],
  ['valve 012345678905', undefined],
  ['abs-04011558012345', undefined],
  ['BD-3122', undefined],
  ['12345678901234567', undefined],
  ['', undefined],
])('in %j somebody who searches may have typed the VIN %j', (typed, vin) => {
  expect(vinAmong(typed)).toBe(vin);
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

test.each([
  ['signs', '.'],
  ['words', ' a'],
  ['groups', ' 1hg'],
])(
  'a text of %s sixteen times as long is read in about sixteen times the time, not in its square',
  (_of, one) => {
    const fastest = (times: number) => {
      const text = `x${one.repeat(times)}a`;
      const tries = Array.from({ length: 5 }, () => {
        const since = performance.now();
        vinAmong(text);
        return performance.now() - since;
      });
      return Math.min(...tries);
    };
    fastest(3000);
    expect(fastest(48_000) / fastest(3000)).toBeLessThan(100);
  },
);
