import { beforeEach, expect, test } from 'vitest';
import type { Api } from '#contract/api.ts';
import { recentAnswers } from './recent-answers.ts';

let now = 0;
let asked: string[] = [];
let fails = false;

const shop = {
  call: async (name: string, input: unknown) => {
    asked.push(`${name} ${JSON.stringify(input)}`);
    if (fails) throw new Error('no database');
    return asked.length;
  },
} as unknown as Api;

const recent = recentAnswers(shop, ['listCategories', 'listVehicles'], () => now);
const { api } = recent;

beforeEach(() => {
  recent.clear();
  asked = [];
  fails = false;
});

test('an answer is repeated for two seconds, to whoever asks the same', async () => {
  const both = [api.call('listVehicles', { query: {} }), api.call('listVehicles', { query: {} })];
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(await api.call('listVehicles', { query: { make: 'Ford' } })).toBe(2);
  now += 1999;
  expect(await api.call('listVehicles', { query: {} })).toBe(1);
  now += 1;
  expect(await api.call('listVehicles', { query: {} })).toBe(3);
});

test('a change is there at once, and what was asked before it is not repeated', async () => {
  const before = api.call('listCategories', {});
  recent.clear();
  expect(await api.call('listCategories', {})).toBe(2);
  await before;
  expect(await api.call('listCategories', {})).toBe(2);
});

test('a failure is not repeated, and other calls never are', async () => {
  fails = true;
  await expect(api.call('listCategories', {})).rejects.toThrow('no database');
  fails = false;
  expect(await api.call('listCategories', {})).toBe(2);
  expect([await api.call('getSite', {}), await api.call('getSite', {})]).toEqual([3, 4]);
});

test('there are at most a hundred: invented vehicles cannot fill the memory', async () => {
  for (let place = 0; place <= 100; place += 1)
    await api.call('listVehicles', { query: { make: `Make ${place}` } });
  await api.call('listVehicles', { query: { make: 'Make 100' } });
  expect(asked).toHaveLength(101);
  await api.call('listVehicles', { query: { make: 'Make 0' } });
  expect(asked).toHaveLength(102);
});
