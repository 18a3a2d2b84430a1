/** How much may go on at the same time, in all and for one key. */
export interface PlaceLimits {
  readonly all: number;
  readonly each: number;
}

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/** Runs work when there is a place for it, in order, but never waits for a busy key while another one could go on. */
export function places({ all, each }: PlaceLimits) {
  const running = new Map<string, number>();
  const line: Waiting[] = [];
  let count = 0;

  const hasPlace = ({ key }: Waiting) => count < all && (running.get(key) ?? 0) < each;

  function beginNext(): void {
    const at = line.findIndex(hasPlace);
    const [next] = at === -1 ? [] : line.splice(at, 1);
    if (next === undefined) return;
    count += 1;
    running.set(next.key, (running.get(next.key) ?? 0) + 1);
    next.begin();
    beginNext();
  }

  function end(key: string): void {
    count -= 1;
    const left = (running.get(key) ?? 0) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    beginNext();
  }

  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((begin) => {
      line.push({ key, begin });
      beginNext();
    });
    try {
      return await work();
    } finally {
      end(key);
    }
  };
}
