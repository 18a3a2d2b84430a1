import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decimalProblems, decimalStyleOf, parseDecimal, type DecimalStyle } from './decimals.ts';

test.each<[string, DecimalStyle | undefined, string]>([
  ['12', undefined, '12.00'],
  ['12.5', undefined, '12.50'],
  ['12,5', undefined, '12.50'],
  ['1.234,56', undefined, '1234.56'],
  ['1,234.56', undefined, '1234.56'],
  ['1 234,56', undefined, '1234.56'],
  ['1\u00a0234,56', undefined, '1234.56'],
  ['1\u202f234\u202f567,8', undefined, '1234567.80'],
  ['1’234.50', undefined, '1234.50'],
  ['1,234,567', undefined, '1234567.00'],
  ['1.234', ',', '1234.00'],
  ['1,234', '.', '1234.00'],
  ['1234,500', undefined, '1234.50'],
  ['0,500', undefined, '0.50'],
  ['.5', undefined, '0.50'],
  ['007', undefined, '7.00'],
  ['€ 19,99', undefined, '19.99'],
  ['19,99 €', undefined, '19.99'],
  ['$1,234.50', undefined, '1234.50'],
  ['US$ 5', undefined, '5.00'],
  ['5.00 EUR', undefined, '5.00'],
  ['-3', undefined, '-3.00'],
  ['−3,50', undefined, '-3.50'],
  ['-€3', undefined, '-3.00'],
  ['+4', undefined, '4.00'],
  ['-0', undefined, '0.00'],
  [' 9 ', undefined, '9.00'],
])('%j with the decimal sign %j is read as %s', (text, style, decimal) => {
  expect(parseDecimal(text, style)).toEqual({ decimal });
});

test.each<[string, DecimalStyle | undefined, keyof typeof decimalProblems]>([
  ['', undefined, 'empty'],
  ['  ', undefined, 'empty'],
  ['1,234', undefined, 'ambiguous'],
  ['1.234', undefined, 'ambiguous'],
  ['12.50', ',', 'other_style'],
  ['1.234,56', '.', 'other_style'],
  ['1.234', '.', 'too_precise'],
  ['0.999', undefined, 'too_precise'],
  ['12.34.56', undefined, 'not_a_number'],
  ['1,23,456', undefined, 'not_a_number'],
  ["1'234 567", undefined, 'not_a_number'],
  ['1 2', undefined, 'not_a_number'],
  ['5.', undefined, 'not_a_number'],
  [',', undefined, 'not_a_number'],
  ['1e3', undefined, 'not_a_number'],
  ['0x10', undefined, 'not_a_number'],
  ['NaN', undefined, 'not_a_number'],
  ['Infinity', undefined, 'not_a_number'],
  ['--5', undefined, 'not_a_number'],
  ['-€-5', undefined, 'not_a_number'],
  ['٣', undefined, 'not_a_number'],
  ['on request', undefined, 'not_a_number'],
  ['12345678901234', undefined, 'too_large'],
  ['9'.repeat(100_000), undefined, 'not_a_number'],
])('%j with the decimal sign %j is refused: %s', (text, style, problem) => {
  expect(parseDecimal(text, style)).toEqual({ problem });
  expect(decimalProblems[problem]).toMatch(/^[A-Z].*\.$/);
});

test('a number of pieces has no decimals', () => {
  expect(parseDecimal('1,200', '.', 0)).toEqual({ decimal: '1200' });
  expect(parseDecimal('12.0', undefined, 0)).toEqual({ decimal: '12' });
  expect(parseDecimal('1.5', undefined, 0)).toEqual({ problem: 'too_precise' });
});

describe('the decimal sign of a column', () => {
  test.each<[readonly string[], DecimalStyle | undefined]>([
    [['1,234', '19,99'], ','],
    [['1,234', '1,234.00'], '.'],
    [['1.234', '5'], undefined],
    [['19,99', '19.99'], undefined],
    [['words', '', '€ 2,50'], ','],
    [[], undefined],
  ])('of %j is %j', (samples, style) => {
    expect(decimalStyleOf(samples)).toBe(style);
  });
});

describe('a price in cents', () => {
  const cents = fc.integer({ min: -1e12, max: 1e12 });
  const style = fc.constantFrom<DecimalStyle>(',', '.');

  it('is read as it was, however it is written', () => {
    fc.assert(
      fc.property(cents, style, fc.constantFrom('', "'", ' ', 'other'), (amount, mark, group) => {
        const separator = group === 'other' ? { ',': '.', '.': ',' }[mark] : group;
        const digits = String(Math.abs(amount)).padStart(3, '0');
        const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
        const text = `${amount < 0 ? '-' : ''}${whole}${mark}${digits.slice(-2)}`;
        const result = parseDecimal(text, mark);
        expect('decimal' in result && Number(result.decimal.replace('.', ''))).toBe(amount || 0);
        // Without the sign chosen it is the same, or asked about, but never another number.
        expect([JSON.stringify(result), '{"problem":"ambiguous"}']).toContain(
          JSON.stringify(parseDecimal(text, undefined)),
        );
      }),
    );
  });

  it('is never made of anything else, and nothing takes long', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0159.,' -+€$E") }), (text) => {
        const result = parseDecimal(text, undefined);
        const exact = 'decimal' in result ? /^-?(?:0|[1-9]\d*)\.\d\d$/ : /^[a-z_]+$/;
        expect(Object.values(result)[0]).toMatch(exact);
      }),
    );
  });
});
