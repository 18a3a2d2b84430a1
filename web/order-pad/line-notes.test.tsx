import { Children, isValidElement, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import type { WrittenLine } from '#contract/list-lines.ts';
import type { Part } from '#contract/parts.ts';
import { LineNotes } from './line-notes.tsx';
import { rowsOf, type Found } from './pad-rows.ts';

// Cast, so that a new fact does not change this test.
const disc = { _id: 'disc', partNumber: 'BD-1', orderQuantity: 100, inStock: 1000, price: 1 };
const found: Found = { kind: 'part', reason: undefined, part: disc as Part };

/** The changes of the list when 'Join both' is pressed at the second of two lines of one part. */
function joined(first: number | null, second: number | null) {
  const lines: WrittenLine[] = [
    { number: 'BD-1', quantity: first },
    { number: 'OE-7', quantity: second },
  ];
  const known = new Map(['BD1', 'OE7'].map((key) => [key, found]));
  const [, row] = rowsOf(lines, known);
  if (row === undefined) throw new Error('There are two lines.');
  const changes: unknown[] = [];
  const notes: ReactElement<{ children: unknown }> = LineNotes({
    row,
    onChange: (...change) => void changes.push(change),
  });
  const join = Children.toArray(notes.props.children as ReactElement[]).find(
    (one): one is ReactElement<{ label: string; onPress: () => void }> =>
      isValidElement<{ label?: string }>(one) && one.props.label === 'Join line 2 with line 1',
  );
  join?.props.onPress();
  return changes;
}

test('two lines of one part are joined with the pieces of both', () => {
  expect(joined(100, 200)).toEqual([['BD1', { quantity: 300 }], ['OE7']]);
  expect(joined(null, 200)).toEqual([['BD1', { quantity: 200 }], ['OE7']]);
});

test('two lines of one part without quantities are one without a quantity, not of 0 pieces', () => {
  expect(joined(null, null)).toEqual([['BD1', { quantity: null }], ['OE7']]);
});
