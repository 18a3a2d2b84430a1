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
  ['../..', 'u-2e-2e-2f-2e-2e'],
  ['🚗', 'u-1f697'],
  ['🚗🚙'.repeat(20), `u${'-1f697-1f699'.repeat(12)}-1f69`],
  ['\u{1d400}'.repeat(40), 'a'.repeat(40)],
  ['\u{10330}'.repeat(60), '\u{10330}'.repeat(60)],
  ['', ''],
])('%s is %s in an address', (name, slug) => {
  expect(vehicleSlug(name)).toBe(slug);
  // Whoever types it again gets the same.
  expect(vehicleSlug(slug)).toBe(slug);
});
