import { expect, test } from 'vitest';
import { changedFacts, stockErrors } from './edit-part.ts';

test.each(['100', '-50', '+7', ' 3 '])('a stock change of %j with a reason is fine', (change) => {
  expect(stockErrors({ change, reason: 'Counted' })).toBeUndefined();
});

test.each(['0', '1.5', '--1', 'ten', '9999999999'])('a stock change of %j is none', (change) => {
  expect(stockErrors({ change, reason: 'Counted' })).toEqual({
    change: 'Must be a whole number, not zero.',
  });
});

test('a stock change needs its reason', () => {
  expect(stockErrors({ change: '', reason: ' ' })).toEqual({
    change: 'Change is required',
    reason: 'Reason is required',
  });
});

test('what somebody else changed is told as it is now', () => {
  expect(changedFacts({ price: { was: 12.5, is: 13 }, name: { was: 'a', is: 'b' } })).toEqual({
    price: 13,
    name: 'b',
  });
  expect(changedFacts(undefined)).toEqual({});
});
