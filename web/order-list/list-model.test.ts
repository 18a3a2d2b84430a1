import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WrittenLine } from '#contract/list-lines.ts';
import { joined, keyOf, lineOf, merged, sameLines, withLine, withLines } from './list-model.ts';

const lines = (written: string): WrittenLine[] =>
  written
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [number = '', quantity = ''] = one.split('=');
      return { number, quantity: quantity === '?' ? null : Number(quantity) };
    });
const written = (list: readonly WrittenLine[]) =>
  list.map(({ number, quantity }) => `${number}=${quantity ?? '?'}`).join(' ');

const anyList = fc.uniqueArray(
  fc.record({
    number: fc.constantFrom('A1', 'B2', 'C3', 'D4', 'E5'),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  { selector: keyOf },
);

describe('a list', () => {
  it('takes lines: the same number, however written, gets more pieces', () => {
    const { lines: now, left } = withLines(lines('BD-1=100 HL=?'), lines('bd1=50 XX=7 hl=5 XX=?'));
    expect(written(now)).toBe('BD-1=150 HL=5 XX=7');
    expect(left).toBe(0);
  });

  it('has 500 lines at most, and says how many found no room', () => {
    const many = lines(Array.from({ length: 499 }, (_, at) => `A${at}=1`).join(' '));
    const { lines: now, left } = withLines(many, lines('B1=1 B2=1 B3=1 A7=1'));
    expect([now.length, left, now[7]?.quantity]).toEqual([500, 2, 2]);
  });

  it('has a line changed, removed, or given the number that was meant', () => {
    const list = lines('A=1 B=2 C=3');
    expect(written(withLine(list, 'B', { quantity: 9 }))).toBe('A=1 B=9 C=3');
    expect(written(withLine(list, 'B'))).toBe('A=1 C=3');
    expect(written(withLine(list, 'B', { number: 'D-4' }))).toBe('A=1 D-4=2 C=3');
    expect(written(withLine(list, 'B', { number: 'a' }))).toBe('A=3 C=3');
  });

  it('holds parts without a number by themselves, under their names', () => {
    const id = '00000000-0000-7000-8000-000000000001';
    const unnumbered = { _id: id, name: `${'Long name '.repeat(6)}of a part`, partNumber: null };
    const line = { number: 'Long name '.repeat(6).trim(), productId: id, quantity: 200 };
    expect(lineOf(unnumbered, 200)).toEqual(line);
    expect(lineOf({ ...unnumbered, partNumber: 'BD-1' }, 200)).toEqual({
      number: 'BD-1',
      quantity: 200,
    });
    const other = { ...line, productId: id.replace(/1$/, '2') };
    const { lines: now } = withLines([line, other], [lineOf(unnumbered, 300)]);
    expect(now).toEqual([{ ...line, quantity: 500 }, other]);
    expect(withLine([line], id, { number: 'BD-1' })).toEqual([{ number: 'BD-1', quantity: 200 }]);
  });

  it("is joined with a guest's once, without doubles", () => {
    const [account, guest] = [lines('A=100 B=200'), lines('b=300 C=400 A=?')];
    expect(written(joined(account, guest))).toBe('A=100 B=300 C=400');
    expect(written(joined(joined(account, guest), guest))).toBe('A=100 B=300 C=400');
  });

  it('is merged when it was changed in two places', () => {
    const base = lines('A=1 B=2 C=3 D=4');
    expect(written(merged(base, lines('A=1 B=9 C=3 D=4 H=5'), lines('T=6 A=8 B=7 D=4')))).toBe(
      'T=6 A=8 B=9 D=4 H=5',
    );
    expect(written(merged(base, lines('B=2 C=3 D=4'), lines('A=8 B=2 C=3 D=4')))).toBe(
      'A=8 B=2 C=3 D=4',
    );
  });

  it('loses nothing that one side added or changed, and comes to rest', () => {
    fc.assert(
      fc.property(anyList, anyList, anyList, (base, here, there) => {
        const both = merged(base, here, there);
        const kept = new Set(both.map(keyOf));
        const own = [...here, ...there].filter(
          (line) => !base.some((one) => sameLines([one], [line])),
        );
        expect([...kept]).toEqual(expect.arrayContaining(own.map(keyOf)));
        expect(kept.size).toBe(both.length);
        expect(written(merged(both, both, both))).toBe(written(both));
        expect(new Set(merged(base, base, there))).toEqual(new Set(there));
      }),
    );
  });
});
