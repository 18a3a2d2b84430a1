import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestQuantity, quantityFits } from '#contract/order-rules.ts';
import { soldPart } from '#test/quantity-oracle.ts';
import { lowestPriceInWords, quantitiesInWords } from './quantities.ts';

test.each([
  [
    { orderQuantity: 200, inStock: 1796, price: 42 },
    '200, 300, 400 … up to 1700 pieces, in steps of 100.',
  ],
  [
    { orderQuantity: 50, inStock: 449, price: 42 },
    '50, 150, 250 … up to 350 pieces, in steps of 100.',
  ],
  [{ orderQuantity: 200, inStock: 400, price: 42 }, '200, 300 or 400 pieces now.'],
  [{ orderQuantity: 200, inStock: 399, price: 42 }, '200 or 300 pieces now.'],
  [{ orderQuantity: 1000, inStock: 1000, price: 42 }, '1000 pieces now.'],
  [
    { orderQuantity: 200, inStock: 1796, price: 42, quantityStep: 20, largestOrder: 1000 },
    '200, 220, 240 … up to 1000 pieces, in steps of 20.',
  ],
  [
    {
      orderQuantity: 200,
      inStock: 1796,
      price: 42,
      quantityStep: 50,
      packLabel: 'carton of 50',
    },
    '200, 250, 300 … up to 1750 pieces, in steps of 50 (carton of 50).',
  ],
])('%j is sold by %s', (limits, words) => {
  expect(quantitiesInWords(limits)).toBe(`Sold by ${words}`);
});

test('what cannot be ordered now is sold in no quantity', () => {
  expect(quantitiesInWords({ orderQuantity: 200, inStock: 199, price: 42 })).toBeUndefined();
});

test('every quantity that is named can be ordered', () => {
  fc.assert(
    fc.property(soldPart, (part) => {
      const words = quantitiesInWords(part)?.replace(/, in steps.*/, '');
      const named = (words?.match(/\d+/g) ?? []).map(Number);
      expect(named.filter((quantity) => !quantityFits(quantity, part))).toEqual([]);
      expect(named.at(-1) ?? 0).toBe(largestQuantity(part));
    }),
  );
});

test('the lowest price is told with the quantity that it is for', () => {
  expect(lowestPriceInWords({ priceBreaks: [] })).toBeUndefined();
  const priceBreaks = [
    { from: 400, price: 11 },
    { from: 800, price: 9.99 },
  ];
  expect(lowestPriceInWords({ priceBreaks })).toBe('$9.99 from 800');
});
