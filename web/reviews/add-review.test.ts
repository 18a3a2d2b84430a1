import { expect, test } from 'vitest';
import { reviewErrors } from './add-review.ts';

test.each(['1', '5'])('a rating of %s with a message is a review', (rating) => {
  expect(reviewErrors({ rating, message: 'Fits.' })).toBeUndefined();
});

test('both fields are required', () => {
  expect(reviewErrors({ rating: '', message: ' \n' })).toEqual({
    rating: 'Rating is required',
    message: 'Message is required',
  });
});

test.each(['0', '6', '4.5', 'many'])('a rating of %s is none', (rating) => {
  expect(reviewErrors({ rating, message: 'Fits.' })).toEqual({
    rating: 'Must be a whole number from 1 to 5',
  });
});

test('a message may be as long as the shop takes it', () => {
  expect(reviewErrors({ rating: '5', message: 'x'.repeat(2000) })).toBeUndefined();
  expect(reviewErrors({ rating: '5', message: 'x'.repeat(2001) })).toEqual({
    message: 'Must be at most 2000 characters long',
  });
});
