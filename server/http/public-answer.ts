import type { FastifyReply, FastifyRequest } from 'fastify';
import { encoded, encodingFor, isKnown, etagFor, type Encoding } from './encoding.ts';

/** What fits into one packet anyway is not worth a compressor's time. */
const leastBytes = 1400;

/** Compressed answers by encoding and tag: most are asked for again before they change. Some megabytes at most. */
const kept = new Map<string, Promise<Buffer>>();
const mostKept = 50;

/**
 * Sends a text that is the same for everyone: with a tag, and compressed for whoever takes that. Nothing personal may go
 * this way: the length of a compressed text tells what is in it to whoever can have a guess put beside it (BREACH).
 */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const plain = Buffer.from(text);
  const etag = etagFor(plain);
  reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
  if (isKnown(request, etag)) return reply.code(304).send();
  const encoding = plain.length < leastBytes ? undefined : encodingFor(request);
  if (encoding === undefined) return reply.send(plain);
  return reply.header('content-encoding', encoding).send(await compressed(plain, encoding, etag));
}

function compressed(plain: Buffer, encoding: Encoding, etag: string): Promise<Buffer> {
  const key = `${encoding} ${etag}`;
  const before = kept.get(key);
  if (before !== undefined) return before;
  const made = encoded(plain, encoding);
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return made;
}
