import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimKey } from '#contract/fit-rules.ts';
import { fitVerdicts } from '#contract/fit-votes.ts';
import { claimsOf, newlyDoubted, type Vote } from './claims-of.ts';
import type { Vehicles } from './fit-of.ts';

/** The Twin was sold as Double until 2003. */
const vehicles: Vehicles = {
  otherNamesOf: (_, model) => {
    const other = { Twin: 'Double', Double: 'Twin' }[model];
    return other === undefined ? [] : [{ model: other, from: 1990, to: 2003 }];
  },
  hasMake: () => true,
  hasModel: () => true,
};
const years = fc.tuple(fc.integer({ min: 2001, max: 2005 }), fc.integer({ min: 0, max: 3 }));
const fitments = fc
  .array(
    fc
      .record({
        model: fc.constantFrom('Uno', 'Twin', 'Double'),
        years,
        engine: fc.constantFrom('', '', '2.0', 'diesel'),
        note: fc.constantFrom('', 'with towbar'),
      })
      .map(({ years: [yearFrom, more], ...one }) => ({
        make: 'Alfa',
        yearFrom,
        yearTo: yearFrom + more,
        position: '' as const,
        remark: '',
        source: '',
        ...one,
      })),
    { maxLength: 4 },
  )
  .map((rows) => [...new Map(rows.map((one) => [claimKey(one), one])).values()]);
const votes = fc.array(
  fc.record<Vote>({
    userId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    make: fc.constantFrom('Alfa', 'Alfa', 'alfa', 'Beta'),
    model: fc.constantFrom('Uno', 'Twin', 'Double'),
    year: fc.integer({ min: 2001, max: 2006 }),
    engine: fc.constantFrom('', '2.0', '2.0 diesel', '1.6 petrol'),
    verdict: fc.constantFrom(...fitVerdicts),
  }),
  { minLength: 5, maxLength: 30 },
);

const types = fc.constantFrom('vehicle' as const, 'engine' as const, 'universal' as const, null);

/** Whether an engine of the few above is one that is demanded. */
const meetsPlainly = (engine: string, demanded: string) =>
  demanded === '' || engine.split(' ').includes(demanded);
const namesPlainly = (model: string, year: number) =>
  model !== 'Uno' && year <= 2003 ? ['Twin', 'Double'] : [model];

test('each claim has each buyer once, who is against it with any vehicle that it covers and does not fit, as a plain count has it', () => {
  let doubled = 0;
  fc.assert(
    fc.property(fitments, types, votes, (rows, fit, given) => {
      const claims = claimsOf({ fit, fitments: rows }, given, vehicles);
      const counted = new Map(
        claims.map(({ yes, no, changes, ...one }) => [claimKey(one), [yes, no, changes]]),
      );
      for (const row of rows) {
        const users: Record<string, string[]> = {};
        for (const { userId, make, model, year, engine, verdict } of given)
          if (
            make.toLowerCase() === 'alfa' &&
            namesPlainly(model, year).includes(row.model) &&
            year >= row.yearFrom &&
            year <= row.yearTo &&
            meetsPlainly(engine, row.engine)
          )
            (users[userId] ??= []).push(verdict);
        const plain = [0, 0, 0] as [number, number, number];
        for (const said of Object.values(users)) {
          if (said.length > 1) doubled += 1;
          if (said.some((one) => one === 'does not fit')) plain[1] += 1;
          else if (said.some((one) => one === 'fits')) plain[0] += 1;
          else plain[2] += 1;
        }
        const nobody = plain.every((count) => count === 0);
        expect(counted.get(claimKey(row))).toEqual(nobody ? undefined : plain);
      }
      const [least, most] =
        rows.length > 0 ? [0, rows.length] : fit === 'universal' ? [1, 1] : [0, 0];
      expect(counted.size).toBeGreaterThanOrEqual(least);
      expect(counted.size).toBeLessThanOrEqual(most);
    }),
    { numRuns: 5000 },
  );
  expect(doubled).toBeGreaterThan(500);
});

test('a claim falls once, until it has stood again', () => {
  const claim = {
    make: 'Alfa',
    model: 'Uno',
    yearFrom: 2001,
    yearTo: 2003,
    engine: '',
    position: '',
    note: '',
    changes: 0,
  };
  const [stands, fell] = [
    { ...claim, yes: 9, no: 1 },
    { ...claim, yes: 9, no: 2 },
  ];
  expect(newlyDoubted([fell], [stands])).toEqual([fell]);
  expect(newlyDoubted([fell], [fell])).toEqual([]);
  expect(newlyDoubted([stands], [fell])).toEqual([]);
  expect(newlyDoubted([fell], [])).toEqual([fell]);
});
