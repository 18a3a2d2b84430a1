import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);
const inZstd = promisify(zstdCompress);

/** Content encodings, preferred first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The headers of a request. */
interface Asked {
  readonly headers: IncomingHttpHeaders;
}

/** An entry of Accept-Encoding (RFC 9110, 12.5.3) without a weight, or with one above zero. */
const accepted = /^\s*(\S+?)\s*(?:;\s*q=(?:1(?:\.0{0,3})?|0\.\d{0,2}[1-9]\d{0,2})\s*)?$/i;

/** The encoding for this request; undefined when it accepts none of ours. */
export function encodingFor(
  { headers }: Asked,
  ours: readonly Encoding[] = encodings,
): Encoding | undefined {
  const given = headers['accept-encoding'];
  if (typeof given !== 'string') return undefined;
  const entries = given.toLowerCase().split(',');
  const names = entries.map((entry) => accepted.exec(entry)?.[1]);
  return ours.find((name) => names.includes(name));
}

/** A fifth of what brotli takes for a twentieth more bytes; 5 takes two and a half times as long and saves a thirtieth (docs/decisions/0079). */
const zstdLevel = 3;

/**
 * Parameters of zstd. Its tables are made anew for each text: three quarters of a megabyte at this level, 64 kB of these sizes, which takes a quarter less time
 * for a three-hundredth more bytes (docs/decisions/0083).
 */
export const zstdParams = {
  [constants.ZSTD_c_compressionLevel]: zstdLevel,
  [constants.ZSTD_c_hashLog]: 13,
  [constants.ZSTD_c_chainLog]: 13,
};

/** 5 takes more than half as long again and saves a fourteenth of the bytes, 3 takes half and costs a twentieth (docs/decisions/0054). */
export const brotliQuality = 4;

/** Up to here handing a text to another thread takes longer than compressing it: a fifth of a millisecond at most. */
const fewBytes: Readonly<Record<Encoding, number>> = { zstd: 131_072, br: 8192, gzip: 8192 };

/** Compresses, what is long on a worker thread of Node. */
export async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  const isShort = plain.length <= fewBytes[encoding];
  if (encoding === 'gzip') return isShort ? gzipSync(plain) : inGzip(plain);
  if (encoding === 'zstd') {
    const options = { params: zstdParams, pledgedSrcSize: plain.length };
    return isShort ? zstdCompressSync(plain, options) : inZstd(plain, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return isShort ? brotliCompressSync(plain, { params }) : inBrotli(plain, { params });
}

const decompressing = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
} satisfies Record<Encoding, (bytes: Buffer) => Buffer>;

/** What was compressed by `compress`; the list of parts, 82 kB, takes a third of a millisecond. */
export function decompress(bytes: Buffer, encoding: Encoding): Buffer {
  return decompressing[encoding](bytes);
}

/** A weak ETag, because it is the same in every encoding. */
export function etagFor(plain: Buffer): string {
  return `W/"${hash('sha256', plain, 'base64url').slice(0, 27)}"`;
}

/** Whether the request's If-None-Match has this ETag; a proxy may have made it weak or strong. */
export function hasEtag({ headers }: Asked, etag: string): boolean {
  return (
    headers['if-none-match']
      ?.split(',')
      .some((tag) => withoutWeakness(tag) === withoutWeakness(etag)) ?? false
  );
}

function withoutWeakness(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
