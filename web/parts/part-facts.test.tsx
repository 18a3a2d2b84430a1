import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { PartDetail } from '#contract/parts.ts';
import { PartAbout, PartKnown } from './part-facts.tsx';
import { FittingVehicles } from './vehicle-search.tsx';

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
  attributes: {},
  numbers: [],
  replaces: [],
  partType: null,
};

const shown = (facts: Partial<PartDetail>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PartAbout part={{ ...part, ...facts } as PartDetail} />
      <PartKnown part={{ ...part, ...facts } as PartDetail} />
      <FittingVehicles part={{ ...part, ...facts } as PartDetail} />
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

const discs: PartDetail['partType'] = {
  id: 'brake-disc',
  name: 'Brake disc',
  category: 'braking',
  categoryName: 'Braking',
  fit: 'vehicle',
  weight: 9000,
  otherNames: [],
  attributes: [
    { key: 'thk', label: 'Thickness', unit: 'mm', choices: null },
    { key: 'dia', label: 'Diameter', unit: 'mm', choices: null },
    { key: 'type', label: 'Type', unit: '', choices: ['Solid', 'Vented'] },
  ],
};

/** The rows of its tables. */
const rows = (facts: Partial<PartDetail>) =>
  [...shown(facts).matchAll(/<th[^>]*>(.*?)<\/th><td[^>]*>(.*?)<\/td>/g)].map(
    ([, term, said = '']) => `${term}: ${said}`,
  );

test('measures stand in the order of the part type with their units, and only those it knows', () => {
  const attributes = { dia: 312, type: 'Vented', glow: 1 };
  expect(rows({ partType: discs, attributes })).toEqual(['Diameter: 312 mm', 'Type: Vented']);
  expect(rows({ attributes })).toEqual([]);
  expect(rows({ partType: discs, attributes: { thk: 0 } })).toEqual(['Thickness: 0 mm']);
});

test('other numbers say whose they are, and what the part replaces is a link', () => {
  const numbers: PartDetail['numbers'] = [
    { kind: 'oe', number: '5Q0 615', maker: 'Audi' },
    { kind: 'barcode', number: '2000000000015', maker: '' },
  ];
  expect(rows({ numbers })).toEqual([
    'Original equipment, Audi: 5Q0 615',
    'Barcode: 2000000000015',
  ]);
  const old = { _id: part._id ?? '', name: 'Old disc', partNumber: 'BK-0', onSale: true };
  expect(shown({ replaces: [old] })).toMatch(/Replaces.*href="\/parts\/old-disc-[^"]*"[^>]*>BK-0</);
  // A deleted part has no page.
  const gone = shown({ replaces: [{ ...old, onSale: false }] });
  expect(gone).toMatch(/Replaces.*BK-0/);
  expect(gone).not.toContain('/parts/old-disc-');
});

test('no vehicle means universal only where the part type says so', () => {
  expect(shown({ partType: discs })).toContain('No vehicle is named yet.');
  expect(shown({ partType: { ...discs, fit: 'size' } })).toContain('chosen by its measures');
  expect(shown({ partType: { ...discs, fit: 'universal' } })).toContain('not bound to particular');
});
