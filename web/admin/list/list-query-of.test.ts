import { expect, test } from 'vitest';
import { listQueryOf } from './list-query-of.ts';

function queryOf(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { query, vin } = listQueryOf(form);
  return [query.toString(), vin];
}

test("a list's form puts its words and choices into the address, and nothing that is empty", () => {
  expect(queryOf({ q: ' brake disc ', state: '', sort: '-total' })).toEqual([
    'q=brake+disc&sort=-total',
    undefined,
  ]);
});

test.each([
  '1HGCM82633A004352',
  ' WBA 3A5C57CF 256651 ',
  'VIN: 1HGCM82633A004352',
  'golf 1HGCM82633A004352',
])('a VIN is put into no address: %s', (q) => {
  const [query, vin] = queryOf({ q, state: 'shipped' });
  expect(query).toBe('state=shipped');
  expect(q).toContain(vin);
});
