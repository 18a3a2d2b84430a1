import type { Clock } from '#server/clock.ts';
import { CardsUnavailable } from './port.ts';

/**
 * Timeout of one call to the provider, retry included. A page makes at most two, so it answers within 3.5 s even
 * when the provider hangs (docs/operations.md).
 */
export const pageTimeoutMs = 1_600;

/** Longer, because no page waits for background work: payments and refunds of a slow provider are still recorded. */
export const backgroundTimeoutMs = 20_000;

/** How long background work uses the pages' timeout after a timeout, so that a hundred more calls do not take an hour. */
const shortForMs = 50_000;

/** Makes one call; rejects with `CardsUnavailable` when no answer comes in time. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T>;

interface TimeLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborted when the shop closes; calls under way are then given up. */
  readonly ending?: AbortSignal | undefined;
}

/** Makes calls with a timeout; after one has timed out, with the pages' shorter timeout for a while. */
export function timeLimited({ clock, timeoutMs, ending }: TimeLimit): Ask {
  let shortUntil = 0;
  return async (question) => {
    if (ending?.aborted) throw new CardsUnavailable('the shop closes');
    const now = clock.now().getTime();
    const waitMs = now < shortUntil ? Math.min(timeoutMs, pageTimeoutMs) : timeoutMs;
    const late = Promise.withResolvers<never>();
    const giveUp = () => late.reject(new CardsUnavailable('the shop closes'));
    ending?.addEventListener('abort', giveUp, { once: true });
    const timer = setTimeout(() => {
      if (waitMs === timeoutMs) shortUntil = now + timeoutMs + shortForMs;
      late.reject(new CardsUnavailable(`no answer within ${waitMs} ms`));
    }, waitMs);
    try {
      return await Promise.race([question(), late.promise]);
    } finally {
      clearTimeout(timer);
      ending?.removeEventListener('abort', giveUp);
    }
  };
}
