import { expect, test } from 'vitest';
import { changesOf } from './audit-words.ts';

test('an edit says what was and what is', () => {
  expect(changesOf({ price: 12.5, orderQuantity: 200 }, { price: 13, orderQuantity: 300 })).toEqual(
    [
      { name: 'Price', was: '$12.50', is: '$13.00' },
      { name: 'Minimum order quantity', was: '200', is: '300' },
    ],
  );
});

test('rules of quantities are told in words', () => {
  const was = { quantityStep: null, packLabel: null, priceBreaks: [] };
  const is = {
    quantityStep: 50,
    packLabel: 'box of 50',
    priceBreaks: [
      { from: 400, price: 11 },
      { from: 800, price: 9.99 },
    ],
  };
  expect(changesOf(was, is)).toEqual([
    { name: 'Quantity step', was: 'none', is: '50' },
    { name: 'Pack label', was: 'none', is: 'box of 50' },
    { name: 'Price breaks', was: 'none', is: 'from 400: $11.00, from 800: $9.99' },
  ]);
});

test('what was not there before has no before', () => {
  expect(changesOf(null, { name: 'Oil filter' })).toEqual([
    { name: 'Name', was: undefined, is: 'Oil filter' },
  ]);
  expect(changesOf({ inStock: 5 }, { inStock: 4, reason: 'Counted' })).toEqual([
    { name: 'In stock', was: '5', is: '4' },
    { name: 'Reason', was: undefined, is: 'Counted' },
  ]);
});

test('nothing, yes and no, and fields nobody named are words too', () => {
  expect(
    changesOf(
      { role: null, archived: false },
      { role: 'admin', archived: true, trackingNumber: 'T1', carrier: null },
    ),
  ).toEqual([
    { name: 'Role', was: 'none', is: 'admin' },
    { name: 'Deleted', was: 'no', is: 'yes' },
    { name: 'Tracking number', was: undefined, is: 'T1' },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});

test('counts of an import are words, without those of nothing', () => {
  const found = { rows: 4, same: 0, added: 2, refused: 2, notUndone: 1 };
  expect(
    changesOf(null, { found, done: { rows: 0 }, other: [1], mixed: { a: 1, b: 'x' } }),
  ).toEqual([
    { name: 'Found', was: undefined, is: '4 rows, 2 added, 2 refused, 1 not undone' },
    { name: 'Other', was: undefined, is: '[1]' },
    { name: 'Mixed', was: undefined, is: '{"a":1,"b":"x"}' },
  ]);
});
