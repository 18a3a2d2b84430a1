import { expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
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

const yard = { address: 'Oak Street 4, York', phone: '1' };
const kept = (name: string, delivery: typeof yard, isDefault = false): Address => ({
  _id: name,
  name,
  ...delivery,
  isDefault,
});
const wordsOf = (...known: Parameters<typeof knownDeliveries>) =>
  knownDeliveries(...known).map(({ words }) => words);

test('the form starts with the default of the address book, and offers the rest of it', () => {
  const book = [kept('Yard', yard, true), kept('Branch', { ...yard, phone: '2' })];
  expect(wordsOf(dock, kiln, book)).toEqual([
    'Yard',
    'As in the last order',
    'As in my profile',
    'Branch',
  ]);
  expect(knownDeliveries(dock, kiln, book)[0]).toEqual({ words: 'Yard', ...yard });
});

test('without a default it starts like the last order, by the name that the book has for it', () => {
  const book = [kept('Branch', yard), kept('Dock', dock), kept('Yard', kiln)];
  expect(wordsOf(dock, kiln, book)).toEqual(['Dock', 'Branch', 'Yard']);
  expect(wordsOf(dock, kiln, [kept('Branch', yard)])).toEqual([
    'As in the last order',
    'As in my profile',
    'Branch',
  ]);
  expect(wordsOf(undefined, undefined, [kept('Branch', yard)])).toEqual(['Branch']);
});
