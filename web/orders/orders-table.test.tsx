import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import type { StepNote } from '#web/ui/step-note.tsx';
import { OrdersTable } from './orders-table.tsx';
import { QuantityField } from './quantity-field.tsx';

const order: Order = {
  _id: '0b8f0a52-6a0e-4f6f-9a55-0f3f3f0a1c11',
  productId: '9d4f0a52-6a0e-4f6f-9a55-0f3f3f0a1c22',
  productName: 'Brake disc <b>',
  image: '/pictures/brake-disc.webp',
  price: 12,
  quantity: 200,
  total: 2400,
  paid: false,
  status: null,
  heldUntil: null,
  name: 'Casey',
  email: 'casey@example.com',
  address: '1 Dock Road',
  phone: '555 1',
  transactionId: null,
  refundedTotal: 0,
  disputedSince: null,
  carrier: null,
  trackingNumber: null,
  shippedQuantity: 0,
  refundedQuantity: 0,
  batchId: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** The text of each row, cell by cell. */
function rowsOf(orders: readonly Order[], note?: StepNote): string[] {
  const html = renderToString(
    <MemoryRouter>
      <OrdersTable label="Orders" orders={orders} note={note} onCancel={() => undefined} />
    </MemoryRouter>,
  );
  const rows = html.split('<tr').slice(2);
  return rows.map((row) =>
    row
      .slice(row.indexOf('>') + 1)
      .replaceAll(/<!-- -->/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

test('an unpaid order can be paid and cancelled, a paid one shows its details, and each says its state', () => {
  const paid = { ...order, paid: true, transactionId: 'pi_1' };
  expect(
    rowsOf([
      order,
      paid,
      { ...paid, _id: '1c8f0a52-6a0e-4f6f-9a55-0f3f3f0a1c11', status: 'shipped' },
    ]),
  ).toEqual([
    'Brake disc &lt;b&gt; Order UH-0B8F0A526A Ordered Nov 20, 2026 200 $2400.00 Unpaid Pay Cancel Again',
    'Brake disc &lt;b&gt; Order UH-0B8F0A526A Ordered Nov 20, 2026 200 $2400.00 Pending Details Again',
    'Brake disc &lt;b&gt; Order UH-1C8F0A526A Ordered Nov 20, 2026 200 $2400.00 Shipped Details Again',
  ]);
});

test('an unpaid order says until when its pieces are held, or that this is over', () => {
  const hour = 3_600_000;
  const held = (heldUntil: number) => ({ ...order, heldUntil: new Date(heldUntil).toISOString() });
  const [lasting, ended] = rowsOf([held(Date.now() + hour), held(Date.now() - hour)]);
  expect(lasting).toMatch(/Held until (today|tomorrow) at \d+:\d\d/);
  expect(ended).toMatch(/Hold ended (today|yesterday) at \d+:\d\d/);
});

test('the reason of a refused cancel stands in the row of that order alone', () => {
  const [first, second] = rowsOf([order, { ...order, _id: '2' }], {
    rowId: '2',
    sentence: 'Not cancelled.',
  });
  expect(first).not.toContain('Not cancelled.');
  expect(second).toMatch(/Cancel Again Not cancelled\.$/);
});

test("the quantity goes from the part's minimum to its stock in steps of 100 (Spec §5), and the rule stands under it", () => {
  const html = renderToString(
    <QuantityField
      typed="250"
      limits={{ orderQuantity: 200, inStock: 4850, price: 12 }}
      error={undefined}
      onType={() => undefined}
    />,
  );
  expect(html).toMatch(/<input[^>]* min="200" max="4850" step="100"/);
  expect(html).toContain('From 200 to 4800, in steps of 100.');
  expect(html).toContain('250 does not fit. Next valid: ');
  expect(html).toContain('200 or 300');
});
