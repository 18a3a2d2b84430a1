import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressedStream } from './compressed-stream.ts';
import { compress, encodingFor, hasEtag, type Encoding } from './encoding.ts';
import type { FinishedPage } from './finished-page.ts';
import type { RenderedPage } from './page-renderer.ts';

/** Aborts when the client leaves before the response ends. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => void (reply.raw.writableFinished || gone.abort()));
  return gone.signal;
}

/** Sends a page that is the same for everyone. */
export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FinishedPage,
): Promise<FastifyReply> {
  reply.headers(page.headers).code(page.status);
  if (page.status === 200 && hasEtag(request, page.etag)) return reply.code(304).send();
  const encoding = encodingFor(request);
  if (encoding === undefined) return reply.send(page.plain());
  return reply.header('content-encoding', encoding).send(await page.inEncoding(encoding));
}

/**
 * Sends a page that only its reader gets. Compressed, because it is made of its address alone: whoever could make a browser
 * ask for it knows what is in it (docs/decisions/0054).
 */
export async function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, policy }: { page: RenderedPage; policy: string | undefined },
): Promise<FastifyReply> {
  reply.code(page.status);
  if (page.location !== undefined) reply.header('location', page.location);
  if (policy !== undefined) reply.header('content-security-policy', policy);
  reply.header('vary', 'Accept-Encoding');
  const encoding = encodingFor(request);
  if (page.body === null || page.body === '') return reply.send('');
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  if (typeof page.body === 'string') return reply.send(await inBytes(page.body, encoding));
  return reply.send(
    encoding === undefined
      ? Readable.fromWeb(page.body as ReadableStream<Uint8Array>)
      : compressedStream(page.body as ReadableStream<Uint8Array>, encoding),
  );
}

async function inBytes(text: string, encoding: Encoding | undefined): Promise<Buffer> {
  const plain = Buffer.from(text);
  return encoding === undefined ? plain : compress(plain, encoding);
}
