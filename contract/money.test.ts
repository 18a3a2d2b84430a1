import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  centsOf,
  dollarsOf,
  formatDollars,
  maxChargeCents,
  minChargeCents,
  paymentsNeeded,
} from './money.ts';
import { orderTotal } from './order-rules.ts';

it('every amount in cents survives the way over dollars', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      (cents) => centsOf(dollarsOf(cents)) === cents,
    ),
  );
});

it('an amount finer than a cent is no amount', () => {
  for (const dollars of [0.001, 12.345, 1.0049, Number.NaN, Number.POSITIVE_INFINITY])
    expect(centsOf(dollars)).toBeNaN();
});

it('a total is exact: price in cents times pieces', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 900 }),
      (cents, quantity) => {
        expect(centsOf(orderTotal(dollarsOf(cents), quantity))).toBe(cents * quantity);
      },
    ),
  );
});

it.each([
  [12, '$12.00'],
  [12.5, '$12.50'],
  [0.1, '$0.10'],
  [999_999.99, '$999999.99'],
])('%d dollars are shown as %s', (dollars, shown) => {
  expect(formatDollars(dollars)).toBe(shown);
});

it('a card is charged from fifty cents to $999999.99, as the provider says', () => {
  expect([
    formatDollars(dollarsOf(minChargeCents)),
    formatDollars(dollarsOf(maxChargeCents)),
  ]).toEqual(['$0.50', '$999999.99']);
});

it.each<[number[], number]>([
  [[], 0],
  [[1], 1],
  [[99_999_999], 1],
  [[99_999_998, 1], 1],
  [[99_999_999, 1], 2],
  [[60_000_000, 60_000_000, 40_000_000, 40_000_000], 3],
  [[50_000_000, 49_999_999, 50_000_000, 49_999_999, 1], 3],
])('amounts of %j go into their payments in their order', (cents, payments) => {
  expect(paymentsNeeded(cents)).toBe(payments);
});
