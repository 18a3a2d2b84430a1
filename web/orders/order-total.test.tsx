import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Part } from '#contract/parts.ts';
import { OrderTotal } from './order-total.tsx';
import { PriceBreaks } from './price-breaks.tsx';

// Cast, so that a new fact does not change this test.
const part = {
  price: 12.5,
  orderQuantity: 200,
  inStock: 5000,
  quantityStep: 50,
  priceBreaks: [
    { from: 400, price: 11 },
    { from: 810, price: 9.99 },
  ],
} as unknown as Part;
const plain = { ...part, priceBreaks: [] };

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
const total = (quantity: number, of = part) =>
  textOf(
    renderToStaticMarkup(<OrderTotal part={of} quantity={quantity} onTake={() => undefined} />),
  );

test('the total is that of the price at this quantity, and the next lower price is one press away', () => {
  expect(total(250)).toBe('|250 pieces for |$3125.00|Take 400: $11.00 each, saves $600.00|');
  // The first quantity on a step.
  expect(total(400)).toBe(
    '|400 pieces for |$4400.00| at $11.00 each|Take 850: $9.99 each, saves $858.50|',
  );
  expect(total(850)).toBe('|850 pieces for |$8491.50| at $9.99 each|');
  expect(total(250, plain)).toBe('|250 pieces for |$3125.00|');
  expect(total(260)).toBe('|No total for this quantity|');
});

test('the prices by quantity are listed, that of this one is marked, and a part without any lists none', () => {
  const html = renderToStaticMarkup(<PriceBreaks part={part} quantity={450} />);
  expect(textOf(html)).toBe('|from 200|$12.50|from 400|$11.00|from 810|$9.99|');
  expect(html.split('<li').map((row) => row.includes('aria-current="true"'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(renderToStaticMarkup(<PriceBreaks part={part} />)).not.toContain('aria-current="true"');
  expect(renderToStaticMarkup(<PriceBreaks part={plain} />)).toBe('');
});
