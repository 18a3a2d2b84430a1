import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { ListedBatch, ListedOrder } from '#contract/my-orders.ts';
import type { StepNote } from '#web/ui/step-note.tsx';
import { boxOf, chosenOf } from './chosen-orders.ts';
import { MyOrdersTable } from './my-orders-table.tsx';
import { QuantityField } from './quantity-field.tsx';

const order: ListedOrder = {
  kind: 'order',
  partNumber: null,
  cancelled: false,
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
function rowsOf(orders: readonly (ListedOrder | ListedBatch)[], note?: StepNote): string[] {
  const html = renderToString(
    <MemoryRouter>
      <MyOrdersTable
        label="Orders"
        orders={orders}
        wanted={{}}
        note={note}
        onCancel={() => undefined}
        onCancelList={() => undefined}
      />
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

const list: ListedBatch = {
  kind: 'batch',
  _id: '7c8f0a52-6a0e-4f6f-9a55-0f3f3f0a1c11',
  number: 'UB-7C8F0A526A',
  createdAt: '2026-11-20T12:00:00.000Z',
  poNumber: '4500 <1187>',
  lines: 12,
  listed: 12,
  quantity: 4900,
  total: 81_220,
  states: { unpaid: 12, pending: 0, shipped: 0, refunded: 0, cancelled: 0 },
  unpaidTotal: 81_220,
  heldUntil: null,
};

test('a list is one row: its lines, numbers and sum, and how they stand in one word or in figures', () => {
  const states = { unpaid: 0, pending: 9, shipped: 2, refunded: 0, cancelled: 1 };
  expect(rowsOf([list, { ...list, _id: 'other', states, listed: 3, poNumber: '' }])).toEqual([
    'List of 12 parts UB-7C8F0A526A PO 4500 &lt;1187&gt; Ordered Nov 20, 2026 4900 $81220.00 Unpaid Pay Cancel : unpaid lines of list UB-7C8F0A526A Again',
    'List of 12 parts UB-7C8F0A526A Ordered Nov 20, 2026 3 of its 12 lines fit 4900 $81220.00 9 Pending 2 Shipped 1 Cancelled Open list UB-7C8F0A526A Again',
  ]);
});

test('after a refused cancel of an order or of a list, its own row alone has the reason', () => {
  const after = (rowId: string, sentence: string) => rowsOf([order, list], { rowId, sentence });
  const [single, batch] = after(order._id, 'Not cancelled.');
  expect(single).toMatch(/Again Not cancelled\.$/);
  expect(batch).toMatch(/Again$/);
  const [singleLater, batchLater] = after(list._id, 'Nothing was cancelled.');
  expect(singleLater).toMatch(/Again$/);
  expect(batchLater).toMatch(/Again Nothing was cancelled\.$/);
});

test('a cancelled order can neither be paid nor cancelled', () => {
  expect(rowsOf([{ ...order, cancelled: true }])[0]).toMatch(/\$2400\.00 Cancelled Again$/);
});

test('lines, lists and single orders are chosen together, a line of a chosen list with it', () => {
  const line = (id: string, more: Partial<ListedOrder> = {}): ListedOrder => ({
    ...order,
    _id: id,
    batchId: list._id,
    total: 10.1,
    ...more,
  });
  const rows = [order, list, line('a'), line('b'), line('c', { paid: true })];
  const chosen = (...ids: string[]) => chosenOf(rows, new Set(ids));
  expect(chosen('gone', 'c')).toEqual([]);
  expect(chosen(order._id, 'a').map(({ id, cents }) => [id, cents])).toEqual([
    [order._id, 240_000],
    ['a', 1010],
  ]);
  expect(boxOf(list, chosen('a'))).toEqual({ checked: false, some: true, fixed: false });
  const all = chosen(list._id, 'a', order._id);
  expect(all.map(({ id, orders, cents }) => [id, orders, cents])).toEqual([
    [order._id, 1, 240_000],
    [list._id, 12, 8_122_000],
  ]);
  expect(boxOf(line('b'), all)).toEqual({ checked: true, some: false, fixed: true });
});
