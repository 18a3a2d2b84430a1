import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { AttributeFacet } from '#contract/search.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { listedDisc } from '#test/listed-disc.ts';
import { commonOf, PartsTable, RowCells, tableRows } from './parts-table.tsx';

const disc: ListedFoundPart = {
  ...listedDisc,
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
    const common = commonOf(parts, attributes);
    const written = tableRows(parts, common).map((row) =>
      renderToString(<RowCells {...row} common={common} />),
    );
    expect(rowsIn(html)).toEqual(written);
  },
);

test('a row says what a part is, and each cell has its place in the card of a phone', () => {
  const parts = [disc, few].map((part) => ({ ...part, priceBreaks: [] }));
  const [row = '', other = ''] = rowsIn(tableOf(parts));
  expect(cellsOf(row)).toEqual([
    ['at-lead', 'BD-312 · Brakkenfeld', undefined, 'BD-312'],
    ['at-whose', disc.name, undefined, disc.name],
    ['at-third lg:max-xl:hidden without-vehicle', undefined, undefined, 'Brakkenfeld'],
    ['at-third with-vehicle', undefined, undefined, ''],
    ['off-card figures', '312', undefined, '312'],
    ['off-card max-xl:hidden', "Vented & 'drilled'", undefined, "Vented & 'drilled'"],
    ['off-card max-xl:hidden without-vehicle figures', undefined, undefined, ''],
    ['at-fourth figures', undefined, ' minimum', '40'],
    ['at-state figures', undefined, ' in stock', '1,400'],
    ['at-sum figures', undefined, undefined, '$1234.50'],
    ['at-steps figures', undefined, undefined, 'Purchase now'],
    ['at-many-steps', undefined, undefined, ''],
  ]);
  expect(row).toContain('value="40"');
  expect([row, other].map((its) => its.includes('text-error'))).toEqual([false, true]);
});

test('lower prices and a vehicle take the place of the third attribute', () => {
  const columns = (part: ListedFoundPart) => cellsOf(rowsIn(tableOf([part]))[0] ?? '').length;
  expect([{ ...disc, priceBreaks: [] }, disc, fitting].map(columns)).toEqual([12, 11, 10]);
  expect(tableOf([disc])).toContain('$1100.00 from 500');
});

/** Of each cell its classes, its title, its unit and what stands in it. */
function cellsOf(row: string) {
  return [...row.matchAll(/<td ([^>]*)>(.*?)<\/td>/g)].map(([, its = '', inside = '']) => [
    ...['class', 'title', 'data-unit'].map((name) =>
      readable(new RegExp(`${name}="([^"]*)"`).exec(its)?.[1]),
    ),
    readable(inside.replaceAll(/<[^>]*>/g, '')),
  ]);
}

const signs = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' } as const;

function readable(html: string | undefined): string | undefined {
  return html?.replaceAll(
    /&(quot|#x27|lt|gt|amp);/g,
    (_all, name: keyof typeof signs) => signs[name],
  );
}

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
