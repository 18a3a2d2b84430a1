/**
 * Counts coalescer of one thing so that one write of it at most is under way and one waits: whoever repeats it a thousand
 * times costs two writes. Resolves when the write that counts this repetition is done.
 */
export type Coalesce = (key: string, write: (times: number) => Promise<void>) => Promise<void>;

interface Waiting {
  times: number;
  readonly written: Promise<void>;
}

/** Makes a counter of its own. A write has to see to its own failures. */
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
