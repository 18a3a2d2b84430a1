import { compress, decompress, type Encoding } from './encoding.ts';

/** The text of a finished page, in the encodings that it was asked for. */
export interface PageBytes {
  plain(): Buffer;
  /** Its compressed text if somebody has asked for it before. */
  compressed(encoding: Encoding): Buffer | undefined;
  /** Compressed when it is asked for first: nearly all take the same encoding. */
  inEncoding(encoding: Encoding): Promise<Buffer>;
}

/**
 * Keeps a text until it is compressed, then only that, a sixth of it: the text itself can be had from it. So many bytes outside the heap, of pages that nobody
 * reads any more, had V8 mark the whole heap every three seconds under load, which stops all pages of that moment for a tenth of a second (docs/decisions/0086).
 */
export function pageBytes(text: Buffer): PageBytes {
  let whole: Buffer | undefined = text;
  const done = new Map<Encoding, Buffer>();
  const begun = new Map<Encoding, Promise<Buffer>>();
  const plain = (): Buffer => {
    if (whole !== undefined) return whole;
    const [first] = done;
    if (first === undefined) throw new Error('A text is dropped only when it is kept compressed.');
    const [encoding, bytes] = first;
    return decompress(bytes, encoding);
  };
  const begin = (encoding: Encoding): Promise<Buffer> => {
    const bytes = compress(plain(), encoding);
    begun.set(encoding, bytes);
    bytes.then(
      (buffer) => {
        done.set(encoding, buffer);
        whole = undefined;
      },
      () => void begun.delete(encoding),
    );
    return bytes;
  };
  return {
    plain,
    compressed: (encoding) => done.get(encoding),
    inEncoding: (encoding) => begun.get(encoding) ?? begin(encoding),
  };
}
