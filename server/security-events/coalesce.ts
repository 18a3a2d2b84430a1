/**
 * Coalesces writes with the same key: at most one is under way and one waits, so a thousand repetitions cost two writes.
 * Resolves when the write that includes this repetition is done.
 */
export type Coalesce = (key: string, write: (times: number) => Promise<void>) => Promise<void>;

interface Waiting {
  times: number;
  readonly written: Promise<void>;
}

/** Makes a coalescer. The writes must not reject. */
export function coalescer(): Coalesce {
  const waiting = new Map<string, Waiting>();
  const last = new Map<string, Promise<void>>();
  return (key, write) => {
    const joined = waiting.get(key);
    if (joined !== undefined) {
      joined.times += 1;
      return joined.written;
    }
    const written = (last.get(key) ?? Promise.resolve()).then(async () => {
      waiting.delete(key);
      await write(begun.times);
      if (last.get(key) === written) last.delete(key);
    });
    const begun: Waiting = { times: 1, written };
    waiting.set(key, begun);
    last.set(key, written);
    return written;
  };
}
