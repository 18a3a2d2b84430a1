import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

export interface Readiness {
  /** Why the database cannot be used, undefined when it can; rejects when it does not answer. */
  readonly databaseFault: () => Promise<string | undefined>;
  /** False from the moment the shop begins to close. */
  readonly isOpen: () => boolean;
}

/** Health checks are not rate limited, and logged at debug only. */
const free = { config: { price: 0, isQuiet: true as const } };

const noAnswer = 'the database does not answer';

/** `/healthz`: the process is alive. `/readyz`: it can serve requests; for load balancers. The log has each change of that, not each probe. */
export function answerHealth(app: FastifyInstance, { databaseFault, isOpen }: Readiness): void {
  app.get('/healthz', free, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  let told: string | undefined;
  const tell = (why: string | undefined, log: FastifyBaseLogger, err?: unknown): void => {
    if (why === told) return;
    told = why;
    if (why === undefined) log.info('ready again');
    else log.warn(err === undefined ? { why } : { why, err }, 'not ready');
  };

  app.get('/readyz', free, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isOpen()) return reply.code(503).send({ status: 'closing' });
    try {
      tell(await databaseFault(), request.log);
    } catch (error) {
      tell(noAnswer, request.log, error);
    }
    return told === undefined
      ? reply.send({ status: 'ready' })
      : reply.code(503).send({ status: 'database' });
  });
}
