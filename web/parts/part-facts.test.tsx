import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { PartDetail } from '#contract/parts.ts';
import { PartAbout } from './part-facts.tsx';

// Partial, so that a new fact does not change this test.
const part: Partial<PartDetail> = {
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'Brake disc',
  image: '/pictures/brake-disc.webp',
  description: 'High-carbon grey cast iron disc.',
  price: 12.5,
  orderQuantity: 200,
  inStock: 1000,
  createdAt: '2026-01-05T08:00:00.000Z',
  brand: 'Brakkenfeld',
  partNumber: 'BK-1',
  category: 'brakes',
  categoryName: null,
  fitments: [],
};

const shown = (facts: Partial<PartDetail>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PartAbout part={{ ...part, ...facts } as PartDetail} />
    </MemoryRouter>,
  );

/** The terms of the list and what it says of each. */
const listed = (facts: Partial<PartDetail>) =>
  [...shown(facts).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, term, said = '']) => `${term}: ${said.replaceAll(/<[^>]+>/g, '')}`,
  );

test('the page of a part lists brand, part number and category, which leads to its other parts', () => {
  expect(listed({ categoryName: 'Brakes' })).toEqual([
    'Brand: Brakkenfeld',
    'Part number: BK-1',
    'Category: Brakes',
  ]);
  expect(listed({})).toContain('Category: brakes');
  expect(shown({})).toContain('href="/parts?category=brakes"');
});

test('what a part does not say of itself has no line', () => {
  expect(listed({ brand: null, partNumber: null, category: null })).toEqual([]);
});
