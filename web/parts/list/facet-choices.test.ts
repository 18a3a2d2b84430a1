import { expect, test } from 'vitest';
import type { Facets } from '#contract/search.ts';
import { brandChoices, categoryChoices, typeChoices, valueChoices } from './facet-choices.ts';

const axle = {
  key: 'axle',
  label: 'Axle',
  unit: '',
  values: [{ value: 'Front', parts: 8 }],
  least: null,
  most: null,
};
const facets: Facets = {
  more: false,
  moreOf: ['category', 'type', 'brand', 'attributes'],
  categories: [
    { id: 'braking', name: 'Braking', parts: 92 },
    { id: 'filters', name: 'Filters', parts: 40 },
  ],
  types: [{ id: 'brake-disc', name: 'Brake disc', parts: 14 }],
  brands: [{ name: 'Brakkenfeld', parts: 10 }],
  inStock: 12,
  price: null,
  attributes: [axle],
};
const more = (choices: readonly { more: boolean }[]) => choices.map((choice) => choice.more);

test('a choice has an exact count where it is all that was found, and may have more where others were cut', () => {
  expect(more(categoryChoices({ category: 'braking' }, facets))).toEqual([false, true]);
  const type = { category: 'braking', type: 'brake-disc' };
  expect(more(categoryChoices(type, facets))).toEqual([true, true]);
  const ofOnlyType = { category: 'braking', a: ['axle:Front'] };
  expect(more(categoryChoices(ofOnlyType, facets))).toEqual([true, true]);
  expect(more(typeChoices(type, facets))).toEqual([false]);
  const none = { ...facets, categories: [{ id: 'braking', name: 'Braking', parts: 0 }] };
  expect(more(categoryChoices(type, none))).toEqual([false]);
  const value = { ...type, a: ['axle:Front'] };
  expect(more(typeChoices(value, facets))).toEqual([true]);
  expect(more(valueChoices(value, facets, axle))).toEqual([true]);
  expect(more(brandChoices({ brand: 'Brakkenfeld' }, facets))).toEqual([false]);
  expect(more(brandChoices({}, { ...facets, moreOf: [] }))).toEqual([false]);
  const { moreOf, ...ofOlderCopy } = facets;
  expect(moreOf).toContain('brand');
  expect(more(brandChoices({}, ofOlderCopy))).toEqual([false]);
  expect(more(brandChoices({ brand: 'Brakkenfeld' }, { ...facets, more: true }))).toEqual([true]);
});
