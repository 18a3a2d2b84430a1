import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { texts } from '#contract/texts.ts';
import { keptKey } from '#web/api/kept-keys.ts';
import { refundedInWords, refundOrder } from './refund-order.ts';
import { shippedInWords, shipOrder } from './ship-order.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => void vi.unstubAllGlobals());

const refund = { amount: '50', pieces: '', reason: 'Scratched', restock: false, before: 0 };
const shipment = { quantity: '50', carrier: '', trackingNumber: '', trackingLink: '', left: '100' };
const steps = {
  refund: (id: string) => refundOrder(id, refund, keptKey('refund', id)),
  shipment: (id: string) => shipOrder(id, shipment, keptKey('shipment', id)),
};
const done = () => Response.json({ acknowledged: true, left: 0, refundedTotal: 50 });
const refused = (status: number, error: string) =>
  Response.json({ acknowledged: false, error, message: 'No.' }, { status });
const keysSent = () =>
  fetched.mock.calls.map(([, made]) => new Headers(made?.headers).get('idempotency-key'));

test.each(['refund', 'shipment'] as const)(
  'a %s has the key of the one before until that was made, or its key belongs to another',
  async (step) => {
    const take = () => steps[step]('order-1');
    fetched.mockRejectedValueOnce(new TypeError('The connection broke off.'));
    expect((await take()).kind).toBe('refused');
    fetched.mockResolvedValueOnce(refused(503, 'unavailable'));
    expect((await take()).kind).toBe('refused');
    fetched.mockResolvedValueOnce(done());
    expect((await take()).kind).toBe('done');
    fetched.mockResolvedValueOnce(refused(422, 'key_reused'));
    expect((await take()).kind).toBe('used');
    fetched.mockResolvedValueOnce(done());
    expect((await take()).kind).toBe('done');
    const [first, again, third, fourth, fifth] = keysSent();
    expect([again, third]).toEqual([first, first]);
    expect(new Set([first, fourth, fifth]).size).toBe(3);
    expect(keptKey('shipment', 'order-1')).not.toBe(keptKey('refund', 'order-1'));
    expect(keptKey(step, 'order-1')).not.toBe(keptKey(step, 'order-2'));
  },
);

test('an answer that added nothing to what was shown is told as that of one before', () => {
  expect(refundedInWords('$50.00', { total: 50, before: 0 })).toBe('$50.00 refunded');
  expect(refundedInWords('$50.00', { total: 50, before: 50 })).toBe(
    'This refund was made already: $50.00 in all. Refund once more for another one.',
  );
  expect(shippedInWords(50, 100)).toBe('Shipped, 50 are left to ship');
  expect(shippedInWords(0, 50)).toBe(texts.orderShipped);
  expect(shippedInWords(50, 50)).toBe(
    'This shipment was made already: 50 are left to ship. Ship once more for another one.',
  );
});

test('an hour later the same is another one, and after a reload it is the one before', () => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  const first = keptKey('refund', 'order-4');
  // What the page before has left.
  stored.set('refund-key:order-5', stored.get('refund-key:order-4') ?? '');
  expect(keptKey('refund', 'order-5')).toBe(first);
  vi.advanceTimersByTime(3_600_000);
  expect(keptKey('refund', 'order-4')).not.toBe(first);
  vi.useRealTimers();
});
