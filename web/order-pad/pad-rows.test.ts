import { describe, expect, it } from 'vitest';
import type { WrittenLine } from '#contract/list-lines.ts';
import type { Part } from '#contract/parts.ts';
import { rowsOf, sumOf, type Found } from './pad-rows.ts';

// Cast, so that a new fact does not change this test.
const part = (partNumber: string, change: Partial<Part> = {}) =>
  ({
    _id: partNumber,
    partNumber,
    orderQuantity: 100,
    inStock: 1000,
    price: 0.1,
    ...change,
  }) as Part;
const known = (found: Record<string, Found>) => new Map(Object.entries(found));
const line = (number: string, quantity: number | null): WrittenLine => ({ number, quantity });
const means = (one: Part): Found => ({ kind: 'part', part: one, reason: undefined });
const faults = (lines: readonly WrittenLine[], found: Record<string, Found>) =>
  rowsOf(lines, known(found)).map(({ fault }) => fault);

describe('the rows of a list', () => {
  it('say what stands in the way of each line', () => {
    const several: Found = {
      kind: 'several',
      parts: [part('B1'), part('B2')].map((one) => ({ part: one, reason: undefined })),
    };
    expect(
      faults([line('a-1', 200), line('B', 100), line('C', 100), line('D', 100), line('E5', 150)], {
        A1: means(part('A-1')),
        B: several,
        C: { kind: 'unknown', nearest: [] },
        E5: means(part('E5')),
      }),
    ).toEqual([
      undefined,
      '2 parts have this number.',
      'No part has this number.',
      undefined,
      '150 does not fit.',
    ]);
  });

  it('name a part that stands there already under another number', () => {
    const rows = rowsOf(
      [line('A1', 100), line('OE1', 200), line('OE2', 300)],
      known({ A1: means(part('A1')), OE1: means(part('A1')), OE2: means(part('A1')) }),
    );
    expect(rows.map(({ fault }) => fault)).toEqual([
      undefined,
      'The same part as line 1.',
      'The same part as line 1.',
    ]);
    expect(rows[2]?.twin).toBe(rows[0]);
    expect(sumOf(rows)).toMatchObject({ lines: 1, pieces: 100 });
  });

  it('come to a sum in whole cents, of what can be ordered', () => {
    const cheap = part('A', { priceBreaks: [{ from: 300, price: 0.07 }] });
    const rows = rowsOf(
      [line('A', 300), line('B', 700), line('C', 5), line('D', 100)],
      known({ A: means(cheap), B: means(part('B')), C: means(part('C')) }),
    );
    const { faulty, ...sum } = sumOf(rows);
    expect(sum).toEqual({ lines: 2, pieces: 1000, total: 91, saved: 9, waiting: true });
    expect(faulty.map(({ place }) => place)).toEqual([3]);
  });
});
