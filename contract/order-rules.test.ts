import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceAt, soldPart as part, validQuantities } from '#test/quantity-oracle.ts';
import { centsOf, maxChargeCents } from './money.ts';
import {
  isFullyRefunded,
  largestQuantity,
  leftToRefund,
  leftToShip,
  nearestQuantities,
  nextBreak,
  orderCan,
  orderNumber,
  orderStatus,
  orderTotal,
  orderWord,
  quantityFits,
  restOf,
  ruleFault,
  unitPrice,
  type QuantityLimits,
} from './order-rules.ts';

describe('the quantity rule', () => {
  it('allows the minimum, and steps of 100 from there up to what is in stock', () => {
    const disc = { orderQuantity: 150, inStock: 420, price: 12 };
    expect(
      [149, 150, 200, 250, 350, 420, 450].map((quantity) => quantityFits(quantity, disc)),
    ).toEqual([false, true, false, true, true, false, false]);
  });

  it('allows exactly the quantities found by counting, for any part', () => {
    fc.assert(
      fc.property(part, fc.integer({ min: -200, max: 102_000 }), fc.nat(), (limits, any, place) => {
        const valid = validQuantities(limits);
        for (const quantity of [any, valid[place % valid.length] ?? any])
          expect(quantityFits(quantity, limits)).toBe(valid.includes(quantity));
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
        const total = orderTotal(unitPrice(most, limits), most);
        expect(Math.round(total * 100)).toBeLessThanOrEqual(maxChargeCents);
        expect(most).toBe(validQuantities(limits).at(-1) ?? 0);
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

  it('names the valid quantities on either side of any wanted one, and none when nothing can be ordered', () => {
    fc.assert(
      fc.property(part, fc.integer({ min: -500, max: 200_000 }), (limits, wanted) => {
        const valid = validQuantities(limits);
        const beside = [
          valid.findLast((quantity) => quantity <= wanted),
          valid.find((quantity) => quantity >= wanted),
        ].filter((quantity) => quantity !== undefined);
        expect(nearestQuantities(wanted, limits)).toEqual([...new Set(beside)]);
      }),
    );
  });
});

describe('a price by quantity', () => {
  const disc: QuantityLimits = {
    orderQuantity: 100,
    inStock: 5000,
    price: 2,
    quantityStep: 50,
    priceBreaks: [
      { from: 300, price: 1.8 },
      { from: 1010, price: 1.5 },
    ],
  };

  it('is that of the last break that the quantity reaches', () => {
    expect([100, 299, 300, 1009, 1010, 4000].map((quantity) => unitPrice(quantity, disc))).toEqual([
      2, 2, 1.8, 1.8, 1.5, 1.5,
    ]);
    expect(unitPrice(100, { price: 2 })).toBe(2);
  });

  it('names the next quantity that is cheaper, and what it saves', () => {
    expect(nextBreak(250, disc)).toEqual({ from: 300, price: 1.8, saves: 60 });
    // The first quantity on a step.
    expect(nextBreak(300, disc)).toEqual({ from: 1050, price: 1.5, saves: 315 });
    expect(nextBreak(1050, disc)).toBeUndefined();
    expect(nextBreak(250, { ...disc, inStock: 299 })).toBeUndefined();
    expect(nextBreak(250, { ...disc, largestOrder: 1000 })?.from).toBe(300);
    expect(nextBreak(300, { ...disc, largestOrder: 1000 })).toBeUndefined();
    expect(nextBreak(100, { ...disc, priceBreaks: undefined })).toBeUndefined();
  });

  it('names a next quantity that may be ordered, is cheaper, and is the least that is', () => {
    fc.assert(
      fc.property(part, fc.nat(120_000), (limits, quantity) => {
        const now = priceAt(quantity, limits);
        const cheaper = validQuantities(limits).find(
          (one) => one > quantity && priceAt(one, limits) < now,
        );
        const next = nextBreak(quantity, limits);
        expect(next?.from).toBe(cheaper);
        if (next === undefined) return;
        expect(next.price).toBe(priceAt(next.from, limits));
        expect(centsOf(next.saves)).toBe((centsOf(now) - centsOf(next.price)) * next.from);
      }),
    );
  });

  it('lets a card pay more pieces where they are cheaper, and leaves a gap before', () => {
    const dear = {
      ...disc,
      inStock: 1_000_000,
      price: 2000,
      priceBreaks: [{ from: 1000, price: 900 }],
    };
    expect(quantityFits(450, dear)).toBe(true);
    expect(quantityFits(500, dear)).toBe(false);
    expect(quantityFits(1000, dear)).toBe(true);
    expect(nearestQuantities(700, dear)).toEqual([450, 1000]);
    expect(largestQuantity(dear)).toBe(1100);
  });
});

describe('rules that an admin enters', () => {
  const sound = { orderQuantity: 100, price: 2, largestOrder: 900 };

  it('may leave out what the part does not have', () => {
    expect(ruleFault({ orderQuantity: 100, price: 2 })).toBeUndefined();
    expect(ruleFault({ ...sound, priceBreaks: [] })).toBeUndefined();
    expect(ruleFault({ ...sound, largestOrder: 100 })).toBeUndefined();
    expect(ruleFault({ ...sound, priceBreaks: [{ from: 900, price: 1.99 }] })).toBeUndefined();
    expect(
      ruleFault({ ...sound, orderQuantity: 1, priceBreaks: [{ from: 2, price: 0.25 }] }),
    ).toBeUndefined();
    expect(
      ruleFault({ ...sound, largestOrder: null, priceBreaks: [{ from: 1000, price: 1 }] }),
    ).toBeUndefined();
  });

  it.each([
    ['a largest order below the minimum', { largestOrder: 99 }, 'largestOrder'],
    ['a lower price for the minimum', { priceBreaks: [{ from: 100, price: 1 }] }, 'priceBreaks'],
    ['a price that is not lower', { priceBreaks: [{ from: 200, price: 2 }] }, 'priceBreaks'],
    ['a price that no order reaches', { priceBreaks: [{ from: 901, price: 1 }] }, 'priceBreaks'],
    [
      'a total below what a card can pay',
      { orderQuantity: 1, priceBreaks: [{ from: 2, price: 0.24 }] },
      'priceBreaks',
    ],
  ])('contradict each other by %s', (_what, rules, field) => {
    expect(ruleFault({ ...sound, ...rules })).toEqual([field, expect.stringMatching(/\.$/)]);
  });
});

describe('the rest below the minimum', () => {
  it('is all that is left, where a card can pay it', () => {
    const limits = { orderQuantity: 100, inStock: 40, price: 2 };
    expect(restOf(limits)).toBe(40);
    for (const inStock of [0, 100, 140]) expect(restOf({ ...limits, inStock })).toBe(0);
    expect(restOf({ ...limits, price: 0.01 })).toBe(0);
    expect(restOf({ ...limits, inStock: 50, price: 0.01 })).toBe(50);
    expect(restOf({ ...limits, price: 100_000 })).toBe(0);
    expect(restOf({ ...limits, inStock: 33, price: 30_303.03 })).toBe(33);
  });
});

describe('how an order stands', () => {
  it('is said in the one word that this reader meets everywhere', () => {
    const words = (order: Parameters<typeof orderWord>[0]) =>
      (['customer', 'admin'] as const).map((reader) => orderWord(order, reader));
    expect(words({ paid: false })).toEqual(['Unpaid', 'Unpaid']);
    expect(words({ paid: false, cancelled: true })).toEqual(['Cancelled', 'Cancelled']);
    expect(words({ paid: true, disputedSince: '2026-03-02' })).toEqual(['Pending', 'Disputed']);
    const all = { quantity: 500, shippedQuantity: 500 };
    expect(words({ paid: true, status: 'shipped', ...all })).toEqual(['Shipped', 'Completed']);
    const partly = { paid: true, quantity: 500, shippedQuantity: 300 };
    expect(words(partly)).toEqual(['Shipped 300 of 500', 'Shipped 300 of 500']);
    expect(words({ ...partly, shippedQuantity: 0 })).toEqual(['Pending', 'Pending']);
    // The other 200 were refunded.
    expect(words({ ...partly, status: 'shipped' })).toEqual(['Shipped', 'Completed']);
    expect(words({ ...partly, total: 500, refundedTotal: 500 })).toEqual(['Refunded', 'Refunded']);
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

  it('what is left to ship was neither shipped nor refunded', () => {
    expect(leftToShip({ quantity: 500, shippedQuantity: 300, refundedQuantity: 50 })).toBe(150);
    expect(leftToShip({ quantity: 500, shippedQuantity: 300, refundedQuantity: 200 })).toBe(0);
  });

  it('its number is short, and made of its id', () => {
    expect(orderNumber('3f9a1c2e-77b0-4d1e-9f00-aabbccddeeff')).toBe('UH-3F9A1C2E77');
  });
});
