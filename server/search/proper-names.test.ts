import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LexiconType } from './lexicon.ts';
import { understand } from './understand.ts';
import { makeVocabulary } from './vocabulary.ts';

interface File {
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly types: readonly LexiconType[];
  }[];
}

const file = new URL('../db/taxonomy/taxonomy.json', import.meta.url);
const { categories } = JSON.parse(readFileSync(file, 'utf8')) as File;
const vocabulary = await makeVocabulary(
  {
    types: categories.flatMap(({ id, name, types }) =>
      types.map((type) => ({ ...type, category: id, categoryName: name })),
    ),
    categories,
    brands: [],
    models: [
      { make: 'Volkswagen', model: 'Golf' },
      { make: 'Chrysler', model: '300' },
      { make: 'Chrysler', model: '300C' },
      { make: 'Fiat', model: '500' },
      { make: 'Toyota', model: '86' },
      { make: 'Toyota', model: 'Corolla' },
      { make: 'Mazda', model: 'Mazda3' },
      { make: 'Chevrolet', model: 'Volt' },
      { make: 'Chevrolet', model: 'Silverado' },
    ],
    synonyms: [],
  },
  async () => undefined,
);
const vehicleOf = (q: string) => {
  const { vehicle } = understand(vocabulary, q);
  return vehicle && [vehicle.make, vehicle.model, vehicle.year];
};

describe('a figure with its unit is a measure', () => {
  test.each([
    ['golf v-belt 2030 mm', 'Volkswagen', 'Golf', null],
    ['golf v-belt 2030mm', 'Volkswagen', 'Golf', null],
    ['golf 2015 v-belt 2030 mm', 'Volkswagen', 'Golf', 2015],
    ['golf v-belt 2030 mm 2015', 'Volkswagen', 'Golf', 2015],
    ['chrysler brake disc 300 mm', 'Chrysler', null, null],
    ['chrysler 300 brake disc 300 mm', 'Chrysler', '300', null],
    ['fiat wiper blade 500 mm', 'Fiat', null, null],
    ['toyota oil filter 86 mm', 'Toyota', null, null],
    ['toyota oil filter 86 mm corolla', 'Toyota', 'Corolla', null],
    ['mazda 3 pin relay', 'Mazda', null, null],
    ['chevrolet 12 volt battery', 'Chevrolet', null, null],
    ['12 volt battery chevrolet silverado', 'Chevrolet', 'Silverado', null],
  ])('and neither year nor model: %s', (q, make, model, year) => {
    expect(vehicleOf(q)).toEqual([make, model, year]);
  });

  test.each([
    ['golf 2015 v-belt', 'Volkswagen', 'Golf', 2015],
    ['golf 2015 wheel bolts', 'Volkswagen', 'Golf', 2015],
    ['golf 2015 bolts', 'Volkswagen', 'Golf', 2015],
    ['golf 2015 in good quality', 'Volkswagen', 'Golf', 2015],
    ['chrysler 300 cylinder head gasket', 'Chrysler', '300', null],
    ['chrysler 300c brake disc', 'Chrysler', '300C', null],
    ['toyota 86 v belt', 'Toyota', '86', null],
    ['mazda 3 relay', 'Mazda', 'Mazda3', null],
    ['chevrolet volt', 'Chevrolet', 'Volt', null],
    ['chevrolet 2015 volt', 'Chevrolet', 'Volt', 2015],
  ])('but not where the unit is a word of the part or of the model: %s', (q, make, model, year) => {
    expect(vehicleOf(q)).toEqual([make, model, year]);
  });
});
