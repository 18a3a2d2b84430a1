/** What a row of the fault table came to; a row that does not hold throws instead. */
export interface Outcome {
  /** The figures, as a person reads them in the table. */
  readonly figure: string;
}

/** How much of a row is run: the long form for the table, the short one within `npm test`. */
export interface Extent {
  readonly long: boolean;
  /** Where the random choices of the row begin. */
  readonly seed: number;
}

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Waits until something is so; throws with `what` when it is not in time. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { what, ms }: { what: string; ms: number },
): Promise<void> {
  const giveUpAt = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`Not within ${ms / 1000} s: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Seconds with one decimal, for figures. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
