import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isForAnyValues } from '#server/db/any-values.ts';
import { recordStatements } from '#test/recorded-statements.ts';
import { useShop } from '#test/use-shop.ts';
import { findAmong, type Finding } from './found-store.ts';
import type { Wanted } from './vehicle-wanted.ts';
import { everything, narrowed } from './ways.ts';

const shop = await useShop();

/** Whether one plan for any values is made of a search for these parts. */
async function isPlannedForAny(query: Wanted, first?: Wanted): Promise<boolean> {
  const finding: Finding = {
    ...narrowed(everything, query),
    sort: 'newest',
    limit: 1,
    pages: [sql`select id from found limit 1`],
    first: first && narrowed(everything, first),
    most: 1,
    counts: [],
    others: new Map(),
    countsOthersIfFound: false,
  };
  const statements = await recordStatements(() => findAmong(shop.db, finding));
  return statements.some(({ text }) => isForAnyValues(text));
}

const commonWords = new Set(['brand Brakkenfeld', 'category braking', 'fits ford fiesta']);
const vehicle = { make: 'Ford', model: 'Fiesta', year: null, otherNames: [], engine: undefined };

test('a search is planned for its own values where a great many parts have each of its words', async () => {
  const common = { brand: 'Brakkenfeld', category: 'braking', commonWords };
  expect(await isPlannedForAny(common)).toBe(false);
  expect(await isPlannedForAny({ ...common, commonWords: new Set() })).toBe(true);
  expect(await isPlannedForAny({ ...common, brand: 'Tarnholm' })).toBe(true);
  expect(await isPlannedForAny({ brand: 'Brakkenfeld', commonWords })).toBe(true);
  expect(await isPlannedForAny({ ...common, a: ['axle:rear'] })).toBe(true);
  const either = { ...common, commonWords: new Set([...commonWords, 'is axle rear']) };
  expect(await isPlannedForAny({ ...either, a: ['axle:front', 'axle:rear'] })).toBe(false);
  expect(await isPlannedForAny({ brand: 'Brakkenfeld', commonWords, vehicle })).toBe(false);
  expect(await isPlannedForAny({ brand: 'Tarnholm', commonWords, vehicle })).toBe(true);
  expect(await isPlannedForAny({ brand: 'Tarnholm' }, { ...common, vehicle })).toBe(false);
});
