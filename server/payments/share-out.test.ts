import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOut } from './share-out.ts';

const orders = (...left: number[]) =>
  left.map((leftCents, at) => ({ orderId: `order ${at}`, leftCents }));

it.each([
  ['the whole of one order', 500, orders(500), [['order 0', 500]]],
  ['a part of one order', 1, orders(500), [['order 0', 1]]],
  ['more than one order has left', 700, orders(500), [['order 0', 700]]],
  ['just what one of them has left', 300, orders(500, 300, 300), [['order 1', 300]]],
  [
    'a part: the first ones',
    600,
    orders(500, 300),
    [
      ['order 0', 500],
      ['order 1', 100],
    ],
  ],
  [
    'past one that has nothing left',
    600,
    orders(500, 0, 300),
    [
      ['order 0', 500],
      ['order 2', 100],
    ],
  ],
  [
    'more than all have left',
    900,
    orders(500, 300),
    [
      ['order 0', 500],
      ['order 1', 400],
    ],
  ],
  [
    'more than all have left, of which the last has nothing',
    900,
    orders(500, 0),
    [
      ['order 0', 500],
      ['order 1', 400],
    ],
  ],
  ['of no orders', 900, [], []],
])('%s', (_name, amount, of, shares) => {
  expect(shareOut(amount, of).map(({ orderId, cents }) => [orderId, cents])).toEqual(shares);
});

it('gives out all of an amount, to each order once and nothing empty, and no order more than it has left while others have some', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 12 }),
      (amount, left) => {
        const of = orders(...left);
        const shares = shareOut(amount, of);
        const sum = shares.reduce((all, { cents }) => all + cents, 0);
        expect(sum).toBe(amount);
        expect(new Set(shares.map(({ orderId }) => orderId)).size).toBe(shares.length);
        expect(shares.every(({ cents }) => cents > 0)).toBe(true);
        const allLeft = left.reduce((all, one) => all + one, 0);
        if (amount > allLeft) return;
        for (const { orderId, cents } of shares)
          expect(cents).toBeLessThanOrEqual(of.find((one) => one.orderId === orderId)!.leftCents);
      },
    ),
  );
});
