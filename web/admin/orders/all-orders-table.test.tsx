import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { AllOrdersTable } from './all-orders-table.tsx';

const order: Order = {
  _id: '0b8f0a52-6a0e-4f6f-9a55-0f3f3f0a1c11',
  productId: '9d4f0a52-6a0e-4f6f-9a55-0f3f3f0a1c22',
  productName: 'Brake disc <b>',
  image: '/pictures/brake-disc.webp',
  price: 12,
  quantity: 200,
  total: 2400,
  paid: true,
  status: null,
  heldUntil: null,
  name: 'Casey',
  email: 'casey@example.com',
  address: '1 Dock Road',
  phone: '555 1',
  transactionId: 'pi_1',
  refundedTotal: 0,
  disputedSince: null,
  carrier: null,
  trackingNumber: null,
  shippedQuantity: 0,
  refundedQuantity: 0,
  batchId: null,
  createdAt: '2019-11-20T12:00:00.000Z',
};
const none = () => undefined;
const step = { asked: undefined, pending: false, note: undefined, taken: undefined, results: [] };

function rendered(orders: readonly Order[]): string {
  return renderToString(
    <MemoryRouter>
      <AllOrdersTable
        rows={orders}
        note={undefined}
        onAsk={none}
        step={{ ...step, ask: none, take: none, yes: none, no: none }}
      />
    </MemoryRouter>,
  );
}

/** The words of a piece of a page. */
const wordsOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('the columns of the specification come first, in its order, and ours after them', () => {
  const [, ...heads] = rendered([order]).split(/<th (?=[^>]*columnheader)/);
  expect(heads.map((head) => wordsOf(`<th ${head.split('</th>')[0]}`))).toEqual([
    'Product',
    'Quantity',
    'Total',
    'Status',
    'Action',
    'Date',
    'Customer',
    'Order',
  ]);
});

test('a row says each fact once, has a box of its own, and no primary button', () => {
  const row = rendered([order]).split('<tr')[2] ?? '';
  expect(wordsOf(`<tr${row.split('</tr>')[0]}`)).toBe(
    'Brake disc &lt;b&gt; 200 $2400.00 Pending Approve : 200 × Brake disc &lt;b&gt; Nov 20, 19 Casey Order UH-0B8F0A526A',
  );
  expect(row).toContain('aria-label="Select UH-0B8F0A526A: 200 × Brake disc &lt;b&gt;"');
  expect(row).toContain('title="Brake disc &lt;b&gt;"');
  expect(row).not.toContain('btn-primary');
});

test('an order that nothing can be done with says so, an unpaid one can be cancelled', () => {
  const wordsOfRow = (changed: Partial<Order>) =>
    wordsOf(`<tr${rendered([{ ...order, ...changed }]).split('<tr')[2]}`);
  expect(wordsOfRow({ status: 'shipped' })).toContain('Completed None');
  expect(wordsOfRow({ paid: false })).toContain('Unpaid Cancel');
  expect(wordsOfRow({ disputedSince: '2026-11-21T12:00:00.000Z' })).toContain('Disputed None');
});
