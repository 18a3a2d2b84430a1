import type { FastifyBaseLogger } from 'fastify';
import { minuteMs } from '#contract/durations.ts';
import type { Assembled } from '#server/assemble.ts';
import { isUnavailable } from '#server/db/transaction.ts';

/** A shop that is restarted often finishes what the last one left all the same: its first round does not wait for a minute. */
const firstMs = 3_000;
const mailsMs = 3_000;

/** What of a shop works by itself. */
type Worker = Pick<Assembled, 'everyMinute' | 'sendMails' | 'endWork'>;

/**
 * What every copy of the shop does by itself from now on, a few seconds after the start for the first time. Answers how
 * to end it: after that no round is under way, and nothing uses the database for it.
 */
export function startBackgroundWork(
  { everyMinute, sendMails, endWork }: Worker,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  const endings = [
    rounds(everyMinute, minuteMs, (error) => log.error({ err: error }, 'the minutely work failed')),
    rounds(sendMails, mailsMs, (error) => {
      // Of a database that is away the minutely work tells often enough.
      if (!isUnavailable(error)) log.error({ err: error }, 'the outbox could not be looked after');
    }),
  ];
  return async () => {
    const ended = endings.map((end) => end());
    await Promise.all([endWork(), ...ended]);
  };
}

/** Works in rounds that begin so far apart, later when one takes longer: never two at once. Answers how to end them. */
function rounds(
  work: () => Promise<void>,
  apartMs: number,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let isEnded = false;
  let timer = setTimeout(begin, firstMs);
  let round: Promise<void> = Promise.resolve();

  function begin(): void {
    const since = performance.now();
    round = work()
      .catch(failed)
      .finally(() => {
        if (!isEnded) timer = setTimeout(begin, Math.max(0, apartMs - (performance.now() - since)));
      });
  }

  return () => {
    isEnded = true;
    clearTimeout(timer);
    return round;
  };
}
