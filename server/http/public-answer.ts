import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor, hasEtag, etagFor, type Encoding } from './encoding.ts';

/** Smaller texts fit into one packet anyway. */
const minBytes = 1400;

/** Compressed texts by encoding and ETag; a few megabytes at most. */
const cache = new Map<string, Promise<Buffer>>();
const maxCached = 50;

/**
 * Sends a text that is the same for everyone, with an ETag and compressed. Never for personal data: the length of a
 * compressed text reveals secrets in it to attackers who can add guesses to it (BREACH).
 */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const plain = Buffer.from(text);
  const etag = etagFor(plain);
  reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
  if (hasEtag(request, etag)) return reply.code(304).send();
  const encoding = plain.length < minBytes ? undefined : encodingFor(request);
  if (encoding === undefined) return reply.send(plain);
  return reply.header('content-encoding', encoding).send(await compressOnce(plain, encoding, etag));
}

function compressOnce(plain: Buffer, encoding: Encoding, etag: string): Promise<Buffer> {
  const key = `${encoding} ${etag}`;
  const before = cache.get(key);
  if (before !== undefined) return before;
  const made = compress(plain, encoding);
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  const oldest = cache.size > maxCached ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  return made;
}
