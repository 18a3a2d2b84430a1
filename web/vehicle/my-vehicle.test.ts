import { expect, test } from 'vitest';
import { parseVehicle, vehicleInWords } from './my-vehicle.ts';

test.each([
  [null, undefined],
  ['', undefined],
  ['{', undefined],
  ['null', undefined],
  ['{"make":""}', undefined],
  ['{"make":["VW"]}', undefined],
  ['{"make":"VW","model":7,"year":"2015","engine":{}}', { make: 'VW' }],
  [
    '{"make":"VW","model":"Golf","year":2015,"engine":"2.0 diesel","vin":"x"}',
    { make: 'VW', model: 'Golf', year: 2015, engine: '2.0 diesel' },
  ],
])('a stored %j is the vehicle %j', (raw, vehicle) => {
  expect(parseVehicle(raw)).toEqual(vehicle);
});

test('a vehicle in words leaves out what is not known', () => {
  expect(vehicleInWords({ make: 'Audi' })).toBe('Audi');
  expect(vehicleInWords({ make: 'Audi', model: 'A4', year: 2010 })).toBe('Audi A4 2010');
  expect(vehicleInWords({ make: 'Audi', model: 'A4', engine: 'diesel' })).toBe('Audi A4, diesel');
});
