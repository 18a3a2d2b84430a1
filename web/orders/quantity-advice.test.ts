import { describe, expect, test } from 'vitest';
import { adviseQuantity, typedQuantity } from './quantity-advice.ts';

const discs = { orderQuantity: 200, inStock: 4850, price: 12 };

describe('what the order form says before the click', () => {
  test('a valid quantity has its neighbours one step away, but none outside the rule', () => {
    expect(adviseQuantity('300', discs)).toEqual({
      fits: true,
      possible: true,
      rule: 'From 200 to 4800, in steps of 100.',
      below: 200,
      above: 400,
    });
    expect(adviseQuantity('200', discs)).toMatchObject({
      fits: true,
      below: undefined,
      above: 300,
    });
    expect(adviseQuantity('4800', discs)).toMatchObject({
      fits: true,
      below: 4700,
      above: undefined,
    });
  });

  test('a quantity between two steps lies between the two valid ones', () => {
    expect(adviseQuantity('250', discs)).toMatchObject({ fits: false, below: 200, above: 300 });
    expect(adviseQuantity('200.5', discs)).toMatchObject({ fits: false, below: 200, above: 300 });
  });

  test('too few leads up to the minimum, too many down to the most', () => {
    expect(adviseQuantity('-3', discs)).toMatchObject({
      fits: false,
      below: undefined,
      above: 200,
    });
    expect(adviseQuantity('4850', discs)).toMatchObject({
      fits: false,
      below: 4800,
      above: undefined,
    });
    expect(adviseQuantity('1e9', discs)).toMatchObject({
      fits: false,
      below: 4800,
      above: undefined,
    });
  });

  test('an empty field leads to the minimum', () => {
    expect(typedQuantity(' ')).toBeNaN();
    expect(adviseQuantity('', discs)).toMatchObject({ fits: false, below: undefined, above: 200 });
  });

  test('steps are counted from the minimum, not from zero', () => {
    expect(adviseQuantity('350', { ...discs, orderQuantity: 250 })).toMatchObject({
      fits: true,
      below: 250,
      above: 450,
    });
  });

  test("a part's own step, largest order and pack are those of the rule", () => {
    const sold = { ...discs, quantityStep: 50, largestOrder: 900, packLabel: 'box of 50' };
    expect(adviseQuantity('260', sold)).toEqual({
      fits: false,
      possible: true,
      rule: 'From 200 to 900, in steps of 50 (box of 50).',
      below: 250,
      above: 300,
    });
    expect(adviseQuantity('950', sold)).toMatchObject({ below: 900, above: undefined });
  });

  test('the neighbours of a quantity are beyond a gap that no card could pay', () => {
    const dear = {
      orderQuantity: 100,
      inStock: 5000,
      price: 2000,
      priceBreaks: [{ from: 1000, price: 900 }],
    };
    expect(adviseQuantity('400', dear)).toMatchObject({ fits: true, below: 300, above: 1000 });
    expect(adviseQuantity('1000', dear)).toMatchObject({ fits: true, below: 400, above: 1100 });
  });

  test('a part that cannot be ordered says why and offers nothing', () => {
    expect(adviseQuantity('200', { ...discs, inStock: 120 })).toEqual({
      fits: false,
      possible: false,
      rule: 'Only 120 in stock, fewer than the minimum order of 200: this part cannot be ordered right now.',
      below: undefined,
      above: undefined,
    });
    expect(adviseQuantity('200', { ...discs, inStock: 0 })).toMatchObject({
      possible: false,
      rule: expect.stringContaining('Out of stock'),
    });
    expect(adviseQuantity('200', { ...discs, price: 9000 })).toMatchObject({
      possible: false,
      rule: expect.stringContaining('more than one card payment can collect'),
    });
  });

  test('stock for exactly one quantity is said as such', () => {
    expect(adviseQuantity('200', { ...discs, inStock: 299 })).toEqual({
      fits: true,
      possible: true,
      rule: '200 is the one quantity that can be ordered right now.',
      below: undefined,
      above: undefined,
    });
  });
});
