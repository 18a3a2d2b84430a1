import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PartFacts } from '#contract/parts.ts';
import { factsErrors, issuesBeside, newPartErrors, typedOf, typedPart } from './part-form.ts';

const filled = typedOf({
  name: 'Oil filter',
  price: '4.50',
  orderQuantity: 100,
  inStock: 0,
  image: '/images/x-640.webp',
  description: 'Fits.',
});

test('a filled form is fine, also without stock', () => {
  expect(newPartErrors(filled)).toBeUndefined();
});

test('every field of a new part is required; an edit leaves the stock alone', () => {
  const empty = typedOf({ name: ' ' });
  const others = {
    name: 'Name is required',
    price: 'Price is required',
    orderQuantity: 'Minimum order quantity is required',
    image: 'Please choose a picture.',
    description: 'Details is required',
  };
  expect(newPartErrors(empty)).toEqual({ ...others, inStock: 'In stock is required' });
  expect(factsErrors(empty)).toEqual(others);
});

test.each([
  ['price', '1.005', 'Must be above zero, with at most two decimals.'],
  ['price', 'ten', 'Must be above zero, with at most two decimals.'],
  ['price', '99999', 'Price times minimum order must be between $0.50 and $999999.99.'],
  ['orderQuantity', '0', 'Must be at least one piece.'],
  ['orderQuantity', '1.5', 'Must be a whole number of pieces.'],
  ['inStock', '-1', 'Must be a whole number of pieces.'],
  ['name', 'two\nlines', 'Must be one line.'],
  ['name', 'x'.repeat(161), 'Must be one line of at most 160 characters.'],
] as const)('a %s of %j is told beside its field', (field, value, sentence) => {
  expect(newPartErrors({ ...filled, [field]: value })).toEqual({ [field]: sentence });
});

test('what the shop finds wrong stands beside the fields, one sentence each', () => {
  const issues = [
    { field: 'facts.price', message: 'Invalid input' },
    { field: 'name', message: 'Must be one line.' },
    { field: 'name', message: 'Another.' },
    { field: 'facts.numbers.0.number', message: 'Invalid input' },
    { field: 'seen.name', message: 'x' },
  ];
  expect(issuesBeside(issues)).toEqual({
    price: 'Must be above zero, with at most two decimals.',
    name: 'Must be one line.',
    numbers: 'Must be at most 200 numbers.',
  });
  expect(issuesBeside(undefined)).toEqual({});
});

/** A form with these fields beside those of the filled one. */
function formWith(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...filled, ...fields })) form.set(name, value);
  return form;
}
const factsIn = (form: FormData) => z.parse(PartFacts, typedPart(form));

describe('optional facts', () => {
  test('that the form has no field for are left out; empty fields are none, empty lists are empty', () => {
    expect(Object.keys(typedPart(formWith({})))).toEqual(Object.keys(filled));
    const lists = { attributes: '', numbers: '', pictures: '', fitments: '' };
    expect(factsIn(formWith({ ...lists, brand: '', type: '' }))).toMatchObject({
      brand: null,
      type: null,
      attributes: {},
      numbers: [],
      pictures: [],
      fitments: [],
    });
  });

  test('lists are read row by row in the order of the form; rows in which nothing is typed count for nothing', () => {
    const form = formWith({
      numbers: '',
      'numbers.7.kind': 'barcode',
      'numbers.7.number': ' 4006633374668 ',
      'numbers.7.maker': '',
      'numbers.2.kind': 'oe',
      'numbers.2.number': '',
      'numbers.2.maker': ' ',
      'numbers.1.kind': 'oe',
      'numbers.1.number': '8E0 615 301',
      'numbers.1.maker': 'Audi',
      attributes: '',
      'attributes.dia.number': ' 280.5',
      'attributes.thk.number': '',
      'attributes.holes.choice': '5',
      fitments: '',
      'fitments.0.make': 'Audi',
      'fitments.0.model': 'A4',
      'fitments.0.yearFrom': '2001',
      'fitments.0.yearTo': '2004',
      'fitments.0.note': '',
      'fitments.0.source': '',
    });
    expect(factsErrors(typedPart(form))).toBeUndefined();
    expect(factsIn(form)).toMatchObject({
      numbers: [
        { kind: 'barcode', number: '4006633374668', maker: '' },
        { kind: 'oe', number: '8E0 615 301', maker: 'Audi' },
      ],
      attributes: { dia: 280.5, holes: '5' },
      fitments: [{ make: 'Audi', model: 'A4', yearFrom: 2001, yearTo: 2004, note: '', source: '' }],
    });
  });

  const audi = { make: 'Audi', model: 'A4', yearFrom: '2001', yearTo: '2004' };
  const vehicle = (row: number, typed: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries({ ...audi, ...typed }).map(([column, text]) => [
        `fitments.${row}.${column}`,
        text,
      ]),
    );

  test.each([
    [
      { 'numbers.4.number': ' ', 'numbers.4.maker': 'Audi' },
      'numbers.4.number',
      'Number is required',
    ],
    [{ 'numbers.4.number': '--' }, 'numbers.4.number', 'A number needs letters or digits.'],
    [vehicle(3, { make: '' }), 'fitments.3.make', 'Make is required'],
    [vehicle(3, { yearFrom: 'then' }), 'fitments.3.yearFrom', 'Must be a year.'],
    [vehicle(3, { yearFrom: '2005' }), 'fitments.3.yearTo', 'The years must be in order.'],
    [
      { ...vehicle(0, {}), ...vehicle(1, { yearTo: '2010' }) },
      'fitments',
      'Each vehicle may stand there once for the year it begins with, unless engine, position or condition differ.',
    ],
    [{ 'attributes.dia.number': '28 cm' }, 'attributes.dia', 'Must be a number.'],
    [
      { 'pictures.5.image': '', 'pictures.5.alt': 'From behind' },
      'pictures.5.alt',
      'This picture is not uploaded. Please remove it, or add it again.',
    ],
  ] as const)('%j is told at %s', (fields, place, sentence) => {
    const lists = {
      attributes: '',
      numbers: '',
      pictures: '',
      fitments: '',
      'numbers.4.kind': 'oe',
    };
    expect(factsErrors(typedPart(formWith({ ...lists, ...fields })))).toEqual({
      [place]: sentence,
    });
  });
});
