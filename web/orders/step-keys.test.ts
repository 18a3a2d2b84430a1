import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptKey } from '#web/api/kept-keys.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => void vi.unstubAllGlobals());

const refund = { amount: '50', pieces: '', reason: 'Scratched', restock: false };
const shipment = { quantity: '50', carrier: '', trackingNumber: '', trackingLink: '' };
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
