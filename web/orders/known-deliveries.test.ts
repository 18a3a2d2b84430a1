import { expect, test } from 'vitest';
import { knownDeliveries } from './known-deliveries.ts';

const dock = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };
const kiln = { address: 'Gate 4, Kiln Street, Leeds', phone: '+44 113 496 0999' };
const lastOrder = { words: 'As in the last order', ...dock };

test('the form starts like the last order, and offers the profile where that says something else', () => {
  expect(knownDeliveries(dock, kiln)).toEqual([lastOrder, { words: 'As in my profile', ...kiln }]);
  expect(knownDeliveries(dock, { ...dock, phone: kiln.phone })).toEqual([
    lastOrder,
    { words: 'As in my profile', ...dock, phone: kiln.phone },
  ]);
});

test('without an order it starts like the profile, and without both it is empty', () => {
  expect(knownDeliveries(undefined, kiln)).toEqual([{ words: 'As in my profile', ...kiln }]);
  expect(knownDeliveries(undefined, undefined)).toMatchObject([{ address: '', phone: '' }]);
});

test('there is nothing to choose when both say the same, or the profile nothing', () => {
  for (const profile of [
    { ...dock, address: ` ${dock.address} ` },
    { address: '', phone: ' ' },
    undefined,
  ])
    expect(knownDeliveries(dock, profile)).toEqual([lastOrder]);
});

test('an empty field of the profile takes nothing away', () => {
  expect(knownDeliveries(dock, { ...kiln, phone: '' })[1]).toEqual({
    words: 'As in my profile',
    address: kiln.address,
    phone: dock.phone,
  });
});
