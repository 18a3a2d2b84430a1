import type { FastifyBaseLogger } from 'fastify';
import { minuteMs } from '#contract/durations.ts';
import type { Assembled } from '#server/assemble.ts';
import { isUnavailable } from '#server/db/transaction.ts';

/** The first round comes soon, so that a shop that is restarted often does its work too. */
const firstMs = 3_000;
const mailsMs = 3_000;
/** Whoever began one looks at its progress. */
const watchedMs = 1_000;

type Worker = Pick<
  Assembled,
  'everyMinute' | 'sendMails' | 'workOnImports' | 'workOnDoctor' | 'endWork'
>;

/**
 * Starts the background work. Answers a function that ends it and resolves when no round is under way and the database is
 * no longer used.
 */
export function startBackgroundWork(
  { everyMinute, sendMails, workOnImports, workOnDoctor, endWork }: Worker,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  const endings = [
    rounds(everyMinute, minuteMs, (error) => log.error({ err: error }, 'the minutely work failed')),
    rounds(sendMails, mailsMs, (error) => {
      // The minutely work logs a database outage already.
      if (!isUnavailable(error)) log.error({ err: error }, 'the outbox could not be looked after');
    }),
    rounds(workOnImports, watchedMs, (error) => {
      if (!isUnavailable(error)) log.error({ err: error }, 'an import could not be worked on');
    }),
    rounds(workOnDoctor, watchedMs, (error) => {
      if (!isUnavailable(error)) log.error({ err: error }, 'the doctor could not look');
    }),
  ];
  return async () => {
    const ended = endings.map((end) => end());
    await Promise.all([endWork(), ...ended]);
  };
}

/** Repeats work in an interval, never two rounds at once. Answers a function that ends it. */
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
