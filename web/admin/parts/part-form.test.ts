import { expect, test } from 'vitest';
import { factsErrors, issuesBeside, newPartErrors, typedOf } from './part-form.ts';

const filled = typedOf({
  name: 'Oil filter',
  price: '4.50',
  orderQuantity: 100,
  inStock: 0,
  image: '/images/x-640.webp',
  description: 'Fits.',
});

test('a filled form is fine, also without stock', () => {
  expect(newPartErrors(filled)).toBeUndefined();
});

test('every field of a new part is required; an edit leaves the stock alone', () => {
  const empty = typedOf({ name: ' ' });
  const others = {
    name: 'Name is required',
    price: 'Price is required',
    orderQuantity: 'Minimum order quantity is required',
    image: 'Please choose a picture.',
    description: 'Details is required',
  };
  expect(newPartErrors(empty)).toEqual({ ...others, inStock: 'In stock is required' });
  expect(factsErrors(empty)).toEqual(others);
});

test.each([
  ['price', '1.005', 'Must be above zero, with at most two decimals.'],
  ['price', 'ten', 'Must be above zero, with at most two decimals.'],
  ['price', '99999', 'Price times minimum order must be between $0.50 and $999999.99.'],
  ['orderQuantity', '0', 'Must be at least one piece.'],
  ['orderQuantity', '1.5', 'Must be a whole number of pieces.'],
  ['inStock', '-1', 'Must be a whole number of pieces.'],
  ['name', 'two\nlines', 'Must be one line.'],
  ['name', 'x'.repeat(161), 'Must be one line of at most 160 characters.'],
] as const)('a %s of %j is told beside its field', (field, value, sentence) => {
  expect(newPartErrors({ ...filled, [field]: value })).toEqual({ [field]: sentence });
});

test('what the shop finds wrong stands beside the fields, one sentence each', () => {
  const issues = [
    { field: 'facts.price', message: 'Invalid input' },
    { field: 'name', message: 'Must be one line.' },
    { field: 'name', message: 'Another.' },
    { field: 'seen.name', message: 'x' },
  ];
  expect(issuesBeside(issues)).toEqual({
    price: 'Must be above zero, with at most two decimals.',
    name: 'Must be one line.',
  });
  expect(issuesBeside(undefined)).toEqual({});
});
