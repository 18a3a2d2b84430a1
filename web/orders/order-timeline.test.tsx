import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OrderEvent, OrderHistory } from '#contract/orders.ts';
import { OrderNow } from './order-now.tsx';
import { orderWord, type OrderReader } from '#contract/order-rules.ts';
import { OrderTimeline } from './order-timeline.tsx';

const unpaid: OrderHistory['order'] = {
  _id: '0b8f0a52-6a0e-4f6f-9a55-0f3f3f0a1c11',
  productId: '9d4f0a52-6a0e-4f6f-9a55-0f3f3f0a1c22',
  productName: 'Brake disc',
  image: '/pictures/brake-disc.webp',
  price: 12,
  quantity: 200,
  total: 2400,
  paid: false,
  status: null,
  heldUntil: '2100-01-01T12:00:00.000Z',
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
  poNumber: '',
  note: '',
  shipments: [],
  batchId: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  number: 'UH-0B8F0A526A',
  cancelled: false,
  linkKey: null,
};
const paid = { ...unpaid, paid: true, heldUntil: null, transactionId: 'pi_1' };
const shipped = { ...paid, status: 'shipped', carrier: 'Northline Freight' };

const event = (kind: OrderEvent['kind']): OrderEvent => ({
  kind,
  createdAt: '2026-11-20T12:00:00.000Z',
  role: 'customer',
  actor: null,
  amount: null,
  reason: null,
  pieces: null,
  shipment: null,
});

/** The heads of the timeline; the present one in brackets. */
function heads(
  order: OrderHistory['order'],
  kinds: readonly OrderEvent['kind'][],
  reader: OrderReader = 'customer',
): string[] {
  const history = { order, events: kinds.map(event), review: null };
  const html = renderToString(<OrderTimeline history={history} reader={reader} />);
  return html
    .split('<li')
    .slice(1)
    .map((item) => {
      const head = /<p class[^>]*>([^<]*)</.exec(item)?.[1] ?? '';
      return item.includes('aria-current="step"') ? `[${head}]` : head;
    });
}

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '');

describe('the timeline of an order', () => {
  it('ends with how the order stands and what comes next', () => {
    expect(heads(unpaid, ['placed'])).toEqual(['Placed', '[Unpaid]', 'Paid']);
    expect(heads(paid, ['placed', 'paid'])).toEqual(['Placed', 'Paid', '[Pending]', 'Shipped']);
  });

  it('says how many pieces left, and that the rest comes', () => {
    const shipment = {
      number: 1,
      quantity: 150,
      carrier: 'Northline Freight',
      trackingNumber: 'NF-1',
      trackingLink: null,
      shippedAt: '2026-11-20T12:00:00.000Z',
    };
    const order = { ...paid, shippedQuantity: 150, shipments: [shipment] };
    const left = { ...event('shipped'), pieces: 150, shipment: 1 };
    const refunded = { ...event('refunded'), amount: 600, pieces: 50 };
    const history = { order, events: [left, refunded], review: null };
    const shown = plain(renderToString(<OrderTimeline history={history} reader="customer" />));
    expect(shown).toMatch(
      /^Shipped 150 pieces.*With Northline Freight, tracking number NF-1Refunded \$600\.00.*Of 50 pieces that will not be shipped\.Shipped 150 of 200We write to you when the rest leavesShipped$/,
    );
  });

  it('ends with what happened when nothing more comes', () => {
    const all = ['placed', 'paid', 'shipped'] as const;
    expect(heads(shipped, all)).toEqual(['Placed', 'Paid', 'Shipped']);
    expect(heads({ ...unpaid, cancelled: true }, ['placed', 'expired'])).toEqual([
      'Placed',
      'Expired',
    ]);
    expect(heads({ ...paid, refundedTotal: 2400 }, ['placed', 'paid', 'refunded'])).toEqual([
      'Placed',
      'Paid',
      'Refunded',
    ]);
    const disputed = { ...paid, disputedSince: '2026-11-21T12:00:00.000Z' };
    expect(heads(disputed, ['placed', 'paid', 'disputed'], 'admin')).toEqual([
      'Placed',
      'Paid',
      'Payment disputed',
    ]);
  });
});

describe('how an order stands', () => {
  const disputed = { ...paid, disputedSince: '2026-11-21T12:00:00.000Z' };
  it.each([
    [unpaid, 'Unpaid', 'Unpaid', /^200 pieces are held until /],
    [paid, 'Pending', 'Pending', /^We are preparing it\.$/],
    [disputed, 'Pending', 'Disputed', /^Its payment is disputed: nothing is shipped /],
    [shipped, 'Shipped', 'Completed', /^We have handed it to Northline Freight\.$/],
    [{ ...shipped, carrier: null }, 'Shipped', 'Completed', /handed it to the carrier\.$/],
    [{ ...shipped, refundedTotal: 2400 }, 'Refunded', 'Refunded', /^All of its money went back/],
    [{ ...unpaid, cancelled: true }, 'Cancelled', 'Cancelled', /^There is nothing to pay/],
  ])('is one word for each reader, and a sentence: $1', (order, toCustomer, toAdmin, sentence) => {
    expect(orderWord(order, 'customer')).toBe(toCustomer);
    expect(orderWord(order, 'admin')).toBe(toAdmin);
    expect(plain(renderToString(<OrderNow order={order} reader="customer" />))).toMatch(sentence);
  });
});
