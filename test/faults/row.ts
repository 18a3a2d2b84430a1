/** The result of a row of the fault table; a row that fails throws. */
export interface Outcome {
  /** The figures for the table. */
  readonly figure: string;
}

/** Whether a row runs in its long form, for the table, or in the short one of `npm test`. */
export interface Extent {
  readonly long: boolean;
  /** The seed of the row's random choices. */
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

/** Waits until a condition is true; throws with `what` after a timeout. */
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
