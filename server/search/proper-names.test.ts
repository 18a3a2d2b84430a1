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
    brands: ['Bosch'],
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
      { make: 'BMW', model: 'M8' },
      { make: 'BMW', model: 'M3' },
      { make: 'Honda', model: 'Pilot' },
      { make: 'Maserati', model: 'Coupe' },
      { make: 'Mini', model: 'Hardtop' },
      { make: 'Ford', model: 'Ka' },
      { make: 'Peugeot', model: '2008' },
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

describe('a word that means something else of a part', () => {
  test.each([
    '12 volt battery',
    'volt meter',
    'glow plug m8',
    'pilot bearing',
    'coupe brake disc',
    'mini blade fuse',
    'mini blade fuses 10 a',
    'blade fuses mini',
    'mini fuse',
    'mini blade',
    'mini blade fuse 16 mm',
    'bosch mini blade fuse',
    'ka brake disc',
  ])('is no vehicle without its make: %s', (q) => {
    expect(vehicleOf(q)).toBeNull();
  });

  test.each([
    ['chevy volt battery', 'Chevrolet', 'Volt', null],
    ['bmw m8 glow plug', 'BMW', 'M8', null],
    ['m3 brake disc', 'BMW', 'M3', null],
    ['honda pilot bearing', 'Honda', 'Pilot', null],
    ['2015 pilot brake disc', 'Honda', 'Pilot', 2015],
    ['pilot 2015', 'Honda', 'Pilot', 2015],
    ['maserati coupe', 'Maserati', 'Coupe', null],
    ['mini', 'Mini', null, null],
    ['mini brake disc', 'Mini', null, null],
    ['mini cooper', 'Mini', 'Hardtop', null],
    ['mini cooper blade fuse', 'Mini', 'Hardtop', null],
    ['mini 2012 blade fuse', 'Mini', null, 2012],
    ['mini blade fuse golf', 'Volkswagen', 'Golf', null],
    ['mini blade fuse bmw', 'BMW', null, null],
    ['peugeot 2008 brake disc', 'Peugeot', '2008', null],
    ['mini paceman blade fuse', 'Mini', 'paceman', null],
  ])('is one with it, or where the words say so: %s', (q, make, model, year) => {
    expect(vehicleOf(q)).toEqual([make, model, year]);
  });

  test('is its value', () => {
    const valuesOf = (q: string) =>
      understand(vocabulary, q).values.flatMap(({ of }) => of.map(({ value }) => value));
    expect(valuesOf('mini blade fuse')).toEqual(['Mini']);
    expect(valuesOf('glow plug m8')).toEqual(['M8x1']);
  });
});
