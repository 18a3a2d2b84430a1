import { expect, test } from 'vitest';
import { listedInWords, listedVehicles, typedVehicle } from './tried-vehicle.ts';

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const tacoma = { make: 'Toyota', model: 'Tacoma', engine: '4.0 V6', yearFrom: 2005, yearTo: 2015 };

test('a vehicle of the list has its year, typed where it was built for several', () => {
  const chosen = JSON.stringify(tacoma);
  expect(typedVehicle(form({ vehicle: '' }))).toBeUndefined();
  expect(typedVehicle(form({ vehicle: chosen, year: '' }))).toEqual({
    errors: { year: 'Year is required' },
  });
  expect(typedVehicle(form({ vehicle: chosen, year: '2010' }))).toEqual({
    vehicle: { make: 'Toyota', model: 'Tacoma', engine: '4.0 V6', year: 2010 },
  });
  const ofOneYear = JSON.stringify({ ...tacoma, yearTo: 2005 });
  expect(typedVehicle(form({ vehicle: ofOneYear }))).toMatchObject({ vehicle: { year: 2005 } });
});

test("a typed 'gas' is gasoline", () => {
  const typed = { vehicle: 'another', make: 'Ford', model: 'F-150', year: '2012' };
  expect(typedVehicle(form({ ...typed, engine: '3.5 V6 gas' }))).toEqual({
    vehicle: { make: 'Ford', model: 'F-150', year: 2012, engine: '3.5 V6 petrol' },
  });
});

test('another vehicle is typed, and its engine read', () => {
  const typed = {
    vehicle: 'another',
    make: ' VW ',
    model: 'Golf',
    year: '2015',
    engine: '2,0 l Diesel',
  };
  expect(typedVehicle(form(typed))).toEqual({
    vehicle: { make: 'VW', model: 'Golf', year: 2015, engine: '2.0 diesel' },
  });
  expect(
    typedVehicle(form({ vehicle: 'another', make: '', model: ' ', year: '15', engine: '2.0 TDI' })),
  ).toEqual({
    errors: {
      make: 'Make is required',
      model: 'Model is required',
      year: 'Must be a year',
      engine: "Must be an engine such as '2.0 L4 petrol', 'V6' or 'diesel'",
    },
  });
});

test('a VIN is no make and no model', () => {
  const fault = 'This looks like a VIN, which is not kept.';
  const vin = '1HGCM82633A004352';
  const typed = { vehicle: 'another', make: 'Honda', model: 'Accord', year: '2003', engine: '' };
  expect(typedVehicle(form({ ...typed, model: vin }))).toEqual({ errors: { model: fault } });
  expect(typedVehicle(form({ ...typed, make: vin }))).toEqual({ errors: { make: fault } });
});

test('vehicles that differ by place and condition alone are listed once', () => {
  const row = { ...tacoma, position: 'front', note: '', remark: '', source: '' } as const;
  const listed = listedVehicles([row, { ...row, position: 'rear' }, { ...row, engine: '' }]);
  expect(listed.map(listedInWords)).toEqual([
    'Toyota Tacoma 2005–2015, 4.0 V6',
    'Toyota Tacoma 2005–2015',
  ]);
});
