import { compress, decompress, type Encoding } from './encoding.ts';

/** The text of a finished page, kept as it was asked for: nearly all take the same encoding. */
export interface PageBytes {
  /** The text itself. */
  plain(): Buffer;
  /** Its compressed text if somebody has asked for it before. */
  compressed(encoding: Encoding): Buffer | undefined;
  /** Compressed when it is asked for first. */
  inEncoding(encoding: Encoding): Promise<Buffer>;
}

/**
 * Keeps a text until it is compressed, then only that, a sixth of it, unless somebody asks for the text itself, which can be had from it. So many bytes outside
 * the heap, of pages that nobody reads any more, had V8 mark the whole heap every three seconds under load, which stops all pages of that moment for a tenth of
 * a second (docs/decisions/0086).
 */
export function pageBytes(text: Buffer): PageBytes {
  let kept: Buffer | undefined = text;
  let isAsked = false;
  const done = new Map<Encoding, Buffer>();
  const begun = new Map<Encoding, Promise<Buffer>>();
  const begin = (encoding: Encoding): Promise<Buffer> => {
    const bytes = compress(kept ?? textOf(done), encoding);
    begun.set(encoding, bytes);
    bytes.then(
      (buffer) => {
        done.set(encoding, buffer);
        if (!isAsked) kept = undefined;
      },
      () => void begun.delete(encoding),
    );
    return bytes;
  };
  return {
    plain: () => {
      isAsked = true;
      return (kept ??= textOf(done));
    },
    compressed: (encoding) => done.get(encoding),
    inEncoding: (encoding) => begun.get(encoding) ?? begin(encoding),
  };
}

/** Of what is kept compressed. */
function textOf([first]: ReadonlyMap<Encoding, Buffer>): Buffer {
  if (first === undefined) throw new Error('A text is dropped only when it is kept compressed.');
  const [encoding, bytes] = first;
  return decompress(bytes, encoding);
}
