import { expect, test } from 'vitest';
import { againInWords } from './again-words.ts';
import type { Again } from './kept-again.ts';

const again: Again = {
  source: 'batch 1',
  title: 'list UB-1',
  ordered: 3,
  changed: [],
  put: [],
  fresh: 0,
  joined: 0,
  already: 0,
  left: 0,
};
const unchanged = 'Prices and stock: nothing has changed since.';
const gone = { name: 'Hose', number: null, partId: undefined, changes: [] };

test.each<[Partial<Again>, readonly string[]]>([
  [{ fresh: 12 }, ['12 parts of list UB-1 are on your list now.', unchanged]],
  [
    { joined: 1 },
    [
      '1 part of list UB-1 is on your list now.',
      'It was there before: the pieces are added together.',
      unchanged,
    ],
  ],
  [
    { fresh: 1, joined: 2, already: 1, left: 4 },
    [
      '3 parts of list UB-1 are on your list now.',
      '2 of them were there before: the pieces are added together.',
      '1 part of it was put there before, and is not doubled.',
      'A list has at most 500 lines: 4 parts found no room.',
      unchanged,
    ],
  ],
  [{ already: 12 }, ['The 12 parts of list UB-1 are on your list already.', unchanged]],
  [
    { changed: [gone, gone] },
    [
      'Nothing of list UB-1 could be put on your list.',
      '2 parts of it are no longer sold, and not on your list.',
    ],
  ],
])('what became of the parts is said: %o', (counts, sentences) => {
  expect(againInWords({ ...again, ...counts })).toEqual(sentences);
});
