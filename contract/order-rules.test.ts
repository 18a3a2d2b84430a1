import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, maxChargeCents } from '#contract/money.ts';
import { largestQuantity, nearestQuantities, orderCan, orderStatus, orderTotal, quantityFits } from '#contract/order-rules.ts';

const part = fc.record({
  orderQuantity: fc.integer({ min: 1, max: 2000 }),
  inStock: fc.integer({ min: 0, max: 100_000 }),
  price: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100),
});

/** The rule once more, by counting up from the minimum: slow, and plainly what the specification says. */
function validQuantities({ orderQuantity, inStock, price }: { orderQuantity: number; inStock: number; price: number }): number[] {
  const valid: number[] = [];
  for (let quantity = orderQuantity; quantity <= inStock && centsOf(price) * quantity <= maxChargeCents; quantity += 100)
    valid.push(quantity);
  return valid;
}

describe('the quantity rule', () => {
  it('allows the minimum, and steps of 100 from there up to what is in stock', () => {
    const disc = { orderQuantity: 150, inStock: 420, price: 12 };
    expect([149, 150, 200, 250, 350, 420, 450].map((quantity) => quantityFits(quantity, disc))).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
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
      expect(quantityFits(quantity, { orderQuantity: 100, inStock: 100_000, price: 1 })).toBe(false);
  });

  it('never lets a total exceed what a card can be charged', () => {
    fc.assert(
      fc.property(part, (limits) => {
        const most = largestQuantity(limits);
        expect(Math.round(orderTotal(limits.price, most) * 100)).toBeLessThanOrEqual(maxChargeCents);
      }),
    );
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
  it.each([
    [{ paid: false, status: null }, { pay: true, cancel: true, ship: false, review: false }, 'Unpaid'],
    [{ paid: true, status: null }, { pay: false, cancel: false, ship: true, review: true }, 'Pending'],
    [{ paid: true, status: 'shipped' }, { pay: false, cancel: false, ship: false, review: true }, 'Shipped'],
  ])('are what its state allows: %o', (order, allowed, words) => {
    expect({
      pay: orderCan.pay(order),
      cancel: orderCan.cancel(order),
      ship: orderCan.ship(order),
      review: orderCan.review(order),
    }).toEqual(allowed);
    expect(orderStatus(order)).toBe(words);
  });
});
