import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { answerBadAddress, answerBrokenRequest } from './errors.ts';
import { securityHeaders } from './security-headers.ts';
import type { Readiness } from './health.ts';
import { hostCheck } from './host-check.ts';
import { refuse } from './refusal.ts';
import type { ShopMode } from '#server/start/third-party-config.ts';

/** What the door of a shop is made of. */
export interface BaseAppOptions {
  readonly mode: ShopMode;
  readonly publicUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly readiness: Readiness;
  /** Who may say whom a request comes from: nobody, unless named. */
  readonly trustedProxies: readonly string[];
  /** Whether browsers shall ask every name below the shop's own by https only, too. */
  readonly hstsSubdomains: boolean;
}

/** The app before it answers anything: how requests come in, which are turned away unread, and what every answer says. */
export function createBaseApp({
  mode,
  publicUrl,
  logger,
  readiness,
  trustedProxies,
  hstsSubdomains,
}: BaseAppOptions): FastifyInstance {
  // A live shop's names are its proxy's business; the demo has nobody in front.
  const isForUs = mode === 'demo' ? hostCheck(publicUrl) : () => true;
  const headers = new Map(Object.entries(securityHeaders({ publicUrl, hstsSubdomains })));
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // Told to people, kept with security events: the same in no other copy and after no other start.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // Longer than the 60 s most proxies keep a connection, so that it is never us who closes one in use.
    keepAliveTimeout: 72_000,
    requestTimeout: 30_000,
    http: {
      // Node looks only every 30 s who is too slow, if it is not told otherwise.
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      // Otherwise it is answered like every other request: refused.
      shouldUpgradeCallback: (request) =>
        isForUs(request.headers.host) && app.server.listenerCount('upgrade') > 0,
    },
    // Answers in flight finish; new connections are refused by the closed socket.
    forceCloseConnections: 'idle',
    // An e-mail address in a path may have 254 characters, each escaped; the size of the head is bounded anyway.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, _request, reply) => answerBadAddress(reply, headers),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
  });
  // On the answer itself: the development server and the Google sandbox write theirs without Fastify.
  app.addHook('onRequest', async (_request, { raw }) => raw.setHeaders(headers));
  app.addHook(
    'onRequest',
    async (request) => void (isForUs(request.headers.host) || refuse('misdirected_request')),
  );
  logRequests(app);
  // While it says that it is not ready: whoever holds a connection comes again by a new one, elsewhere.
  app.addHook(
    'onSend',
    async (_request, reply) => void (readiness.isOpen() || reply.header('connection', 'close')),
  );
  return app;
}

/** One line per answer, with the route's pattern: addresses hold e-mails and pay links, so they are never logged. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log[reply.statusCode >= 500 ? 'warn' : 'debug'](fields, 'answered');
  });
}
