import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { clientAddresses } from './client-address.ts';
import type { answerEarly } from './early-answers.ts';
import { answerBadAddress, answerBrokenRequest } from './errors.ts';
import {
  accessLine,
  requestIdHeader,
  requestIdsFrom,
  requestLogger,
  watchRequest,
  watchRequests,
  type RequestWatch,
} from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { endSlowBodies, largeArrivalMs } from './slow-bodies.ts';
import type { Readiness } from './health.ts';
import { hostCheck } from './host-check.ts';
import { refuse } from './refusal.ts';
import type { ShopMode } from '#server/start/third-party-config.ts';

export interface BaseAppOptions {
  readonly mode: ShopMode;
  readonly publicUrl: string;
  readonly logger: FastifyBaseLogger;
  readonly readiness: Readiness;
  /** How requests are logged and counted. */
  readonly watch: RequestWatch;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether HSTS includes subdomains. */
  readonly hstsSubdomains: boolean;
}

/** How `answerEarly` treats requests: as the app that `createBaseApp` makes of the same options. */
export function earlyParts({
  mode,
  publicUrl,
  logger,
  readiness,
  watch,
  trustedProxies,
  hstsSubdomains,
}: BaseAppOptions): Omit<Parameters<typeof answerEarly>[1], 'charge'> {
  return {
    route: '/*',
    isForUs: hostRule(mode, publicUrl),
    headers: securityHeaders(publicUrl, hstsSubdomains),
    idOf: requestIdsFrom(trustedProxies),
    addressOf: clientAddresses(trustedProxies),
    logger,
    watch,
    readiness,
  };
}

/** Only in the demo: a live shop's proxy checks the Host header. */
function hostRule(mode: ShopMode, publicUrl: string): (host: string | undefined) => boolean {
  return mode === 'demo' ? hostCheck(publicUrl) : () => true;
}

/** Fastify without routes: its limits and timeouts, the check of the Host header, security headers and request log. */
export function createBaseApp({
  mode,
  publicUrl,
  logger,
  readiness,
  watch,
  trustedProxies,
  hstsSubdomains,
}: BaseAppOptions): FastifyInstance {
  const isForUs = hostRule(mode, publicUrl);
  const headers = new Map(Object.entries(securityHeaders(publicUrl, hstsSubdomains)));
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    genReqId: requestIdsFrom(trustedProxies),
    childLoggerFactory: requestLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // Longer than the keep-alive timeout of most proxies (60 s), so that the shop never closes a connection they still use.
    keepAliveTimeout: 72_000,
    requestTimeout: largeArrivalMs,
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
    frameworkErrors: (_error, request, reply) => {
      watchRequest(request, reply, watch);
      answerBadAddress(reply, headers);
    },
    clientErrorHandler: (error, socket) => {
      const reqId = randomUUID();
      const named = new Map([...headers, [requestIdHeader, reqId]]);
      const status = answerBrokenRequest(error, socket, named);
      const network = watch.networkHash(socket.remoteAddress ?? '');
      if (status !== undefined) logger.info({ reqId, status, network }, accessLine);
    },
  });
  watchRequests(app, watch);
  endSlowBodies(app);
  app.addHook('onRequest', async ({ headers: { host } }, { raw }) => {
    // On the raw response, because Vite and the Google sandbox answer without Fastify.
    raw.setHeaders(headers);
    if (!isForUs(host)) refuse('misdirected_request');
  });
  // While /readyz says no: close keep-alive connections, so that clients reconnect to another copy.
  app.addHook(
    'onSend',
    async (_request, reply) => void (readiness.isOpen() || reply.header('connection', 'close')),
  );
  return app;
}
