import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GoneRowNote, StepNoteLine } from './step-note.tsx';

const note = { rowId: 'b', sentence: 'Not deleted. There is no such synonym.' };
const aboveAndIn = (rowIds: readonly string[]) => [
  renderToStaticMarkup(<GoneRowNote note={note} rowIds={rowIds} />),
  ...rowIds.map((rowId) => renderToStaticMarkup(<StepNoteLine note={note} rowId={rowId} />)),
];

test('a refusal is said once: in its row, or above the list when the row is gone', () => {
  const saidAt = (rowIds: readonly string[]) =>
    aboveAndIn(rowIds).map((line) => line.includes(note.sentence));
  expect(saidAt(['a', 'b'])).toEqual([false, false, true]);
  expect(saidAt(['a', 'c'])).toEqual([true, false, false]);
  expect(saidAt([])).toEqual([true]);
});

test('without a refusal the line is there and empty, so that the next one is announced', () => {
  const line = renderToStaticMarkup(<GoneRowNote note={undefined} rowIds={['a']} />);
  expect(line).toMatch(/^<p role="status"[^>]*><\/p>$/);
});
