import { expect, test } from 'vitest';
import { listInWords } from './list-in-words.ts';

const numbers = [
  { kind: 'oe', number: '8E0 615 301', maker: 'Audi' },
  { kind: 'barcode', number: '4006633374668', maker: '' },
];
const fitments = [
  { make: 'Audi', model: 'A4', yearFrom: 2001, yearTo: 2004, note: 'front', source: '' },
  { make: 'Audi', model: 'A6', yearFrom: 2005, yearTo: 2005, note: '', source: 'TecDoc' },
];

test.each([
  ['numbers', numbers, 'Original equipment: Audi 8E0 615 301, Barcode: 4006633374668'],
  ['fitments', fitments, 'Audi A4 2001–2004 front, Audi A6 2005'],
  [
    'pictures',
    [
      { image: '/images/a.webp', alt: 'From behind' },
      { image: '/b.webp', alt: '' },
    ],
    'From behind, /b.webp',
  ],
  ['attributes', { dia: 280, type: 'Vented' }, 'dia 280, type Vented'],
  ['attributes', {}, ''],
  ['numbers', null, ''],
  ['name', 'Brake disc', ''],
])('a list of %s is told in words', (name, list, words) => {
  expect(listInWords(name, list)).toBe(words);
  expect(listInWords(name, list && JSON.stringify(list))).toBe(words);
});

test('attributes are told by their labels where those are known, and one that cannot be read with a question mark', () => {
  expect(listInWords('attributes', { dia: 280, thk: null }, { dia: 'Diameter (mm)' })).toBe(
    'Diameter (mm) 280, thk ?',
  );
});
