import type { WrittenLine } from '#contract/list-lines.ts';
import { keyOf, withLines } from '#web/order-list/list-model.ts';

/** A line that was put on the list: its key, and the pieces that came with it. */
export interface PutLine {
  readonly key: string;
  readonly quantity: number;
}

/** What putting lines on the list does. */
export interface Putting {
  readonly lines: readonly WrittenLine[];
  /** All that are on the list by it, those of before too. */
  readonly put: readonly PutLine[];
  /** Lines that are new on the list, that found their part there and were added to it, that were put there before, and that found no room. */
  readonly fresh: number;
  readonly joined: number;
  readonly already: number;
  readonly left: number;
}

/** Puts lines on the list. `before`: what was put there by the same order, and is not put there twice. */
export function putOnList(
  list: readonly WrittenLine[],
  added: readonly WrittenLine[],
  before: readonly PutLine[],
): Putting {
  const there = new Set(list.map(keyOf));
  const kept = before.filter(({ key }) => there.has(key));
  const byThis = new Set(kept.map(({ key }) => key));
  const own = withLines([], added).lines;
  const missing = own.filter((line) => !byThis.has(keyOf(line)));
  const { lines, left } = withLines(list, missing);
  const now = new Set(lines.map(keyOf));
  const put = missing.filter((line) => now.has(keyOf(line)));
  const joined = put.filter((line) => there.has(keyOf(line))).length;
  return {
    lines,
    put: [...kept, ...put.map((line) => ({ key: keyOf(line), quantity: line.quantity ?? 0 }))],
    fresh: put.length - joined,
    joined,
    already: own.length - missing.length,
    left,
  };
}

/** The list without the pieces that were put there. */
export function takenBack(
  list: readonly WrittenLine[],
  put: readonly PutLine[],
): readonly WrittenLine[] {
  const pieces = new Map(put.map(({ key, quantity }) => [key, quantity]));
  return list.flatMap((line) => {
    const more = pieces.get(keyOf(line));
    if (more === undefined) return [line];
    const quantity = (line.quantity ?? 0) - more;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
