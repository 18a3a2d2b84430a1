import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { TableError, tableLimits } from './imported-table.ts';

/** More entries than any workbook has. */
const maxEntries = 10_000;
/** What is so small when unpacked that its ratio does not matter. */
const smallEntry = 10_000_000;

/** The entries of a workbook's archive, by name. Nothing is unpacked before it is read, and nothing is written to disk. */
export interface Archive {
  has(name: string): boolean;
  /** The texts of an entry, piece by piece; nothing if it is not there. */
  text(name: string): AsyncIterable<string>;
  close(): void;
}

/** Opens an archive, with entries of at most so many bytes when unpacked. Refuses with `file_damaged`, `file_protected` or `file_too_large_inside`, also when it is read. */
export async function openArchive(
  path: string,
  mostBytes: number = tableLimits.unpacked,
): Promise<Archive> {
  const zip = await sure(() => openPromise(path, { autoClose: false }));
  try {
    const entries = await sure(() => entriesOf(zip));
    return {
      has: (name) => entries.has(name),
      text: (name) => textOf(zip, entries.get(name), mostBytes),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) refuseSize();
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function* textOf(
  zip: ZipFile,
  entry: Entry | undefined,
  mostBytes: number,
): AsyncGenerator<string> {
  if (entry === undefined) return;
  if (entry.isEncrypted()) refuseProtected();
  // The sizes that an entry claims: yauzl ends the stream of one that becomes longer.
  const { compressedSize: packed, uncompressedSize: unpacked } = entry;
  if (unpacked > mostBytes) refuseSize();
  if (unpacked > smallEntry && unpacked > packed * tableLimits.ratio) refuseSize();
  const stream = await sure(() => zip.openReadStreamPromise(entry));
  try {
    yield* checkedText(stream, entry.crc32);
  } catch (error) {
    throw error instanceof TableError ? error : damaged(error);
  } finally {
    stream.destroy();
  }
}

async function* checkedText(stream: Readable, expected: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let sum = 0;
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    sum = crc32(bytes, sum);
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
  if (sum !== expected) throw new Error('Checksum differs');
}

async function sure<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof TableError ? error : damaged(error);
  }
}

/** For whatever is wrong with an archive or a document in it. */
export function damaged(cause?: unknown): TableError {
  return new TableError(
    'file_damaged',
    'The workbook is damaged or not complete. Open it in a spreadsheet, save it anew as .xlsx, and send that.',
    { cause },
  );
}

export function refuseSize(): never {
  throw new TableError(
    'file_too_large_inside',
    'The workbook is too large when it is unpacked. Save the sheet as CSV, or divide it into several files.',
  );
}

function refuseProtected(): never {
  throw new TableError(
    'file_protected',
    'The archive is protected by a password. Save the workbook without one.',
  );
}
