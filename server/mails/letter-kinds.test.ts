import { describe, expect, it } from 'vitest';
import { contact, publicUrl } from '#test/harness.ts';
import { letterKinds, type LetterAbout, type LetterKind } from './letter-kinds.ts';
import type { CustomerEvent } from './order-letters.ts';
import type { ToldOrder } from './store.ts';
import { writtenMail } from './written-mail.ts';

const id = '3f2a0000-0000-4000-8000-000000000001';
const order: ToldOrder = {
  id,
  state: 'paid',
  part_id: id,
  part_name: 'Brake disc',
  quantity: 200,
  unit_price_cents: 1250,
  total_cents: 250_000,
  refunded_cents: 0,
  address: '12 Dock Road, Leeds',
  phone: '+44 20 7946 0111',
  transaction_id: 'pi_1',
  shipped_quantity: 0,
  link_key: null,
  isOwnAddress: true,
  po_number: 'PO-7',
  createdAt: '2026-11-20T09:00:00.000Z',
  heldUntil: '2026-11-23T09:00:00.000Z',
};
const line = {
  id,
  part_name: 'Brake disc',
  quantity: 200,
  unit_price_cents: 1250,
  total_cents: 250_000,
};
const told = { lines: [line, line], poNumbers: 'PO-7' };
const list = { ...told, batchId: id, first: order };
const shipment = {
  number: 1,
  quantity: 100,
  carrier: 'Nordfracht',
  tracking_number: 'N1',
  tracking_link: 'https://nordfracht.example/N1',
};
const returned = { returnId: id, number: 'R-1', quantity: 5 };
const part = { id, name: 'Brake disc', part_number: 'BD-1', order_quantity: 200, left: 3 };
const money = { orderIds: [id, id], amountCents: 500_000 };
const sum = {
  paid: 2500,
  refunded: 0,
  revenue: 2500,
  orders: 1,
  pieces: 200,
  average: 2500,
  newCustomers: 1,
  returningCustomers: 0,
};
const none = { count: 0, more: false };

const events: { readonly [K in CustomerEvent['kind']]: Omit<CustomerEvent<K>, 'kind'> } = {
  placed: {},
  reminder: {},
  paid: {},
  shipped: { shipment, left: 100 },
  expired: {},
  cancelled: { because: 'admin' },
  refunded: { refundId: id, amountCents: 100, reason: 'Scratched', pieces: 1 },
  return_asked: { ...returned, reason: 'does-not-fit' },
  return_agreed: { ...returned, words: 'Send it back.' },
  return_declined: { ...returned, words: 'It is used.' },
  return_received: { ...returned, asked: 6 },
  return_settled: returned,
  return_refunded: { ...returned, refundId: id, amountCents: 100 },
  paused: { intentId: 'pi_1', until: '2026-11-20T11:00:00.000Z' },
  returned: { intentId: 'pi_1', amountCents: 250_000, why: 'it had been cancelled before' },
};

/**
 * What waits in outboxes. Whoever changes it changes what the next version finds there: for ninety days the words must be able to read
 * both.
 */
const stored: {
  readonly [K in Exclude<LetterKind, 'order'>]: LetterAbout<K>['facts'];
} = {
  'batch-placed': { ...list, note: 'Ramp 3' },
  'batch-reminder': list,
  'lines-ended': { ...list, because: 'expired' },
  'lines-shipped': list,
  'orders-paid': { ...told, intentId: 'pi_1', receiptOf: id },
  'orders-paused': { ...told, until: '2026-11-20T11:00:00.000Z' },
  'orders-refunded': { ...told, intentId: 'pi_1', amountCents: 100, reason: 'Scratched' },
  'money-returned': { ...told, intentId: 'pi_1', amountCents: 100, why: 'they were paid before' },
  'back-in-stock': {
    part_id: id,
    part_name: 'Brake disc',
    part_number: null,
    price_cents: 1250,
    in_stock: 500,
    order_quantity: 200,
  },
  'account-closed': {},
  'admins-order-paid': line,
  'admins-orders-paid': { lines: [line, line] },
  'admins-low-stock': { orderId: id, part },
  'admins-low-parts': { batchId: id, parts: [part, part] },
  'admins-new-admin': { email: 'ada@shop.test', isProven: false, by: 'the command line' },
  'admins-doubted-part': {
    id,
    name: 'Brake disc',
    partNumber: null,
    doubts: ['Volkswagen Golf V'],
    more: 2,
  },
  'admins-return-asked': {
    orderId: id,
    partName: 'Brake disc',
    number: 'R-1',
    quantity: 5,
    reason: 'damaged',
  },
  'admins-refund-refused': { ...money, intentId: 'pi_1' },
  'admins-refund-failed': money,
  'admins-foreign-refund': { ...money, refundedCents: 500_000, totalCents: 500_000 },
  'admins-unknown-payment': { id: 'pi_1', amountCents: 100, currency: 'usd', namesOrder: false },
  'admins-unbooked-payments': { payments: 3, cents: 100 },
  'admins-dispute': { ...money, state: 'open', answerBy: '2026-12-01T00:00:00.000Z' },
  'admins-weekly-figures': {
    sales: {
      from: '2026-11-16',
      to: '2026-11-22',
      totals: sum,
      before: { ...sum, from: '2026-11-09', to: '2026-11-15' },
    },
    best: [],
    toDo: {
      ordersToShip: { count: 3, more: true },
      returnsAsked: none,
      soldOut: none,
      heldByNewcomers: none,
      emptySearches: none,
      paymentsWithoutOrder: none,
      disputedOrders: none,
      failedRefunds: none,
      failedMails: none,
      doctor: null,
    },
  },
};

const letters = [
  ...Object.entries(stored).map(([kind, facts]) => ({ kind, facts })),
  ...Object.entries(events).map(([kind, details]) => ({
    kind: 'order',
    facts: { event: { kind, ...details }, order },
  })),
];

describe('facts that wait in the outbox', () => {
  it('are of every kind', () => {
    const kinds = new Set(letters.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(Object.keys(letterKinds).toSorted());
  });

  it.each(letters)('are written as a whole letter: $kind $facts.event.kind', (letter) => {
    const row = { subject: '', body_text: '', body_html: null };
    // As the database gives it back.
    const back = JSON.parse(JSON.stringify(letter));
    expect(back).toEqual(letter);
    const mail = { ...row, letter: { ...back, name: 'Ada Lovelace' } };
    const { subject, text, html } = writtenMail(mail, { contact, publicUrl });
    expect(subject).toMatch(/^\S.{9,150}$/);
    expect(text).toMatch(
      /^Hello Ada Lovelace,\n\n[^]*\n\nUnderhood\nhttp:\/\/shop\.test\nhello@shop\.test$/,
    );
    expect(`${subject} ${text} ${html}`).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
  });
});
