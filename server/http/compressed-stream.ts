import { pipeline, Readable, type Transform } from 'node:stream';
import type {
  ReadableStream,
  ReadableStreamDefaultReader,
  ReadableStreamReadResult,
} from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { brotliQuality, zstdParams, type Encoding } from './encoding.ts';

/** Compresses a page while it is rendered. What is there is sent at once, so that the browser shows it while it waits for the rest. */
export function compressedStream(body: ReadableStream<Uint8Array>, encoding: Encoding): Readable {
  const compressor = compressorFor(encoding);
  const reader = body.getReader();
  // Errors reach whoever reads the compressor; when they leave, the rendering ends.
  pipeline(Readable.from(inBursts(reader), { objectMode: false }), compressor, () => undefined);
  compressor.once('close', () => void reader.cancel().catch(() => undefined));
  return compressor;
}

/** Flushes after each write. A page fits into the small window, and a compressor for each reader needs less memory. */
function compressorFor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH });
  if (encoding === 'zstd')
    return createZstdCompress({
      flush: constants.ZSTD_e_flush,
      params: {
        ...zstdParams,
        [constants.ZSTD_c_windowLog]: 17,
      },
    });
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_LGWIN]: 17,
    },
  });
}

/** Joins what comes at once: each flush costs bytes. */
async function* inBursts(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Buffer> {
  let reading = reader.read();
  for (;;) {
    const pieces: Uint8Array[] = [];
    let next: ReadableStreamReadResult<Uint8Array> | undefined = await reading;
    while (next?.value !== undefined) {
      pieces.push(next.value);
      reading = reader.read();
      next = await Promise.race([reading, nextTurn(undefined)]);
    }
    if (pieces.length > 0) yield Buffer.concat(pieces);
    if (next?.done) return;
  }
}
