import type { CopyTable, UsedSequence } from '#server/db/copy-tables.ts';
import type { Row, TableDigest } from '#server/db/row-digest.ts';

/** The first record of a backup: what is in it. */
export interface Head {
  readonly kind: 'head';
  /** When the backup was begun. */
  readonly madeAt: string;
  readonly engine: 'embedded' | 'server';
  /** The names of the migrations that the database had, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly CopyTable[];
  readonly sequences: readonly UsedSequence[];
}

/**
 * A backup is a sequence of records: the head; of every table its rows and then its digest; of every file its bytes and
 * then their hash; the end.
 */
type ArchiveRecord =
  | Head
  | { readonly kind: 'rows'; readonly table: string; readonly rows: readonly Row[] }
  | ({ readonly kind: 'digest'; readonly table: string } & TableDigest)
  | { readonly kind: 'file'; readonly place: string }
  | { readonly kind: 'hash'; readonly place: string; readonly sha256: string }
  | { readonly kind: 'end' };

/** A record, or bytes of the file that was named last. */
export type Part = ArchiveRecord | { readonly kind: 'bytes'; readonly bytes: Buffer };

const [bytesType, recordType] = [0, 1];
const prefixBytes = 5;

/** Writes parts one after another: a byte for the type, four for the length, the content. */
export async function* encodeParts(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const isBytes = part.kind === 'bytes';
    const content = isBytes ? part.bytes : Buffer.from(JSON.stringify(part));
    const prefix = Buffer.alloc(prefixBytes);
    prefix.writeUInt8(isBytes ? bytesType : recordType, 0);
    prefix.writeUInt32BE(content.length, 1);
    yield prefix;
    yield content;
  }
}

/** Reads what `encodeParts` wrote. What is cut off at the end is not answered. */
export async function* decodeParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    waiting.push(piece);
    length += piece.length;
    // Joined only when a whole part is there: parts may be much larger than pieces.
    while (length >= partLength(waiting)) {
      const all = Buffer.concat(waiting);
      const end = partLength([all]);
      yield partOf(all.readUInt8(0), all.subarray(prefixBytes, end));
      waiting = [all.subarray(end)];
      length -= end;
    }
  }
}

/** The length of the first part, once its prefix is there. */
function partLength(waiting: Buffer[]): number {
  const [first = Buffer.alloc(0)] = waiting;
  const start = first.length >= prefixBytes ? first : Buffer.concat(waiting);
  return start.length < prefixBytes ? Infinity : prefixBytes + start.readUInt32BE(1);
}

function partOf(type: number, content: Buffer): Part {
  if (type === bytesType) return { kind: 'bytes', bytes: content };
  return JSON.parse(content.toString('utf8')) as ArchiveRecord;
}
