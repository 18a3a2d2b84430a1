import { expect, test } from 'vitest';
import { myOrdersWanted } from './my-orders-wanted.ts';

const of = (search: string) => myOrdersWanted(`http://shop.test/dashboard/my-orders?${search}`);

test('the address of My Orders is read as its call takes it', () => {
  expect(
    of('q=%20disc%20&state=unpaid&since=2026-01-31&until=2024-02-29&cursor=abc&limit=1000&batch=1'),
  ).toEqual({
    q: 'disc',
    state: 'unpaid',
    since: '2026-01-31',
    until: '2024-02-29',
    cursor: 'abc',
  });
});

test('what is empty or wrong in it is left out', () => {
  for (const search of [
    'q=&state=&since=&cursor=',
    `q=${'x'.repeat(101)}&state=new`,
    'q=a%0Ab&state=toString',
    'since=yesterday&until=2026-02-30',
    'since=2026-13-01&until=2026-1-1',
    `cursor=${'x'.repeat(701)}`,
  ])
    expect(of(search)).toEqual({});
});
