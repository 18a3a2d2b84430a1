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
  'a vehicle with %j is another one than without it',
  (bound) => {
    const [one, other] = [audi(2000, 2010), { ...audi(2000, 2010), ...bound }];
    expect(faultsOf([one, other])).toEqual([]);
    expect(fitmentKey(one)).not.toBe(fitmentKey(other));
  },
);
