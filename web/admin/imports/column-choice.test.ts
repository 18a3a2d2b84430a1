import { expect, test } from 'vitest';
import type { PartType } from '#contract/part-lists.ts';
import { attributeOptions, columnFaults, typedFields } from './column-choice.ts';

const complete = ['partNumber', 'name', 'price'];

test('a file with number, name and price can be checked', () => {
  expect(columnFaults([...complete, null])).toEqual({
    blocking: [],
    warnings: [],
    doubled: new Set(),
  });
});

test('a file in which no column says the part cannot be checked, and it is said what is missing', () => {
  expect(columnFaults([null, 'name', 'price']).blocking).toEqual([
    "No column says which part a row is about. Choose one for Product id, Part number or Supplier's number.",
  ]);
  for (const field of ['id', 'partNumber', 'supplierNumber'])
    expect(columnFaults([field, 'name', 'price']).blocking).toEqual([]);
});

test('a field that two columns hold is named once, and both columns are marked', () => {
  const { blocking, doubled } = columnFaults(['partNumber', 'price', null, null, 'price', 'name']);
  expect(blocking).toEqual(['“Price” is chosen for more than one column.']);
  expect([...doubled]).toEqual([1, 4]);
});

test('the stock and its change cannot both be read', () => {
  expect(columnFaults([...complete, 'inStock', 'stockChange']).blocking).toHaveLength(1);
});

test('columns that new parts need, or that say nothing alone, are named and keep nobody from the check', () => {
  expect(columnFaults(['partNumber', 'inStock'])).toMatchObject({
    blocking: [],
    warnings: [
      'No column holds Name or Price: parts that are in the shop can be changed by this file, rows of new parts are refused.',
    ],
  });
  expect(columnFaults([...complete, 'model', 'numberKind']).warnings).toEqual([
    'Vehicles need a column for their years.',
    'A column holds the kind of a number, but none the number.',
    'A column holds the model of a vehicle, but none its make.',
  ]);
  expect(columnFaults([...complete, 'make', 'model', 'yearFrom', 'number']).warnings).toEqual([]);
});

test('attributes of all types can be chosen once each, and those of the file too that no type has', () => {
  const type = (key: string, label: string, unit: string) =>
    ({ attributes: [{ key, label, unit, choices: null }] }) as unknown as PartType;
  const types = [
    type('dia', 'Diameter', 'mm'),
    type('dia', 'Diameter', 'mm'),
    type('kind', 'Kind', ''),
  ];
  expect(attributeOptions(types, ['attribute:dia', 'attribute:colour', 'price', null])).toEqual([
    { value: 'attribute:colour', label: 'colour' },
    { value: 'attribute:dia', label: 'Diameter (mm)' },
    { value: 'attribute:kind', label: 'Kind' },
  ]);
});

test('a column without a choice is left out', () => {
  const form = new FormData();
  form.set('column.0', 'partNumber');
  form.set('column.1', '');
  expect(typedFields(form, 3)).toEqual(['partNumber', null, null]);
});
