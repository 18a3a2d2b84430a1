import { createReadStream } from 'node:fs';
import { TableError, type TableEncoding } from './imported-table.ts';

/** What a text file is written in, and what a spreadsheet needs to be told about it. */
export interface TextFile {
  readonly encoding: TableEncoding;
  readonly guessed: boolean;
}

const names: Record<TableEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
};

/**
 * The encoding of a file by its first bytes: by its mark, by zero bytes between the letters, or UTF-8. What is not UTF-8
 * is Windows-1252, which is what spreadsheets write by themselves. The whole file is decoded once, so that reading it
 * later cannot fail in the middle. Refuses with `file_encoding`.
 */
export async function encodingOf(
  path: string,
  head: Buffer,
  chosen: TableEncoding | undefined,
): Promise<TextFile> {
  const encoding = chosen ?? markedAs(head) ?? 'utf-8';
  if (await decodes(path, encoding)) return { encoding, guessed: false };
  if (chosen === undefined && encoding === 'utf-8')
    return { encoding: 'windows-1252', guessed: true };
  throw new TableError(
    'file_encoding',
    `The file is not in ${names[encoding]}. ${
      chosen === undefined
        ? 'Save it as CSV UTF-8 and send it again.'
        : 'Choose another encoding, or save it as CSV UTF-8 and send it again.'
    }`,
  );
}

/** The file's text, piece by piece, without its byte order mark. */
export async function* decoded(path: string, encoding: TableEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const bytes of createReadStream(path)) {
    const text = decoder.decode(bytes as Buffer, { stream: true });
    if (text !== '') yield text;
  }
  const last = decoder.decode();
  if (last !== '') yield last;
}

async function decodes(path: string, encoding: TableEncoding): Promise<boolean> {
  try {
    const pieces = decoded(path, encoding);
    while (!(await pieces.next()).done);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The encoding that a mark names, or that zero bytes give away: letters of Western languages have one in UTF-16. */
function markedAs(head: Buffer): TableEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const [even, odd] = [zerosFrom(head, 0), zerosFrom(head, 1)];
  const most = head.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  if (even > most && odd === 0) return 'utf-16be';
  return undefined;
}

/** How many zero bytes stand at every other place. */
function zerosFrom(head: Buffer, first: 0 | 1): number {
  let zeros = 0;
  for (let at = first; at < head.length; at += 2) if (head[at] === 0) zeros += 1;
  return zeros;
}
