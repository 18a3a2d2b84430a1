import { expect, test } from 'vitest';
import { listedInWords } from './add-to-list.tsx';
import { lineOf, withLines } from './list-model.ts';

const disc = { _id: 'p1', name: 'Brake disc', partNumber: 'BD-3122', orderQuantity: 100 };
const unnumbered = { ...disc, partNumber: null };

test('a part that is put on the list again is told with all pieces of its line', () => {
  const once = withLines([], [lineOf(disc, 100)]).lines;
  expect(listedInWords(disc, once)).toBe('100 pieces of BD-3122 are on the list now.');
  const twice = withLines(once, [lineOf(disc, 100)]).lines;
  expect(listedInWords(disc, twice)).toBe('200 pieces of BD-3122 are on the list now.');
});

test('one piece is on the list, and a part without a number is told by its name', () => {
  const lines = [lineOf(disc, 500), lineOf(unnumbered, 1)];
  expect(listedInWords(unnumbered, lines)).toBe('1 piece of Brake disc is on the list now.');
});
