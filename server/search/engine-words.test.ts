import { expect, test } from 'vitest';
import { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { understand } from './understand.ts';
import { makeVocabulary } from './vocabulary.ts';

const vocabulary = await makeVocabulary(
  {
    types: [],
    categories: [],
    brands: [],
    models: [
      { make: 'Volkswagen', model: 'Golf' },
      { make: 'Chevrolet', model: 'Silverado' },
      { make: 'Opel', model: 'Manta' },
    ],
    synonyms: [],
  },
  async () => undefined,
);
const vehicles = new ShopVehicles([], []);
const read = (q: string) => understand(vocabulary, q, { vehicles });

test.each([
  // Of 2016 three are known, of 2015 none: then the other years say what a Golf may have.
  ['vw golf 2016 1.8', '1.8 4-cylinder petrol'],
  ['vw golf 2016 2.0', '2.0'],
  ['vw golf 2016 2,0 diesel brake disc', '2.0 4-cylinder diesel'],
  ['vw golf 2016 2.0l diesel', '2.0 4-cylinder diesel'],
  ['brake disc golf 2015 2.0', '2.0'],
  ['vw golf 2.0', '2.0'],
  ['vw golf 2.0 gas', '2.0 4-cylinder petrol'],
  ['chevrolet silverado 2019 V6', '4.3 V6 petrol'],
  ['chevrolet silverado 2019 8 cylinders', '8-cylinder'],
  // No Golf has these, or nothing says that an engine is meant.
  ['vw golf 2016 6.2', null],
  ['vw golf 2016 v8', null],
  ['vw golf 2016 2.0 mm', null],
  ['vw golf 2016 12', null],
  ['vw golf 2016 diesel', null],
  ['vw golf 2016 brake disc 2.0', null],
  ['2.0 vw golf 2016', null],
  ['vw 2016 2.0', null],
  ['opel manta 1975 2.0', null],
])('of %j the engine is %j', (q, engine) => {
  expect(read(q).vehicle?.engine).toBe(engine);
});

test('a model that the shop knows is no guess, also where it has no part for one', () => {
  expect(read('vw passat').vehicle).toMatchObject({ make: 'Volkswagen', model: 'Passat' });
  expect(read('vw passat').vehicle).not.toHaveProperty('isGuess');
  expect(read('vw tdi').vehicle).toMatchObject({ model: 'tdi', isGuess: true });
});

test('its words are no words of the part', () => {
  const { words, unknown, vehicleWords, values } = read('vw golf 2016 2.0 diesel');
  expect({ words, unknown, vehicleWords, values }).toEqual({
    words: '',
    unknown: [],
    vehicleWords: ['vw', 'golf', '2016', '2.0', 'diesel'],
    values: [],
  });
});
