/** A stream of numbers that is the same on every machine and in every year: the demo shop must not change by itself. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, both ends possible. */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  pickWeighted<T>(list: readonly T[], weightOf: (item: T) => number): T;
}

/** FNV-1a spreads similar seeds ('part:tyre', 'part:tyre-valve') far apart. */
function hashOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < seed.length; place++)
    hash = Math.imul(hash ^ seed.charCodeAt(place), 0x01000193);
  return hash >>> 0;
}

/** Starts the stream that belongs to a seed (mulberry32: short, and good enough for made-up stock). */
export function seededRandom(seed: string): Random {
  let state = hashOf(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  function pick<T>(list: readonly T[]): T {
    return at(list, Math.floor(next() * list.length));
  }
  function pickWeighted<T>(list: readonly T[], weightOf: (item: T) => number): T {
    const total = list.reduce((sum, item) => sum + weightOf(item), 0);
    let left = next() * total;
    for (const item of list) {
      left -= weightOf(item);
      if (left < 0) return item;
    }
    return at(list, list.length - 1);
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick,
    pickWeighted,
  };
}

/** The item at a place that is known to exist; an empty list is a fault in the demo data. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined)
    throw new Error(`The demo data has nothing at ${index} of ${list.length}.`);
  return item;
}
