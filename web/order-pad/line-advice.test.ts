import { describe, expect, it } from 'vitest';
import type { QuantityLimits } from '#contract/order-rules.ts';
import { adviseLine } from './line-advice.ts';

const disc = { orderQuantity: 200, inStock: 1000, price: 4 };
const words = (quantity: number | null, limits: QuantityLimits = disc) => {
  const { fault, fixes } = adviseLine(quantity, limits);
  return [fault, ...fixes.map((fix) => fix.words)];
};

describe('a quantity on a list', () => {
  it('that fits has a price and a total, and needs nothing', () => {
    expect(adviseLine(300, disc)).toEqual({
      fits: true,
      fault: undefined,
      fixes: [],
      price: 4,
      total: 1200,
      saved: 0,
      below: 200,
      above: 400,
    });
  });

  it('that does not fit says why, and names the valid ones beside it', () => {
    expect(words(250)).toEqual(['250 does not fit.', 'Take 200', 'Take 300']);
    expect(words(7)).toEqual(['The minimum is 200.', 'Take 200']);
    expect(words(1500)).toEqual(['Only 1,000 in stock.', 'Take 1000']);
    expect(words(600, { ...disc, largestOrder: 500 })).toEqual([
      'One order has at most 500.',
      'Take 500',
    ]);
    expect(words(900, { ...disc, price: 2000 })).toEqual([
      'More than one card payment can collect.',
      'Take 400',
    ]);
  });

  it('is asked for where there is none', () => {
    expect(words(null)).toEqual(['How many pieces?', 'Take 200']);
    expect(adviseLine(null, disc)).toMatchObject({
      total: undefined,
      below: undefined,
      above: 200,
    });
  });

  it('that cannot be ordered at all says so, without a way on', () => {
    expect(words(200, { ...disc, inStock: 0 })).toEqual(['Out of stock.']);
    expect(words(200, { ...disc, price: 6000 })).toEqual([
      'The smallest order costs more than one card payment can collect.',
    ]);
  });

  it('may be the rest of a part, as a whole', () => {
    const few = { ...disc, inStock: 37 };
    expect(words(200, few)).toEqual([
      'Only 37 in stock, fewer than the minimum of 200.',
      'Take the rest: 37',
    ]);
    expect(adviseLine(37, few)).toMatchObject({ fits: true, total: 148, fixes: [] });
    expect(adviseLine(36, few).fits).toBe(false);
  });

  it('names the next lower price before the click, and what the one reached saves', () => {
    const cheaperFrom500 = { ...disc, priceBreaks: [{ from: 500, price: 3.5 }] };
    expect(words(400, cheaperFrom500)).toEqual([undefined, 'Order 100 more and save $250.00']);
    expect(adviseLine(600, cheaperFrom500)).toMatchObject({ price: 3.5, total: 2100, saved: 300 });
  });

  it('has its neighbours also when it is wrong', () => {
    expect(adviseLine(250, disc)).toMatchObject({ below: 200, above: 300 });
    expect(adviseLine(200, disc)).toMatchObject({ below: undefined, above: 300 });
    expect(adviseLine(1000, disc)).toMatchObject({ below: 900, above: undefined });
  });
});
