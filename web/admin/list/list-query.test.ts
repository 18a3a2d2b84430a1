import { expect, test } from 'vitest';
import { AllOrdersQuery } from '#contract/orders.ts';
import { UsersQuery } from '#contract/users.ts';
import { wantedIn } from './list-query.ts';

test("a list's address asks for what its call takes", () => {
  expect(
    wantedIn(
      AllOrdersQuery,
      'http://shop/dashboard/manage-orders?q=+brake+&state=pending&sort=-total&cursor=abc',
    ),
  ).toEqual({
    q: 'brake',
    state: 'pending',
    sort: '-total',
    cursor: 'abc',
  });
});

test('what is empty, unknown or of another list is left out', () => {
  expect(
    wantedIn(
      UsersQuery,
      `http://shop/x?q=&role=king&sort=-total&state=pending&limit=5&cursor=${'c'.repeat(701)}`,
    ),
  ).toEqual({});
});
