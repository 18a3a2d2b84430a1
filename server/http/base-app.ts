import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { answerBadAddress, answerBrokenRequest } from './errors.ts';
import { securityHeaders } from './security-headers.ts';
import type { Readiness } from './health.ts';
import { hostCheck } from './host-check.ts';
import { refuse } from './refusal.ts';
import type { ShopMode } from '#server/start/third-party-config.ts';

export interface BaseAppOptions {
  readonly mode: ShopMode;
  readonly publicUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly readiness: Readiness;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether HSTS includes subdomains. */
  readonly hstsSubdomains: boolean;
}

/** Fastify without routes: its limits and timeouts, the check of the Host header, security headers and request log. */
export function createBaseApp({
  mode,
  publicUrl,
  logger,
  readiness,
  trustedProxies,
  hstsSubdomains,
}: BaseAppOptions): FastifyInstance {
  // Only in the demo: a live shop's proxy checks the Host header.
  const isForUs = mode === 'demo' ? hostCheck(publicUrl) : () => true;
  const headers = new Map(Object.entries(securityHeaders(publicUrl, hstsSubdomains)));
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // People are told this id and security events store it, so it must be unique across copies and starts.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // Longer than the keep-alive timeout of most proxies (60 s), so that the shop never closes a connection they still use.
    keepAliveTimeout: 72_000,
    requestTimeout: 30_000,
    http: {
      headersTimeout: 10_000,
      // How often Node checks the timeouts; by default every 30 s.
      connectionsCheckingInterval: 2_000,
      // A request to upgrade is otherwise answered like any other.
      shouldUpgradeCallback: (request) =>
        isForUs(request.headers.host) && app.server.listenerCount('upgrade') > 0,
    },
    // Graceful shutdown: requests in flight finish, idle connections are closed.
    forceCloseConnections: 'idle',
    // An e-mail address in a path may have 254 escaped characters; the size of the head is limited anyway.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, _request, reply) => answerBadAddress(reply, headers),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
  });
  // On the raw response, because Vite and the Google sandbox answer without Fastify.
  app.addHook('onRequest', async (_request, { raw }) => raw.setHeaders(headers));
  app.addHook(
    'onRequest',
    async (request) => void (isForUs(request.headers.host) || refuse('misdirected_request')),
  );
  logRequests(app);
  // While /readyz says no: close keep-alive connections, so that clients reconnect to another copy.
  app.addHook(
    'onSend',
    async (_request, reply) => void (readiness.isOpen() || reply.header('connection', 'close')),
  );
  return app;
}

/** Logs one line per response, with the route's pattern instead of the URL, which may hold an e-mail address or pay link. */
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
