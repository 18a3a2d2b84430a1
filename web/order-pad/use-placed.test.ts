import { describe, expect, it } from 'vitest';
import type { Part } from '#contract/parts.ts';
import { rowsOf, type Found } from './pad-rows.ts';
import { orderedOf } from './use-placed.ts';

// Cast, so that a new fact does not change this test.
const means = (number: string, change: Partial<Part> = {}): Found => ({
  kind: 'part',
  reason: undefined,
  part: {
    _id: `part-${number}`,
    partNumber: number,
    orderQuantity: 100,
    inStock: 1000,
    price: 0.1,
    ...change,
  } as Part,
});
const rows = (
  lines: Readonly<Record<string, number>>,
  found: Readonly<Record<string, Found>> = {},
) =>
  rowsOf(
    Object.entries(lines).map(([number, quantity]) => ({ number, quantity })),
    new Map(Object.keys(lines).map((number) => [number, found[number] ?? means(number)])),
  );
const order = (number: string, quantity: number, total: number) => ({
  _id: `order-${number}`,
  productId: `part-${number}`,
  quantity,
  price: total / quantity,
  total,
});

describe('what leaves the list when it was ordered', () => {
  it('is what was ordered, at the prices that were shown', () => {
    const orders = [order('A', 100, 12), order('B', 200, 20)];
    expect(orderedOf(rows({ A: 100, B: 200 }), { orders })).toEqual({
      gone: new Set(['A', 'B']),
      shown: 30,
    });
  });

  it('is no line that came from elsewhere while it was sent', () => {
    const orders = [order('A', 100, 10)];
    expect(orderedOf(rows({ A: 100, NEW: 500 }), { orders })).toEqual({
      gone: new Set(['A']),
      shown: 10,
    });
  });

  it('is no line that was refused, and no second line of a part', () => {
    const twin = { A2: means('A') };
    const orders = [order('A', 100, 10)];
    expect(orderedOf(rows({ A: 100, R: 100, A2: 100 }, twin), { orders }).gone).toEqual(
      new Set(['A']),
    );
  });

  it('is a line, too, of which nothing is left now, or that has other pieces', () => {
    const soldOut = { A: means('A', { inStock: 0 }) };
    const orders = [order('A', 100, 10), order('B', 100, 10), order('GONE', 100, 10)];
    expect(orderedOf(rows({ A: 100, B: 300 }, soldOut), { orders })).toEqual({
      gone: new Set(['A', 'B']),
      shown: 30,
    });
  });
});
