import { expect, test } from 'vitest';
import { newVehicleIn, noteTyped, takeTyped } from './typed-vehicle.ts';

const golf = { make: 'Volkswagen', model: 'Golf', year: null, engine: null };

test('typed words count once, and the newest, whatever else is answered before them', () => {
  expect(takeTyped('golf')).toBe(false);
  noteTyped(' golf ');
  expect(takeTyped('golf')).toBe(true);
  expect(takeTyped('golf')).toBe(false);
  noteTyped('golf');
  noteTyped('polo');
  expect([takeTyped('golf'), takeTyped('polo'), takeTyped('polo')]).toEqual([false, true, false]);
});

test.each([
  [null, undefined, undefined],
  [{ ...golf, model: null }, undefined, undefined],
  [golf, undefined, { make: 'Volkswagen', model: 'Golf' }],
  // A word behind a make may be anything, such as 'tdi'.
  [{ ...golf, model: 'tdi', isGuess: true as const }, undefined, undefined],
  [{ ...golf, model: 'tdi', isGuess: true as const }, { make: 'BMW', model: '330i' }, undefined],
  [golf, { make: 'Volkswagen', model: 'Golf', year: 2015 }, undefined],
  [
    { ...golf, year: 2016, engine: '2.0' },
    { make: 'Volkswagen', model: 'Golf', year: 2015 },
    { make: 'Volkswagen', model: 'Golf', year: 2016, engine: '2.0' },
  ],
  [
    // Of the vehicle that is remembered the year stays where none is typed.
    { ...golf, engine: '2.0' },
    { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '1.8' },
    { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '2.0' },
  ],
  [
    { ...golf, year: 2016 },
    { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '1.8' },
    { make: 'Volkswagen', model: 'Golf', year: 2016 },
  ],
  [
    { ...golf, year: 2015 },
    { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '1.8' },
    undefined,
  ],
  [
    { ...golf, engine: '2.0' },
    { make: 'Audi', model: 'A4', year: 2015 },
    { make: 'Volkswagen', model: 'Golf', engine: '2.0' },
  ],
  [golf, { make: 'Audi', model: 'A4', year: 2015 }, { make: 'Volkswagen', model: 'Golf' }],
])('words for %j beside %j set %j', (named, mine, vehicle) => {
  expect(newVehicleIn(named, mine)).toEqual(vehicle);
});
