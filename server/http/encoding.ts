import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** How a text may travel, the smaller one first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

const taken: Readonly<Record<Encoding, RegExp>> = {
  br: wordOfList('br'),
  gzip: wordOfList('gzip'),
};

/** A word of an Accept-Encoding list (RFC 9110, 12.5.3) with no weight, or with one above zero. */
function wordOfList(name: Encoding): RegExp {
  return new RegExp(
    String.raw`(?:^|,)\s*${name}\s*(?:;\s*q=(?:1(?:\.0{0,3})?|0\.\d{0,2}[1-9]\d{0,2})\s*)?(?:,|$)`,
    'i',
  );
}

/** The encoding for whoever asks; undefined when none of ours is taken. */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  return encodings.find((name) => taken[name].test(headers['accept-encoding'] ?? ''));
}

/** More effort costs brotli twice the time for a twentieth of the bytes. */
const effort = 5;

/** Compresses, on a thread that serves nobody. */
export function encoded(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return inGzip(plain);
  return inBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** The tag of a text: a weak one, because it is the same in every encoding. */
export function etagFor(plain: Buffer): string {
  return `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
}

/** Whether whoever asks has the text of this tag already, whatever strength a proxy gave the tag. */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  return headers['if-none-match']?.split(',').some((tag) => bare(tag) === bare(etag)) ?? false;
}

function bare(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
