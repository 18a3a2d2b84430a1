import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a request with a large file may take to arrive; Node closes its connection then. 200 MB in half an hour are 0.9 Mbit/s. */
export const largeArrivalMs = 1_800_000;
/** Any other request. */
const arrivalMs = 30_000;

const allowances = new WeakMap<IncomingMessage, () => void>();

/**
 * Ends requests that arrive too slowly, as Node does after `largeArrivalMs`. A request is given more time by `allowSlowBody`; a server that
 * closes does not wait for it.
 */
export function endSlowBodies(app: FastifyInstance, afterMs = arrivalMs): void {
  const large = new Set<IncomingMessage>();
  app.addHook('preClose', async () => {
    for (const { complete, socket } of large) if (!complete) socket.destroy();
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    // The shop's own requests, of its pages, come without a connection.
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      // An answer that was sent before the request was there must not be followed by another one.
      if (reply.raw.headersSent) raw.socket.destroy();
      else app.server.emit('clientError', tooSlow(), raw.socket);
    }, afterMs);
    timer.unref();
    allowances.set(raw, () => {
      clearTimeout(timer);
      large.add(raw);
      reply.raw.once('close', () => large.delete(raw));
    });
    reply.raw.once('close', () => raw.complete && clearTimeout(timer));
  });
}

/** Lets a request take as long as a large file needs: only of somebody who may send one. */
export function allowSlowBody(raw: IncomingMessage): void {
  allowances.get(raw)?.();
}

function tooSlow(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
