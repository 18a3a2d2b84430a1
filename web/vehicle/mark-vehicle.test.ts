import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { markVehicle } from './mark-vehicle.ts';

/** Runs the script on a page with this local storage; answers whether it marked the page. */
function marks(stored: Readonly<Record<string, string>>): boolean {
  const dataset: Record<string, string> = {};
  runInNewContext(markVehicle, {
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    document: { documentElement: { dataset } },
  });
  return 'vehicle' in dataset;
}

test('a page is marked where a vehicle is remembered, and not where it was forgotten', () => {
  expect(marks({ 'underhood.my-vehicle': '{"make":"Audi"}' })).toBe(true);
  expect(marks({ 'underhood.my-vehicle': '' })).toBe(false);
  expect(marks({})).toBe(false);
});

test('where storage is forbidden nothing happens', () => {
  expect(() => runInNewContext(markVehicle, {})).not.toThrow();
});
