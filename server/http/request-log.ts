import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { trustIn } from './client-address.ts';
import type { ShopMetrics } from '#server/metrics/shop-metrics.ts';
import type { Shop } from '#server/shop.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in log and metrics, where its pattern is that of one file. */
    routeName?: string;
    /** Its requests are logged at debug only: health probes, files that never change. */
    isQuiet?: true;
  }
}

export const requestIdHeader = 'x-request-id';

/** Ids as proxies make them: UUIDs, hexadecimal digits, counters with dots, colons or dashes. */
const requestId = /^[\w.:-]{8,64}$/;

/**
 * Names a request: as its proxy did, if it came from one that is trusted and the name is sound, else by a new UUID. People are
 * told this id and security events store it, so it must be unique across copies and starts.
 */
export function requestIdsFrom(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies);
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const given = headers[requestIdHeader];
    return typeof given === 'string' && requestId.test(given) && isTrusted(remoteAddress)
      ? given
      : randomUUID();
  };
}

/** The trace id of a `traceparent` header (W3C Trace Context); undefined without a valid one. */
function traceIdOf(traceparent: string | string[] | undefined): string | undefined {
  const [, version, traceId, spanId] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-|$)/.exec(String(traceparent)) ?? [];
  const isValid = version !== 'ff' && /[^0]/.test(traceId ?? '') && /[^0]/.test(spanId ?? '');
  return isValid ? traceId : undefined;
}

/** The logger of a request: each of its lines has the request's id and, if there is one, that of its trace. */
export function requestLogger(
  logger: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  options: Parameters<FastifyBaseLogger['child']>[1],
  { headers }: IncomingMessage,
): FastifyBaseLogger {
  const traceId = traceIdOf(headers['traceparent']);
  return logger.child(traceId === undefined ? bindings : { ...bindings, traceId }, options);
}

/** What of the shop is needed to log and count requests. */
export interface RequestWatch {
  readonly networkHash: Shop['networkHash'];
  readonly metrics: Pick<ShopMetrics, 'requestAnswered'>;
}

/** Names the answer's request in its headers; logs and counts it when it has been sent, or the client has left. */
export function watchRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  watch: RequestWatch,
): void {
  const { method, routeOptions } = request;
  reply.raw.setHeader(requestIdHeader, request.id);
  watchAnswer(
    reply.raw,
    {
      method,
      route: routeOptions.config?.routeName ?? routeOptions.url ?? 'unknown',
      ip: request.ip,
      isQuiet: routeOptions.config?.isQuiet,
      log: () => request.log,
    },
    watch,
  );
}

/** A request as log and metrics know it. */
interface Watched {
  readonly method: string;
  readonly route: string;
  readonly ip: string;
  readonly isQuiet?: true | undefined;
  readonly log: () => FastifyBaseLogger;
}

/** Logs and counts an answer when it has been sent, or the client has left. */
export function watchAnswer(
  response: ServerResponse,
  { method, route, ip, isQuiet, log }: Watched,
  { networkHash, metrics }: RequestWatch,
): void {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  const since = performance.now();
  response.once('close', () => {
    // 499 as proxies say it: whoever asked did not wait for the end of the answer.
    const status = response.writableEnded ? response.statusCode : 499;
    const ms = performance.now() - since;
    metrics.requestAnswered({ method, route, status, seconds: ms / 1000 });
    const level = levelOf(status, isQuiet);
    const logger = log();
    if (!(logger as Logger).isLevelEnabled(level)) return;
    const bytes = (socket?.bytesWritten ?? 0) - before;
    const network = networkHash(ip);
    logger[level]({ method, route, status, ms: Math.round(ms), bytes, network }, accessLine);
  });
}

/** The message of the line that each request has in the log. */
export const accessLine = 'answered';

/** Health probes say what is wrong themselves. */
function levelOf(status: number, isQuiet: true | undefined): 'debug' | 'info' | 'warn' {
  if (isQuiet) return 'debug';
  return status >= 500 ? 'warn' : 'info';
}

/** Watches all requests. */
export function watchRequests(app: FastifyInstance, watch: RequestWatch): void {
  app.addHook('onRequest', async (request, reply) => watchRequest(request, reply, watch));
}
