import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf, type Endpoint } from '#contract/endpoint.ts';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { isUnavailable } from '#server/db/transaction.ts';
import { sendNotice } from './notice-page.ts';
import { Refusal } from './refusal.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';
import { ImagesUnavailable } from '#server/third-parties/images/port.ts';
import { QueueFull } from '#server/work-queue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Falsy fields that the specification adds to this call's refusals. */
    refused?: Readonly<Record<string, unknown>>;
    /** Refusals of this call that travel with another status and sentence than the list's. */
    told?: NonNullable<Endpoint['told']>;
  }
}

/** Answers every error as `{error, message}`: a refusal with its sentence, an unexpected error only with the request id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof Refusal) {
      if (error.cause !== undefined)
        request.log.info({ code: error.code, err: error.cause }, 'refused');
      if (error.retryAfterSeconds !== undefined)
        reply.header('retry-after', String(error.retryAfterSeconds));
      return answer(request, reply, { code: error.code, details: error.details });
    }
    if (error instanceof CardsUnavailable) {
      request.log.warn({ err: error }, 'the card provider gave no usable answer');
      return answer(request, reply, { code: 'cards_unavailable' });
    }
    if (error instanceof ImagesUnavailable) {
      request.log.error({ err: error }, 'the image host did not keep a picture');
      return answer(request, reply, { code: 'images_unavailable' });
    }
    if (error instanceof QueueFull) return answer(request, reply, { code: 'unavailable' });
    if (isUnavailable(error)) {
      request.log.error({ err: error }, 'the database does not answer');
      return answer(request, reply, { code: 'unavailable' });
    }
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
    if (status < 500) return answer(request, reply, { code: codeForStatus(status) });
    request.log.error({ err: error }, 'failed');
    return answer(request, reply, { code: 'internal', details: { requestId: request.id } });
  });
}

/** Answers an invalid URL, such as `/%ff`, for which Fastify runs no hooks. */
export function answerBadAddress(reply: FastifyReply, headers: Map<string, string>): void {
  const [status, message] = errors.bad_request;
  reply.raw.setHeaders(headers);
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error: 'bad_request', message });
}

const brokenRequests: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers an invalid or too slow HTTP request and closes its connection. Gives the status, if it could be answered. */
export function answerBrokenRequest(
  { code = '' }: { code?: string },
  socket: Socket,
  headers: Map<string, string>,
): number | undefined {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const error = brokenRequests[code] ?? 'bad_request';
  const [status, message] = errors[error];
  const body = JSON.stringify({ error, message });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Array.from(headers, ([name, value]) => `${name}: ${value}`),
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  return status;
}

/** The JSON 404. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(request, reply, { code: 'not_found' });
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: { code: ErrorCode; details?: Readonly<Record<string, unknown>> },
): FastifyReply {
  forgetBody(reply);
  const [status, message] = refusalOf(request.routeOptions.config, refusal.code);
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(status).header('cache-control', 'no-store');
  if (request.routeOptions.config.isPage) return sendNotice(reply, refusal.code);
  return reply.send({
    ...request.routeOptions.config.refused,
    ...refusal.details,
    error: refusal.code,
    message,
  });
}

const bodyHeaders = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-length',
  'etag',
];

/** Of a stream that fails before its first byte Fastify has put the headers on the raw reply already, where they would be those of the refusal. */
function forgetBody(reply: FastifyReply): void {
  if (reply.raw.headersSent) return;
  for (const name of bodyHeaders) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
}

function codeForStatus(status: number): ErrorCode {
  if (status === 404) return 'not_found';
  if (status === 405) return 'method_not_allowed';
  if (status === 413) return 'too_large';
  if (status === 415) return 'unsupported_media_type';
  if (status === 429) return 'too_many_requests';
  return 'bad_request';
}
