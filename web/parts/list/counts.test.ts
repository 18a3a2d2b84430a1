import { expect, test } from 'vitest';
import {
  grouped,
  partsInWords,
  priceInWords,
  rangeInWords,
  reasonOf,
  valueInWords,
} from './counts.ts';

test('counts say where counting ends', () => {
  expect(partsInWords({ count: 0, more: false })).toBe('0 parts');
  expect(partsInWords({ count: 1, more: false })).toBe('1 part');
  expect(partsInWords({ count: 500, more: true })).toBe('500+ parts');
  expect(rangeInWords(25, 24, { count: 312, more: false })).toBe('25 to 48 of 312');
  expect(rangeInWords(1201, 24, { count: 500, more: true })).toBe('1,201 to 1,224 of 500+');
});

test('whole numbers have the separators that Intl writes', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 123_456_789, -5, -1_234])
    expect(grouped(count)).toBe(count.toLocaleString('en-US'));
});

test('a match by the number that is shown anyway needs no reason', () => {
  expect(reasonOf(undefined)).toBeUndefined();
  expect(reasonOf({ kind: 'own', number: 'BD-3122', maker: '' })).toBeUndefined();
  expect(reasonOf({ kind: 'oe', number: '8A0 319 812', maker: '' })).toBe('OE number 8A0 319 812');
  expect(reasonOf({ kind: 'superseded', number: 'BD-3055', maker: '' })).toBe('Replaces BD-3055');
});

test('spans of prices and measures are said with the ends they have', () => {
  expect(priceInWords({ priceFrom: '4.5', priceTo: '107' })).toBe('$4.50 to $107.00');
  expect(priceInWords({ priceFrom: '4' })).toBe('From $4.00');
  expect(priceInWords({ priceTo: '9' })).toBe('Up to $9.00');
  expect(valueInWords('312', 'mm')).toBe('312 mm');
  expect(valueInWords('300..320', 'mm')).toBe('300 to 320 mm');
  expect(valueInWords('..320', 'mm')).toBe('up to 320 mm');
  expect(valueInWords('300..', '')).toBe('from 300');
  expect(valueInWords('Vented', '')).toBe('Vented');
});
