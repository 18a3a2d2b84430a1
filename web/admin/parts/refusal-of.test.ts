import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { typedOf } from './part-form.ts';
import { refusalOf } from './refusal-of.ts';

const typed = {
  ...typedOf({ name: 'Brake disc', image: '/images/a.webp', partNumber: 'bd-3055' }),
  numbers: JSON.stringify([
    { row: '2', kind: 'oe', number: '400 663', maker: 'Audi' },
    { row: '5', kind: 'barcode', number: '400-663', maker: '' },
  ]),
  pictures: JSON.stringify([{ row: '9', image: '/images/b.webp', alt: '' }]),
};
const owner = { _id: 'p2', name: 'Ceramic disc' };

test.each([
  ['type_unknown', {}, 'type'],
  ['category_unknown', {}, 'category'],
  ['attribute_unknown', { attribute: 'dia' }, 'attributes.dia'],
  ['replacement_unknown', {}, 'replacedBy'],
  ['replacement_loops', {}, 'replacedBy'],
  ['replacement_too_long', {}, 'replacedBy'],
  ['image_unknown', { image: '/images/a.webp' }, 'image'],
  ['image_unknown', { image: '/images/b.webp' }, 'pictures.9.alt'],
  ['number_taken', { number: 'BD-3055', part: owner }, 'partNumber'],
  ['number_taken', { number: '400-663', part: owner }, 'numbers.5.number'],
  ['number_taken', {}, 'partNumber'],
] as const)('%s with %j stands beside %s', (code, body, place) => {
  const refusal = refusalOf(new ApiError(422, code, 'No.', body), typed, 'Not saved.');
  expect(refusal).toEqual({
    kind: 'invalid',
    errors: { [place]: 'No.' },
    owner: 'part' in body ? owner : undefined,
  });
});

test('a number that is typed as own number and as barcode stands beside the first of them', () => {
  const twice = { ...typed, partNumber: '400663' };
  const taken = new ApiError(409, 'number_taken', 'No.', { number: '400663', part: owner });
  expect(refusalOf(taken, twice, 'Not saved.')).toMatchObject({ errors: { partNumber: 'No.' } });
});

test('a refusal that is about no field is told beside the button; what is no refusal is no answer', () => {
  expect(refusalOf(new ApiError(503, 'unavailable', 'Busy.'), typed, 'Not saved.')).toEqual({
    kind: 'failed',
    sentence: 'It is not known whether this was done. Busy.',
  });
  const fault = new TypeError('x');
  expect(() => refusalOf(fault, typed, 'Not saved.')).toThrow(fault);
});
