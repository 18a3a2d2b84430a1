import { expect, test } from 'vitest';
import type { WrittenList } from '#contract/list-lines.ts';
import { addedInWords } from './added-words.ts';

type Reason = WrittenList['skipped'][number]['reason'];
const list = (lines: number, ...reasons: Reason[]): WrittenList => ({
  lines: Array.from({ length: lines }, (_, at) => ({ number: `A${at}`, quantity: 1 })),
  skipped: reasons.map((reason, at) => ({ row: at + 1, text: '', reason })),
});

test('an addition says how many lines came, and what did not', () => {
  expect(addedInWords(list(1), 0)).toBe('1 line added.');
  expect(addedInWords(list(20, 'heading'), 0)).toBe('20 lines added.');
  expect(addedInWords(list(3, 'heading', 'noNumber', 'zero'), 0)).toBe(
    '3 lines added. Without a number: row 2. 1 line with 0 pieces left out.',
  );
  expect(addedInWords(list(2, 'noNumber', 'noNumber', 'noNumber', 'noNumber'), 0)).toBe(
    '2 lines added. Without a number: row 1, 2, 3 and more.',
  );
  expect(addedInWords(list(5, 'tooMany'), 2)).toBe(
    '3 lines added. A list has at most 500 lines: 3 found no room.',
  );
});
