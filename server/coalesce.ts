/**
 * Coalesces writes with the same key: at most one is under way and one waits, so a thousand repetitions cost two writes.
 * Resolves or rejects as the write that includes this repetition does; it began after the repetition was asked for.
 */
export type Coalesce = (key: string, write: (times: number) => Promise<void>) => Promise<void>;

interface Waiting {
  times: number;
  readonly written: Promise<void>;
}

export function coalescer(): Coalesce {
  const waiting = new Map<string, Waiting>();
  const last = new Map<string, Promise<void>>();
  return (key, write) => {
    const joined = waiting.get(key);
    if (joined !== undefined) {
      joined.times += 1;
      return joined.written;
    }
    const begin = async () => {
      waiting.delete(key);
      try {
        await write(begun.times);
      } finally {
        if (last.get(key) === written) last.delete(key);
      }
    };
    const written = (last.get(key) ?? Promise.resolve()).then(begin, begin);
    const begun: Waiting = { times: 1, written };
    waiting.set(key, begun);
    last.set(key, written);
    return written;
  };
}
