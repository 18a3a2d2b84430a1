import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { PaidOrders } from './paid-orders.tsx';

const paid = {
  _id: '0b8f0a52-6a0e-4f6f-9a55-0f3f3f0a1c11',
  productName: 'Brake disc',
  price: 12,
  total: 2400,
  refundedTotal: 0,
  paid: true,
  status: null,
  transactionId: 'pi_1',
} as Order;

test('a paid order can be reviewed, and one that was wholly refunded says so instead', () => {
  const html = renderToString(
    <MemoryRouter>
      <PaidOrders
        from={1}
        orders={[
          paid,
          { ...paid, _id: 'partly', refundedTotal: 1200 },
          { ...paid, _id: 'wholly', refundedTotal: 2400 },
        ]}
      />
    </MemoryRouter>,
  );
  const rows = html.split('<tr').slice(2);
  expect(rows.map((row) => /href="([^"]*)"/.exec(row)?.[1])).toEqual([
    `/dashboard/add-a-review/${paid._id}`,
    '/dashboard/add-a-review/partly',
    undefined,
  ]);
  expect(rows.map((row) => row.includes('Refunded'))).toEqual([false, false, true]);
});
