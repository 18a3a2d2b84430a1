import { expect, test } from 'vitest';
import type { VehicleFacts } from '#contract/vehicle-pages.ts';
import { pageTexts, rangeOf } from './page-texts.ts';

const named = (name: string) => ({ name, slug: name.toLowerCase() });
const some = (count: number, more = false) => ({ count, more });
const shelf = (name: string) => ({ ...named(name), id: name, parts: some(1) });

const golf: VehicleFacts = {
  make: named('Volkswagen'),
  model: named('Golf'),
  year: null,
  category: null,
  makes: [],
  models: [],
  years: [2012, 2011, 2008],
  built: [
    { from: 1996, to: 2006 },
    { from: 1990, to: 1993 },
    { from: 2007, to: 2010 },
  ],
  engines: ['1.8 petrol', '2.0 diesel'],
  parts: some(1200, true),
  categories: ['Braking', 'Filters', 'Climate', 'Ignition', 'Lighting'].map(shelf),
};
const bare = { ...golf, years: [], built: [], engines: [], categories: [] };

test.each([
  [
    golf,
    'Volkswagen Golf parts',
    '1,200+ parts for the Volkswagen Golf from Braking, Filters, Climate and 2 more, model years 2008 and 2011–2012. Built in the model years 1990–1993 and 1996–2010. Engines that we know: 1.8 petrol and 2.0 diesel.',
  ],
  [
    { ...bare, year: 2012, parts: some(1) },
    '2012 Volkswagen Golf parts',
    '1 part for the 2012 Volkswagen Golf.',
  ],
  [
    { ...bare, year: 2012, category: named('Braking'), parts: some(3) },
    'Braking for 2012 Volkswagen Golf',
    '3 parts in Braking for the 2012 Volkswagen Golf, sold in bulk.',
  ],
  [
    { ...bare, model: null, models: [{ ...named('Golf'), built: [] }] },
    'Volkswagen parts',
    'Car spare parts in bulk for 1 model of Volkswagen: Golf. Choose the model.',
  ],
  [
    { ...bare, make: null, model: null, makes: [named('Audi'), named('BMW')] },
    'Parts by vehicle',
    'Car spare parts in bulk for vehicles of 2 makes: Audi and BMW. Choose make, model and year.',
  ],
  [
    { ...bare, make: null, model: null },
    'Parts by vehicle',
    'No part in the shop names a vehicle yet.',
  ],
])('a page says what is true of it: %o', (page, title, description) => {
  expect(pageTexts(page)).toEqual({ title, description });
});

test('a range is from the first to the last year', () => {
  expect([rangeOf(golf.built), rangeOf([{ from: 2008, to: 2008 }]), rangeOf([])]).toEqual([
    '1990–2010',
    '2008',
    '',
  ]);
});
