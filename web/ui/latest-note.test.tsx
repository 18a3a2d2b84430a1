import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { heardNext, useLatestNote } from './latest-note.ts';
import type { StepNote } from './step-note.tsx';

const idle = { pending: false, note: undefined };
const begun = { pending: true, note: undefined };
const sold: StepNote = { rowId: '7', sentence: 'Part 7 is sold out.' };
const busy: StepNote = { rowId: 'many', sentence: 'Nothing was deleted.' };
const refused = (note: StepNote) => ({ pending: false, note });

type Steps = Parameters<typeof heardNext>[2];

/** What is told after each rendering of a page with two steps. */
function toldAfter(...renderings: readonly (readonly [search: string, ...steps: Steps])[]) {
  let heard: Parameters<typeof heardNext>[0] = { search: '', steps: [], latest: undefined };
  return renderings.map(([search, ...steps]) => {
    heard = heardNext(heard, search, steps);
    return heard.latest?.sentence;
  });
}

test('the step that answered last is told, though the other keeps its own note', () => {
  expect(
    toldAfter(
      ['', idle, idle],
      ['', begun, idle],
      ['', refused(sold), idle],
      ['', refused(sold), begun],
      ['', refused(sold), refused(busy)],
      ['', begun, refused(busy)],
      ['', refused(sold), refused(busy)],
    ),
  ).toEqual([
    undefined,
    undefined,
    sold.sentence,
    undefined,
    busy.sentence,
    undefined,
    sold.sentence,
  ]);
});

test('a note is gone when another step was carried out, or the list shows other rows', () => {
  expect(
    toldAfter(
      ['', refused(sold), idle],
      ['', refused(sold), begun],
      ['', refused(sold), idle],
      ['', refused({ ...sold }), idle],
      ['?cursor=2', refused(sold), idle],
    ),
  ).toEqual([sold.sentence, undefined, undefined, sold.sentence, sold.sentence]);
  const one = refused(sold);
  expect(toldAfter(['', one, idle], ['', one, idle], ['?cursor=2', one, idle])).toEqual([
    sold.sentence,
    sold.sentence,
    undefined,
  ]);
});

test('the same step that is refused again in the same words is told again', () => {
  expect(toldAfter(['', refused(sold)], ['', begun], ['', refused({ ...sold })])).toEqual([
    sold.sentence,
    undefined,
    sold.sentence,
  ]);
});

test('a page tells the note of its steps', () => {
  function Page() {
    return useLatestNote(idle, refused(busy))?.sentence;
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  expect(renderToStaticMarkup(<RouterProvider router={router} />)).toBe(busy.sentence);
});

test('a page remembers what was told when it is rendered again', () => {
  const renderings = [
    [refused(sold), idle],
    [refused(sold), begun],
    [refused(sold), idle],
  ] as const;
  function Page() {
    const [times, setTimes] = useState(1);
    const [one, other] = renderings[times - 1] ?? [idle, idle];
    const note = useLatestNote(one, other);
    // Rendered again at once, so that this needs no browser.
    if (times < renderings.length) setTimes(times + 1);
    return note?.sentence ?? 'Nothing is told.';
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
  expect(renderToStaticMarkup(<RouterProvider router={router} />)).toBe('Nothing is told.');
});
