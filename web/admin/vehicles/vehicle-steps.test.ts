import { afterEach, expect, test, vi } from 'vitest';
import { findMakes } from '#web/admin/parts/facts/find-choices.ts';
import {
  addName,
  addVehicle,
  deleteName,
  deleteVehicle,
  nameErrors,
  typedName,
  typedVehicle,
  vehicleErrors,
} from './vehicle-steps.ts';

afterEach(() => vi.unstubAllGlobals());

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

test("a typed 'gas' is gasoline", async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({});
  });
  const engines = '3.5 V6 Gas, 2.0 natural gas';
  expect(await addVehicle({ ...octavia, engines })).toMatchObject({ kind: 'done' });
  expect(sent).toMatchObject([{ engines: ['3.5 v6 petrol', '2.0 cng'] }]);
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

test.each([
  ['a vehicle is added', () => addVehicle(octavia)],
  ['a vehicle is deleted', () => deleteVehicle('v1')],
  ['a name is added', () => addName({ make: 'A', model: 'B', meansMake: 'C', meansModel: 'D' })],
  ['a name is deleted', () => deleteName('n1')],
])('what the shop knows is asked for anew after %s', async (_, step) => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  let makes = ['Audi'];
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('vehicles/known') ? { makes, models: [] } : {}),
  );
  const known = async () => (await findMakes('')).map(({ value }) => value);
  const before = await known();
  makes = [...before, 'Škoda'];
  expect(await known()).toEqual(before);
  expect(await step()).toMatchObject({ kind: 'done' });
  expect(await known()).toEqual(makes);
});
