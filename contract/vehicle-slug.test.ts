import { expect, test } from 'vitest';
import { vehicleSlug } from './vehicle-slug.ts';

test.each([
  ['Mercedes-Benz', 'mercedes-benz'],
  ['Škoda', 'skoda'],
  ['Town & Country', 'town-and-country'],
  ['A1+', 'a1-plus'],
  ['C/K 1500 (Classic)', 'c-k-1500-classic'],
  ['Лада', 'лада'],
  ['</title><script>alert(1)', 'title-script-alert-1'],
  ['../..', ''],
  ['<>"\'', ''],
])('%s is %s in an address', (name, slug) => {
  expect(vehicleSlug(name)).toBe(slug);
  // Whoever types it again gets the same.
  expect(vehicleSlug(slug)).toBe(slug);
});
