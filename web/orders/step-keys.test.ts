import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { texts } from '#contract/texts.ts';
import { keptKey } from '#web/api/kept-keys.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refund = { amount: '50', pieces: '', reason: 'Scratched', restock: false };
const shipment = { quantity: '50', carrier: '', trackingNumber: '', trackingLink: '' };
const steps = {
  refund: (id: string) =>
    refundOrder(id, refund, { idempotencyKey: keptKey('refund', id), before: 0 }),
  shipment: (id: string) =>
    shipOrder(id, shipment, { idempotencyKey: keptKey('shipment', id), before: 100 }),
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

test('an answer that added nothing to what was shown is told as that of one before', async () => {
  const told = vi.spyOn(toast, 'success');
  const toldOf = async (answer: object, take: () => Promise<unknown>) => {
    fetched.mockResolvedValueOnce(Response.json({ acknowledged: true, ...answer }));
    await take();
    return told.mock.lastCall?.[0];
  };
  const refunded = (refundedTotal: number, before: number) =>
    toldOf({ refundedTotal }, () =>
      refundOrder('order-3', refund, { idempotencyKey: 'key-3', before }),
    );
  const shipped = (left: number, before: number) =>
    toldOf({ left }, () => shipOrder('order-3', shipment, { idempotencyKey: 'key-3', before }));
  expect(await refunded(50, 0)).toBe('$50.00 refunded');
  expect(await refunded(50, 50)).toBe(
    'This refund was made already. Refund once more for another one.',
  );
  expect(await shipped(50, 100)).toBe('Shipped, 50 are left to ship');
  expect(await shipped(0, 50)).toBe(texts.orderShipped);
  expect(await shipped(50, 50)).toBe(
    'This shipment was made already. Ship once more for another one.',
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
  vi.advanceTimersByTime(3_500_000);
  expect(keptKey('refund', 'order-4')).toBe(first);
  vi.advanceTimersByTime(3_500_000);
  expect(keptKey('refund', 'order-4')).toBe(first);
  vi.advanceTimersByTime(3_600_000);
  expect(keptKey('refund', 'order-4')).not.toBe(first);
  vi.useRealTimers();
});
