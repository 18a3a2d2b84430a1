import { expect, test } from 'vitest';
import { fitmentKey, type Fitment } from '#contract/part-lists.ts';
import { fitmentFaults } from './fitment-faults.ts';

const unbound = { engine: '', position: '', note: '', remark: '', source: '' } as const;
const audi = (yearFrom: number, yearTo: number): Fitment => ({
  make: 'Audi',
  model: 'A4',
  yearFrom,
  yearTo,
  ...unbound,
});
const faultsOf = (fitments: readonly Fitment[]) =>
  fitmentFaults({ type: undefined, attributes: {}, fitments }, (_, model) => [model]);

test('years that overlap are told with those that last longest', () => {
  const faults = faultsOf([audi(2000, 2010), audi(2001, 2003), audi(2005, 2006)]);
  expect(faults.map(({ details }) => details)).toEqual([
    'Audi A4 2000–2010 and Audi A4 2001–2003',
    'Audi A4 2000–2010 and Audi A4 2005–2006',
  ]);
});

test.each([{ engine: 'diesel' }, { position: 'front' as const }, { note: 'with ABS' }])(
  'a vehicle with %j may stand beside it without that',
  (bound) => {
    expect(fitmentKey(audi(2000, 2010))).not.toBe(fitmentKey({ ...audi(2000, 2010), ...bound }));
  },
);

const saidOf = (...fitments: readonly Fitment[]) =>
  faultsOf(fitments).map(({ kind, details }) => `${kind}: ${details}`);

test.each<[Partial<Fitment>, Partial<Fitment>, string]>([
  [{}, { engine: '2.0 diesel' }, 'Audi A4 2000–2010 and Audi A4 2003–2005, 2.0 diesel'],
  [{ engine: '2.0 diesel' }, {}, 'Audi A4 2000–2010, 2.0 diesel and Audi A4 2003–2005'],
  [
    { engine: 'diesel', position: 'front' },
    { engine: '2.0 diesel', position: 'front' },
    'Audi A4 2000–2010, diesel and Audi A4 2003–2005, 2.0 diesel',
  ],
  [{}, { position: 'front' }, 'Audi A4 2000–2010 and Audi A4 2003–2005, front'],
  [
    { note: 'with ABS' },
    { note: 'With ABS', engine: 'diesel', position: 'front' },
    'Audi A4 2000–2010 and Audi A4 2003–2005, diesel, front',
  ],
])('a row with %j covers one with %j, or is covered by it', (one, other, details) => {
  const rows = [
    { ...audi(2000, 2010), ...one },
    { ...audi(2003, 2005), ...other },
  ] as const;
  expect(saidOf(...rows)).toEqual([`overlap: ${details}`]);
  expect(saidOf(rows[0], { ...rows[1], yearFrom: 2011, yearTo: 2012 })).toEqual([]);
});

test.each<[Partial<Fitment>, Partial<Fitment>]>([
  [{ engine: '1.6 petrol' }, { engine: '2.0 diesel' }],
  // Each leaves open what the other demands.
  [{ engine: '2.0' }, { engine: 'diesel' }],
  [{ engine: 'diesel' }, { position: 'front' }],
  [{ position: 'rear' }, { position: 'front' }],
  // A flex engine is not always sold as one of petrol.
  [{ engine: 'petrol' }, { engine: 'flex' }],
  [{}, { note: 'with ABS' }],
  [{ note: 'without ABS' }, { note: 'with ABS', engine: 'diesel' }],
])('a row with %j and one with %j are no overlap', (one, other) => {
  expect(saidOf({ ...audi(2000, 2010), ...one }, { ...audi(2000, 2010), ...other })).toEqual([]);
});

test('over the same years a row that covers another is an overlap, the same row twice a duplicate', () => {
  const diesel = { ...audi(2000, 2010), engine: 'diesel' };
  expect(saidOf(audi(2000, 2010), diesel, diesel)).toEqual([
    'overlap: Audi A4 2000–2010 and Audi A4 2000–2010, diesel',
    'duplicate: Audi A4 2000–2010 and Audi A4 2000–2010',
  ]);
});
