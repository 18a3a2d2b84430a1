import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Part } from '#contract/parts.ts';
import { LinePrice, linePriceInWords } from './line-price.tsx';

// Cast, so that a new fact does not change this test.
const part = {
  price: 12.5,
  inStock: 5000,
  priceBreaks: [
    { from: 400, price: 11 },
    { from: 800, price: 9.99 },
  ],
} as unknown as Part;
const plain = { ...part, priceBreaks: [] };

const shown = (quantity: number | null, price: number, of = part) =>
  renderToStaticMarkup(<LinePrice part={of} quantity={quantity} price={price} />)
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|');

test('a line shows the price of its quantity with its break, and the lowest there is', () => {
  expect(shown(null, 12.5)).toBe('$12.50|$9.99 from 800|');
  expect(shown(399, 12.5)).toBe('$12.50|$9.99 from 800|');
  expect(shown(400, 11)).toBe('$11.00|from 400|$9.99 from 800|');
  expect(shown(800, 9.99)).toBe('$9.99|from 800|');
  expect(shown(400, 12.5, plain)).toBe('$12.50');
});

test('in a small window it says the same and the stock in one sentence', () => {
  const words = (quantity: number | null, price: number, of = part) =>
    linePriceInWords({ part: of, quantity, price });
  expect(words(null, 12.5)).toBe('$12.50 each · $9.99 from 800 · 5,000 in stock');
  expect(words(400, 11)).toBe('$11.00 each from 400 · $9.99 from 800 · 5,000 in stock');
  expect(words(800, 9.99)).toBe('$9.99 each from 800 · 5,000 in stock');
  expect(words(400, 12.5, plain)).toBe('$12.50 each · 5,000 in stock');
});
