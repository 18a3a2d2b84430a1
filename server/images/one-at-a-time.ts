import { refuse } from '#server/http/refusal.ts';

/**
 * A line for heavy work: one piece at a time, so that the rest of the shop keeps its processor, and at most `maxWaiting`
 * behind it, so that nobody's files pile up in memory. Refuses with `unavailable` when the line is full.
 */
export function oneAtATime(maxWaiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let inLine = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (inLine > maxWaiting) refuse('unavailable');
    inLine += 1;
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      inLine -= 1;
    }
  };
}
