import type { Clock } from '#server/clock.ts';
import { CardsUnavailable } from './port.ts';

/**
 * How long one question to the provider may take, its retry included. A page asks at most twice,
 * so that it answers within 3.5 s even when the provider hangs (docs/operations: faults).
 */
export const pageTimeoutMs = 1_600;

/** In the background nobody waits: a provider that is slow and right gets its payments and refunds booked. */
export const backgroundTimeoutMs = 20_000;

/** After a question that was never answered: work that asks a hundred more shall not last for an hour. */
const shortForMs = 50_000;

/** Asks one question; rejects with `CardsUnavailable` when no answer comes in time. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T>;

/** What decides how long is waited; nothing is once `ending` says that the shop closes. */
interface Waiting {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly ending?: AbortSignal | undefined;
}

/** Asks with a deadline, which is as short as a page's for a while after one was waited for in vain. */
export function timeLimited({ clock, timeoutMs, ending }: Waiting): Ask {
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
