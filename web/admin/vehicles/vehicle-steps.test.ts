import { expect, test } from 'vitest';
import { nameErrors, typedName, typedVehicle, vehicleErrors } from './vehicle-steps.ts';

function formWith(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  return form;
}

const octavia = { make: 'Škoda', model: 'Octavia', yearFrom: '2013', yearTo: '2020', engines: '' };

test.each([
  [{}, undefined],
  [{ engines: '1.6 diesel, 2,0 l petrol; V6,' }, undefined],
  [{ engines: '1.6 diesel,2.0 petrol;1.4' }, undefined],
  [{ make: ' ' }, { make: 'Make is required' }],
  [{ model: '' }, { model: 'Model is required' }],
  [{ yearFrom: 'soon' }, { yearFrom: 'Must be a year.' }],
  [{ yearTo: '2101' }, { yearTo: 'Must be a year.' }],
  [{ yearTo: '2012' }, { yearTo: 'The years must be in order.' }],
  [
    { engines: '1.6 diesel, 2.0 TSI' },
    { engines: "'2.0 TSI' is no engine: write it as 2.0 L4 diesel." },
  ],
])('a vehicle with %j is told %j', (wrong, errors) => {
  expect(vehicleErrors(typedVehicle(formWith({ ...octavia, ...wrong })))).toEqual(errors);
});

test('a name needs make and model, its own and those of what it means', () => {
  const name = { make: 'VW', model: 'Golf VI', meansMake: 'Volkswagen', meansModel: 'Golf' };
  expect(nameErrors(typedName(formWith(name)))).toBeUndefined();
  expect(nameErrors(typedName(formWith({})))).toEqual({
    make: 'Make is required',
    model: 'Model is required',
    meansMake: 'Make is required',
    meansModel: 'Model is required',
  });
});
