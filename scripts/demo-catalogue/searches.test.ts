import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { brands, categories } from './part-types.ts';
import { readData } from './read-data.ts';

const types = new Map(
  categories.flatMap((category) => category.types.map((type) => [type.id, type])),
);

const PartTypes = z.array(z.enum([...types.keys()])).check(z.minLength(1), z.maxLength(3));
const typed = z.string().check(z.minLength(1), z.maxLength(80));

/** What somebody types, and the part types of which any part is a right answer; of some also its brand, vehicle or an attribute. */
const Words = z.strictObject({
  typed,
  kind: z.enum([
    'typo',
    'spelling',
    'synonym',
    'plain',
    'vehicle',
    'attribute',
    'brand',
    'german',
    'sentence',
  ]),
  wants: z.strictObject({
    types: PartTypes,
    brand: z.optional(z.enum(brands.map(({ name }) => name))),
    vehicle: z.optional(
      z.strictObject({ make: typed, model: z.optional(typed), year: z.optional(z.int()) }),
    ),
    attribute: z.optional(z.strictObject({ label: typed, value: z.union([typed, z.number()]) })),
  }),
});

/** The number of a part of a type, and how it is spelled: the parts with that number are the right answers. */
const OfNumber = z.strictObject({
  typed: z.literal(''),
  kind: z.literal('number'),
  number: z.strictObject({
    kind: z.enum(['own', 'oe', 'competitor', 'superseded', 'barcode']),
    spelling: z.enum([
      'as printed',
      'lower case',
      'without separators',
      'with spaces for separators',
      'with dots for separators',
      'middle digits',
      'first half',
      'with a word before',
      'with an O for a 0',
      'surrounded by blanks',
    ]),
    word: z.optional(typed),
  }),
  wants: z.strictObject({ sameNumber: z.literal(true), types: PartTypes }),
});

const searches = z.parse(
  z.array(z.union([Words, OfNumber])),
  JSON.parse(readData('searches.json')),
);

test('there are 300 searches, all different, by somebody who had seen the part types and no search', () => {
  expect(searches).toHaveLength(300);
  const words = searches.flatMap((one) => (one.kind === 'number' ? [] : [one.typed.toLowerCase()]));
  expect(new Set(words).size).toBe(words.length);
  expect(new Set(searches.map(({ kind }) => kind)).size).toBe(10);
});

test('every part type of the demo is searched for', () => {
  const wanted = new Set(searches.flatMap(({ wants }) => wants.types));
  expect([...types.keys()].filter((id) => !wanted.has(id))).toEqual([]);
});

test('an attribute that a search names is one of its part types', () => {
  for (const one of searches) {
    if (one.kind === 'number' || one.wants.attribute === undefined) continue;
    const { types: ids, attribute } = one.wants;
    const labels = ids.flatMap((id) => types.get(id)?.attributes.map(({ label }) => label));
    expect(labels, one.typed).toContain(attribute.label);
  }
});
