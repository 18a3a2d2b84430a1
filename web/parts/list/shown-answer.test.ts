import { expect, test } from 'vitest';
import type { FoundPart, SearchAnswer } from '#contract/search.ts';
import { shownAnswer } from './shown-answer.ts';

const seen = {
  _id: '6f1c2d3e-0000-4000-8000-000000000001',
  name: 'Brake disc',
  image: '/pictures/brake-disc.webp',
  brand: 'Brakkenfeld',
  partNumber: 'BD-3122',
  price: 42,
  priceBreaks: [{ from: 1000, price: 38 }],
  orderQuantity: 200,
  inStock: 4800,
};
const match = { kind: 'oe', number: '8A0 319 812', maker: 'Volkswagen' } as const;
const attributes = { dia: 312 };
// Cast, so that a new fact does not change this test.
const disc = {
  ...seen,
  description: 'Vented.',
  category: 'braking',
  attributes,
} as Partial<FoundPart> as FoundPart;
const types = (length: number) =>
  Array.from({ length }, (_, place) => ({ id: `type-${place}`, name: 'Type', parts: 1 }));

/** The answer with so many types. */
function answerWith(length: number): SearchAnswer {
  return {
    rows: [disc, { ...disc, match }],
    total: { count: 2, more: false },
    fitting: null,
    page: 1,
    hasNext: false,
    sort: 'newest',
    facets: {
      more: false,
      moreOf: [],
      categories: [],
      types: types(length),
      brands: [],
      inStock: 2,
      price: null,
      attributes: [],
    },
    understood: null,
    nothing: { without: [], numbers: [], near: [disc] },
  };
}

test('of a part the page gets what it shows, in a table also what is measured', () => {
  const grid = shownAnswer({}, answerWith(1));
  expect(grid.rows).toEqual([seen, { ...seen, match }]);
  expect(grid.nothing?.near).toEqual([seen]);
  const table = shownAnswer({ view: 'table' }, answerWith(1));
  expect(table.rows).toEqual([
    { ...seen, attributes },
    { ...seen, attributes, match },
  ]);
});

test('more types than can be chosen from are left out until words, a shelf or one of them are given', () => {
  const shown = (wanted: Parameters<typeof shownAnswer>[0], length: number) =>
    shownAnswer(wanted, answerWith(length)).facets.types.length;
  expect(shown({}, 12)).toBe(12);
  expect(shown({ stock: 'yes', page: '2' }, 13)).toBe(0);
  expect(shown({ q: 'disc' }, 13)).toBe(13);
  expect(shown({ category: 'braking' }, 13)).toBe(13);
  expect(shown({ type: 'type-1' }, 13)).toBe(13);
});
