import { expect, test } from 'vitest';
import { stockErrors, typedAdjustment } from './adjust-stock.ts';

const errorsOf = (typed: { readonly change: string; readonly reason: string }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return stockErrors(typedAdjustment(form));
};

test.each(['100', '-50', '+7', ' 3 '])('a stock change of %j with a reason is fine', (change) => {
  expect(errorsOf({ change, reason: 'Counted' })).toBeUndefined();
});

test.each(['0', '1.5', '--1', 'ten', '9999999999'])('a stock change of %j is none', (change) => {
  expect(errorsOf({ change, reason: 'Counted' })).toEqual({
    change: 'Must be a whole number, not zero.',
  });
});

test('a stock change needs its reason', () => {
  expect(errorsOf({ change: '', reason: ' ' })).toEqual({
    change: 'Change is required',
    reason: 'Reason is required',
  });
});
