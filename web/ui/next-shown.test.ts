import { expect, test } from 'vitest';
import { arrived } from '#web/api/defer.ts';
import { nextShown, type Shown } from './next-shown.ts';

const failed = { ok: false } as const;
const one = arrived('one');
const another = arrived('another');

const load = (outcome: Shown<string>['outcome']): Shown<string> => ({
  data: Promise.resolve(outcome),
  outcome,
});

test('what is shown stays when it cannot be loaded again, however often', () => {
  const once = nextShown(load(one), load(failed));
  expect(once).toMatchObject({ outcome: one, isOld: true });
  const again = load(failed);
  expect(nextShown(once, again)).toEqual({ ...again, outcome: one, isOld: true });
});

test('it is shown anew, and no longer called old, once it can be loaded', () => {
  const now = load(another);
  expect(nextShown(nextShown(load(one), load(failed)), now)).toBe(now);
  expect(nextShown(load(failed), now)).toBe(now);
});

test('a failure is shown where nothing was', () => {
  const now = load(failed);
  expect(nextShown(load(failed), now)).toBe(now);
  expect(nextShown(load(one), now).outcome).toBe(one);
});

test('what may not be seen any more goes', () => {
  const now = load({ ok: false, isForbidden: true });
  expect(nextShown(load(one), now)).toBe(now);
});

test('what nobody is told the age of goes, too', () => {
  const now = load(failed);
  expect(nextShown(load(one), now, false)).toBe(now);
  expect(nextShown(load(failed), load(one), false).outcome).toBe(one);
});

test('the same load is shown as it was', () => {
  const before = load(one);
  expect(nextShown(before, { ...before, outcome: failed })).toBe(before);
});
