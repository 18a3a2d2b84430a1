import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, maxChargeCents } from './money.ts';
import {
  isFullyRefunded,
  largestQuantity,
  leftToRefund,
  nearestQuantities,
  orderCan,
  orderNumber,
  orderStatus,
  orderTotal,
  quantityFits,
} from './order-rules.ts';

const part = fc.record({
  orderQuantity: fc.integer({ min: 1, max: 2000 }),
  inStock: fc.integer({ min: 0, max: 100_000 }),
  price: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100),
});

/** The specification's rule again, in its simplest form: counting up from the minimum. */
function validQuantities({
  orderQuantity,
  inStock,
  price,
}: {
  orderQuantity: number;
  inStock: number;
  price: number;
}): number[] {
  const valid: number[] = [];
  for (
    let quantity = orderQuantity;
    quantity <= inStock && centsOf(price) * quantity <= maxChargeCents;
    quantity += 100
  )
    valid.push(quantity);
  return valid;
}

describe('the quantity rule', () => {
  it('allows the minimum, and steps of 100 from there up to what is in stock', () => {
    const disc = { orderQuantity: 150, inStock: 420, price: 12 };
    expect(
      [149, 150, 200, 250, 350, 420, 450].map((quantity) => quantityFits(quantity, disc)),
    ).toEqual([false, true, false, true, true, false, false]);
  });

  it('allows exactly the quantities found by counting, for any part', () => {
    fc.assert(
      fc.property(part, fc.integer({ min: -200, max: 102_000 }), (limits, quantity) => {
        expect(quantityFits(quantity, limits)).toBe(validQuantities(limits).includes(quantity));
      }),
    );
  });

  it('never allows a fraction, a huge number or what is not a number', () => {
    for (const quantity of [100.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, -100, 0])
      expect(quantityFits(quantity, { orderQuantity: 100, inStock: 100_000, price: 1 })).toBe(
        false,
      );
  });

  it('never lets a total exceed what a card can be charged', () => {
    fc.assert(
      fc.property(part, (limits) => {
        const most = largestQuantity(limits);
        expect(Math.round(orderTotal(limits.price, most) * 100)).toBeLessThanOrEqual(
          maxChargeCents,
        );
      }),
    );
  });

  it('has no largest quantity where even the minimum is too much', () => {
    expect(largestQuantity({ orderQuantity: 100, inStock: 99, price: 1 })).toBe(0);
    expect(largestQuantity({ orderQuantity: 100, inStock: 100, price: 1 })).toBe(100);
    expect(largestQuantity({ orderQuantity: 100, inStock: 1000, price: 10_000 })).toBe(0);
    expect(nearestQuantities(100, { orderQuantity: 100, inStock: 99, price: 1 })).toEqual([]);
  });

  it('allows a total of exactly what a card can be charged, and not a step more', () => {
    const dear = { orderQuantity: 99, inStock: 100_000, price: 10_101.02 };
    expect(largestQuantity(dear)).toBe(0);
    const limits = { orderQuantity: 33, inStock: 100_000, price: 30_303.03 };
    expect(centsOf(orderTotal(limits.price, 33))).toBe(maxChargeCents);
    expect(quantityFits(33, limits)).toBe(true);
    expect(nearestQuantities(133, limits)).toEqual([33]);
  });

  it('names one neighbour for a quantity that fits, and for what is no number', () => {
    const limits = { orderQuantity: 200, inStock: 1000, price: 1 };
    expect(nearestQuantities(400, limits)).toEqual([400]);
    expect(nearestQuantities(401, limits)).toEqual([400, 500]);
    expect(nearestQuantities(Number.NaN, limits)).toEqual([200]);
    expect(nearestQuantities(1000, limits)).toEqual([1000]);
    expect(nearestQuantities(200, limits)).toEqual([200]);
  });

  it('names valid neighbours of any wanted quantity, and none when nothing can be ordered', () => {
    fc.assert(
      fc.property(part, fc.integer({ min: -500, max: 200_000 }), (limits, wanted) => {
        const valid = validQuantities(limits);
        const near = nearestQuantities(wanted, limits);
        expect(near.every((quantity) => quantityFits(quantity, limits))).toBe(true);
        const distance = (quantity: number) => Math.abs(quantity - wanted);
        const closest = Math.min(...valid.map(distance));
        expect(near.length === 0 ? Infinity : Math.min(...near.map(distance))).toBe(closest);
      }),
    );
  });
});

describe('the steps of an order', () => {
  const total = 2500;
  it.each([
    ['unpaid', { paid: false, status: null }, ['pay', 'cancel'], 'Unpaid'],
    [
      'paid',
      { paid: true, status: null, total, refundedTotal: 0 },
      ['ship', 'review', 'refund'],
      'Pending',
    ],
    [
      'paid and refunded in part',
      { paid: true, status: null, total, refundedTotal: 2499.99 },
      ['ship', 'review', 'refund'],
      'Pending',
    ],
    [
      'paid and refunded wholly',
      { paid: true, status: null, total, refundedTotal: 2500 },
      [],
      'Refunded',
    ],
    [
      'shipped',
      { paid: true, status: 'shipped', total, refundedTotal: 0 },
      ['review', 'refund'],
      'Shipped',
    ],
    [
      'shipped and refunded in part',
      { paid: true, status: 'shipped', total, refundedTotal: 100 },
      ['review', 'refund'],
      'Shipped',
    ],
    [
      'shipped and refunded wholly',
      { paid: true, status: 'shipped', total, refundedTotal: 2500 },
      [],
      'Refunded',
    ],
    [
      'shipped and disputed',
      { paid: true, status: 'shipped', total, refundedTotal: 0, disputedSince: '2026-11-20' },
      ['review'],
      'Shipped',
    ],
    [
      'paid, of unknown total',
      { paid: true, status: null, refundedTotal: 10 },
      ['ship', 'review', 'refund'],
      'Pending',
    ],
  ] as const)('are what its state allows: %s', (_words, order, allowed, words) => {
    const steps = Object.entries(orderCan).filter(([, can]) => can(order));
    expect(steps.map(([step]) => step)).toEqual(allowed);
    expect(orderStatus(order)).toBe(words);
  });

  it('an order is refunded wholly only when all of its money went back', () => {
    expect(isFullyRefunded({ paid: true, total: 10, refundedTotal: 10 })).toBe(true);
    expect(isFullyRefunded({ paid: true, total: 10, refundedTotal: 9.99 })).toBe(false);
    expect(isFullyRefunded({ paid: true, total: 0, refundedTotal: 0 })).toBe(false);
    expect(isFullyRefunded({ paid: true, total: 10 })).toBe(false);
    expect(isFullyRefunded({ paid: true, refundedTotal: 10 })).toBe(false);
  });

  it('what is left to refund is exact to the cent, whatever was given back of whatever', () => {
    const cents = fc.integer({ min: 0, max: maxChargeCents });
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const [all, back] = [Math.max(one, other), Math.min(one, other)];
        const left = leftToRefund({ total: all / 100, refundedTotal: back / 100 });
        expect(left).toBe((all - back) / 100);
      }),
    );
  });

  it('its number is short, and made of its id', () => {
    expect(orderNumber('3f9a1c2e-77b0-4d1e-9f00-aabbccddeeff')).toBe('UH-3F9A1C2E77');
  });
});
