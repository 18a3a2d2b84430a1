import type { FastifyInstance } from 'fastify';

export interface Readiness {
  /** Whether the database answers and has every migration. */
  readonly databaseReady: () => Promise<boolean>;
  /** False from the moment the shop begins to close. */
  readonly isOpen: () => boolean;
}

/** Health checks are not rate limited, and logged at debug only. */
const free = { config: { price: 0, isQuiet: true as const } };

/** `/healthz`: the process is alive. `/readyz`: it can serve requests; for load balancers. */
export function answerHealth(app: FastifyInstance, { databaseReady, isOpen }: Readiness): void {
  app.get('/healthz', free, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', free, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isOpen()) return reply.code(503).send({ status: 'closing' });
    const ready = await databaseReady().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready');
      return false;
    });
    return ready ? reply.send({ status: 'ready' }) : reply.code(503).send({ status: 'database' });
  });
}
