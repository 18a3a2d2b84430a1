import { expect, test } from 'vitest';
import type { Part } from '#contract/parts.ts';
import { changedLines } from './changes.ts';

const id = (last: number) => `00000000-0000-7000-8000-00000000000${last}`;
const ordered = { productId: id(1), productName: 'Disc of then', quantity: 400, price: 12.5 };
const disc: Part = {
  _id: id(1),
  name: 'Disc',
  brand: 'Brakkenfeld',
  partNumber: 'BD-1',
  category: null,
  type: null,
  imageAlt: '',
  replacedBy: null,
  description: '',
  image: '/pictures/brake-disc.webp',
  price: 12.5,
  orderQuantity: 200,
  quantityStep: null,
  largestOrder: null,
  packLabel: '',
  priceBreaks: [],
  inStock: 5000,
  createdAt: '2026-01-05T08:00:00.000Z',
};
const changesOf = (part: Partial<Part> | undefined) =>
  changedLines([{ ordered, part: part && { ...disc, ...part } }]).flatMap(({ changes }) =>
    changes.map(({ kind, words }) => `${kind}: ${words}`),
  );

test('a part that is as it was is not named', () => {
  expect(changedLines([{ ordered, part: disc }])).toEqual([]);
});

test('a price is compared by the piece, at the quantity of then', () => {
  expect(changesOf({ price: 13 })).toEqual(['up: $12.50 a piece then, $13.00 now.']);
  expect(changesOf({ price: 12 })).toEqual(['down: $12.50 a piece then, $12.00 now.']);
  const priceBreaks = [{ from: 300, price: 12.5 }];
  expect(changesOf({ price: 14, priceBreaks })).toEqual([]);
  expect(changesOf({ price: 14, priceBreaks: [{ from: 500, price: 12.5 }] })).toEqual([
    'up: $12.50 a piece then, $14.00 now.',
  ]);
});

test('pieces that are not there, or not enough, are named with the nearest quantity', () => {
  expect(changesOf({ inStock: 0 })).toEqual(['stock: Out of stock. You ordered 400.']);
  expect(changesOf({ inStock: 350 })).toEqual([
    'stock: Only 350 in stock. You ordered 400. The nearest that can be ordered: 300.',
  ]);
  expect(changesOf({ inStock: 37 })).toEqual([
    'stock: Only 37 in stock, fewer than the minimum of 200. You ordered 400. The nearest that can be ordered: 37.',
  ]);
});

test('a quantity that fits no more is named with the nearest ones', () => {
  expect(changesOf({ quantityStep: 150 })).toEqual([
    'quantity: 400 does not fit. You ordered 400. The nearest that can be ordered: 350 or 500.',
  ]);
  expect(changesOf({ orderQuantity: 1000 })).toEqual([
    'quantity: The minimum is 1,000. You ordered 400. The nearest that can be ordered: 1,000.',
  ]);
});

test('a part in the place of another says so, and one that is gone keeps its name of then', () => {
  expect(changedLines([{ ordered, part: { ...disc, _id: id(2), name: 'New disc' } }])).toEqual([
    {
      name: 'New disc',
      number: 'BD-1',
      partId: id(2),
      changes: [{ kind: 'replaced', words: 'Takes the place of Disc of then, which you ordered.' }],
    },
  ]);
  expect(changedLines([{ ordered, part: undefined }])).toEqual([
    {
      name: 'Disc of then',
      number: null,
      partId: undefined,
      changes: [{ kind: 'gone', words: 'No longer sold.' }],
    },
  ]);
});
