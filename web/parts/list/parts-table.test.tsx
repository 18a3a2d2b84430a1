import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { AttributeFacet } from '#contract/search.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { lookOf, PartsTable, RowCells, rowsOf } from './parts-table.tsx';

const disc: ListedFoundPart = {
  _id: '5f0f7c3e-0000-4000-8000-000000000001',
  name: 'Brake disc "312" <vented> & more',
  image: '/pictures/brake-disc.webp',
  brand: 'Brakkenfeld',
  partNumber: 'BD-312',
  price: 1234.5,
  priceBreaks: [{ from: 500, price: 1100 }],
  orderQuantity: 40,
  inStock: 1400,
  attributes: { dia: 312, design: "Vented & 'drilled'" },
};

const attributes: readonly AttributeFacet[] = [
  facet({ key: 'dia', label: 'Diameter', unit: 'mm', least: 280, most: 345 }),
  facet({ key: 'design', label: 'Design <of it>', unit: '', least: null, most: null }),
  facet({ key: 'thickness', label: 'Thickness', unit: 'mm', least: 20, most: 30 }),
];

const few = { ...disc, inStock: 3, orderQuantity: 1000, attributes: { design: '' } };
const unnumbered = { ...disc, brand: null, partNumber: null, priceBreaks: [] };
const numbered = { ...disc, match: { kind: 'oe', number: '8A0 319', maker: 'VW & Audi' } } as const;
const elsewhere = { ...disc, image: 'https://elsewhere.example/x.webp' };
const { attributes: _, ...unmeasured } = disc;
const fitting = { ...disc, fit: { state: 'fits', reason: 'Fits any vehicle.' } } as const;
const unfit = { ...disc, fit: { state: 'does not fit', reason: '2.0 <diesel> only' } } as const;

const tables: readonly (readonly ListedFoundPart[])[] = [
  [disc, few, unnumbered, numbered, elsewhere],
  [{ ...unmeasured, priceBreaks: [] }],
  [fitting, unfit, { ...fitting, name: 'Oil filter' }],
];

test.each(tables.map((parts, at) => [at, parts] as const))(
  'table %i is filled in as React writes it',
  (_number, parts) => {
    const html = tableOf(parts);
    const look = lookOf(parts, attributes);
    const written = rowsOf(parts, look).map((row) =>
      renderToString(<RowCells {...row} look={look} />),
    );
    expect(rowsIn(html)).toEqual(written);
  },
);

test('what is measured of a part stands in its row', () => {
  const html = tableOf([disc, few]);
  expect(html).toContain('>312<');
  expect(html).toContain('Vented &amp; &#x27;drilled&#x27;</td>');
});

function tableOf(parts: readonly ListedFoundPart[]): string {
  return renderToString(
    <MemoryRouter>
      <PartsTable parts={parts} attributes={attributes} />
    </MemoryRouter>,
  );
}

function rowsIn(html: string): readonly string[] {
  const [, body = ''] = html.split('<tbody');
  return [...body.matchAll(/<tr [^>]*>(.*?)<\/tr>/g)].map(([, cells = '']) => cells);
}

function facet(
  one: Pick<AttributeFacet, 'key' | 'label' | 'unit' | 'least' | 'most'>,
): AttributeFacet {
  return { ...one, values: ['a', 'b'].map((value) => ({ value, parts: 1 })) };
}
