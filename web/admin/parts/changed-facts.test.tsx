import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SeenFacts } from '#contract/parts.ts';
import { ChangedFactsPanel } from './changed-facts.tsx';
import { typedOf } from './part-form.ts';

const seen: SeenFacts = {
  name: 'Brake disc',
  image: '/images/x.webp',
  description: 'Fits.',
  price: 12.5,
  orderQuantity: 100,
  type: 'brake-disc',
  replacedBy: null,
  attributes: { dia: 280 },
  numbers: [{ kind: 'oe', number: '8E0 615 301', maker: 'Audi' }],
};

test('facts that refer to something are told by its name, and lists in words', () => {
  const changed = {
    type: 'brake-drum',
    replacedBy: 'p2',
    attributes: { dia: 300 },
    numbers: [],
  };
  const html = renderToString(
    <ChangedFactsPanel
      seen={seen}
      changed={changed}
      typed={typedOf({ ...seen, attributes: { dia: 290 } })}
      names={{ 'type brake-disc': 'Brake disc', 'replacedBy p2': 'Ceramic disc · BD-2' }}
      labels={{ dia: 'Diameter (mm)' }}
      onTake={() => {}}
      onKeep={() => {}}
    />,
  );
  const rows = html.split('<tr').slice(2);
  const told = rows.map((row) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, ''),
    ),
  );
  expect(told).toEqual([
    ['Part type', 'Brake disc', 'brake-drum', 'Brake disc'],
    ['Replaced by', '', 'Ceramic disc · BD-2', ''],
    ['Attributes', 'Diameter (mm) 280', 'Diameter (mm) 300', 'Diameter (mm) 290'],
    [
      'Other numbers',
      'Original equipment: Audi 8E0 615 301',
      '',
      'Original equipment: Audi 8E0 615 301',
    ],
  ]);
});
