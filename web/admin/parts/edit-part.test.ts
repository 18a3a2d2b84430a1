import { expect, test } from 'vitest';
import { changedFacts } from './edit-part.ts';

test('what somebody else changed is told as it is now', () => {
  expect(changedFacts({ price: { was: 12.5, is: 13 }, name: { was: 'a', is: 'b' } })).toEqual({
    price: 13,
    name: 'b',
  });
  expect(changedFacts(undefined)).toEqual({});
});
