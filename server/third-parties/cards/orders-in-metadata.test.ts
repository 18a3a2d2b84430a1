import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  attemptName,
  mostOrders,
  ordersInMetadata,
  ordersOfMetadata,
} from './orders-in-metadata.ts';

const attempts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ orderId: randomUUID(), attempt: 1 + (at % 3) }));

describe('the orders of an attempt in its metadata', () => {
  it.each([1, 2, 13, 14, 26, 27, mostOrders])('are read again: %i', (count) => {
    const orders = attempts(count);
    const metadata = ordersInMetadata(orders);
    expect(ordersOfMetadata(metadata)).toEqual(orders.map(({ orderId }) => orderId).toSorted());
    // The limits of the provider; two more keys are the customer and the shop.
    expect(Object.keys(metadata).length).toBeLessThanOrEqual(48);
    for (const [key, value] of Object.entries(metadata))
      expect([key.length <= 40, value.length <= 500]).toEqual([true, true]);
  });

  it('are at most so many, and none where somebody else wrote it', () => {
    expect(() => ordersInMetadata(attempts(mostOrders + 1))).toThrow(RangeError);
    expect(ordersOfMetadata({ invoice: '17' })).toEqual([]);
  });

  it('give the attempt the same name in any order, and another one for another attempt of any of them', () => {
    const orders = attempts(3);
    const [first = { orderId: '', attempt: 0 }, ...others] = orders;
    expect(attemptName(orders.toReversed())).toBe(attemptName(orders));
    const next = { ...first, attempt: first.attempt + 1 };
    const names = [orders, [next, ...others], others, [first], [next]].map(attemptName);
    expect(new Set(names).size).toBe(names.length);
  });
});
