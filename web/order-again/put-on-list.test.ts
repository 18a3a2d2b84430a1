import { describe, expect, it } from 'vitest';
import type { WrittenLine } from '#contract/list-lines.ts';
import { putOnList, takenBack, type PutLine } from './put-on-list.ts';

const lines = (written: string): WrittenLine[] =>
  written
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [number = '', quantity] = one.split('=');
      return { number, quantity: Number(quantity) };
    });
const written = (list: readonly WrittenLine[]) =>
  list.map(({ number, quantity }) => `${number}=${quantity ?? '?'}`).join(' ');
const put = (list: string, added: string, before: readonly PutLine[] = []) => {
  const { lines: now, put: all, ...counts } = putOnList(lines(list), lines(added), before);
  return { now: written(now), all, counts };
};

describe('what is ordered again', () => {
  it('joins the list: lines that are there stay, equal parts are added together', () => {
    const { now, counts } = put('A=100 B=200', 'b=300 C=400');
    expect(now).toBe('A=100 B=500 C=400');
    expect(counts).toEqual({ fresh: 1, joined: 1, already: 0, left: 0 });
  });

  it('is put there once, however often that is asked for', () => {
    const first = put('A=100', 'A=300 B=400');
    const again = put(first.now, 'A=300 B=400', first.all);
    expect(again.now).toBe('A=400 B=400');
    expect(again.all).toEqual(first.all);
    expect(again.counts).toEqual({ fresh: 0, joined: 0, already: 2, left: 0 });
  });

  it('is put there again where it was removed or ordered meanwhile', () => {
    const { all } = put('', 'A=300 B=400');
    const again = put('A=300', 'A=300 B=400', all);
    expect(again.now).toBe('A=300 B=400');
    expect(again.counts).toEqual({ fresh: 1, joined: 0, already: 1, left: 0 });
  });

  it('is one line where two parts have the same replacement', () => {
    const { now, all, counts } = put('', 'A=300 A=200');
    expect(now).toBe('A=500');
    expect(all).toEqual([{ key: 'A', quantity: 500 }]);
    expect(counts).toEqual({ fresh: 1, joined: 0, already: 0, left: 0 });
  });

  it('finds no room in a full list, except where its part is there', () => {
    const full = Array.from({ length: 499 }, (_, at) => `N${at}=1`).join(' ');
    const { all, counts } = put(full, 'N7=5 X=1 Y=2 Z=3');
    expect(counts).toEqual({ fresh: 1, joined: 1, already: 0, left: 2 });
    expect(all).toEqual([
      { key: 'N7', quantity: 5 },
      { key: 'X', quantity: 1 },
    ]);
  });

  it('can be taken back: its pieces go, others stay', () => {
    const { now, all } = put('A=100 B=200', 'B=300 C=400 D=500');
    expect(written(takenBack(lines(now), all))).toBe('A=100 B=200');
    // Fewer were taken meanwhile, and a line was added.
    expect(written(takenBack(lines('A=100 B=500 C=300 E=1'), all))).toBe('A=100 B=200 E=1');
  });
});
