import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AdminList } from './admin-list.tsx';
import type { CountedList } from './list-loader.ts';

const words = { row: 'order', rows: 'orders', none: 'No orders yet.' };

function rendered(
  rows: readonly string[],
  more: { next?: string; count?: CountedList; address?: string },
): string {
  const { next, count, address = '/orders?q=disc' } = more;
  return renderToString(
    <MemoryRouter initialEntries={[address]}>
      <AdminList
        title="Orders"
        words={words}
        loaded={{
          list: { ok: true, value: { rows, next } },
          count: { ok: true, value: count },
          wanted: {},
        }}
        keyOf={(row) => row}
      >
        {(shown) => <p>{shown.join(', ')}</p>}
      </AdminList>
    </MemoryRouter>,
  ).replaceAll('<!-- -->', '');
}

test('a list says how many rows it has and what they come to, or that they are more than were counted', () => {
  const few = rendered(['a'], { count: { count: 106, more: false, total: 2400 } });
  expect(few).toContain('106 orders, $2400.00');
  const many = rendered(['a'], {
    next: 'x',
    count: { count: 10_000, more: true, total: null },
  });
  expect(many).toContain('>10,000+ orders<');
  expect(many).toContain('Rows 1 to 1 of 10,000+');
});

test('a page on which nothing was found has the way to the next one, where older rows are looked through', () => {
  const first = rendered([], { next: 'x' });
  expect(first).toContain('No order of these fits. Older ones are on the next page.');
  expect(first).toContain('cursor=x');
  const last = rendered([], { address: '/orders?q=disc&cursor=x' });
  expect(last).toContain('There are no further orders.');
});
