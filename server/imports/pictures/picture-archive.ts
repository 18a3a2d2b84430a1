import { buffer } from 'node:stream/consumers';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { maxImageBytes } from '#contract/image-rules.ts';
import { archiveLimits } from '#contract/import-fields.ts';
import { PictureError, type PictureErrorCode } from './picture-error.ts';

/** An archive of pictures, which are read one by one as rows name them. Nothing of it is written to the disk. */
export interface PictureArchive {
  /** The names of its files, with their folders, in their order. */
  readonly names: readonly string[];
  /** Why no picture can be read by this name, as far as the archive's directory says. */
  faultOf(name: string): PictureErrorCode | undefined;
  /** The file of this name; refuses with `PictureError` also for a name that no or several files have. */
  read(name: string): Promise<Buffer>;
  close(): void;
}

/**
 * Opens a zip file of pictures. A file is found by its whole name, or by its last part if only one has it; capital letters
 * do not matter. Names are only compared, so those that lead out of the archive do no harm, and an archive in it is only
 * a file that is no picture. Refuses with `PictureError`.
 */
export async function openPictureArchive(path: string): Promise<PictureArchive> {
  const zip = await sure(() => openPromise(path, { autoClose: false, decodeStrings: false }));
  try {
    const entries = await sure(() => entriesOf(zip));
    const byName = indexed(entries);
    return {
      names: [...entries.keys()],
      faultOf: (name) => faultOf(byName, name),
      read: async (name) => readEntry(zip, found(byName, name)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > archiveLimits.files) throw new PictureError('archive_too_large');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (isNoFile(name)) continue;
    if (entry.isEncrypted()) throw new PictureError('archive_protected');
    unpacked += entry.uncompressedSize;
    if (unpacked > archiveLimits.unpacked) throw new PictureError('archive_too_large');
    entries.set(name, entry);
  }
  return entries;
}

/** Folders, hidden files, and what macOS adds. */
function isNoFile(name: string): boolean {
  return /\/$|(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/.test(name);
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

/** Files by their whole name and by its last part; null where several have it. */
type Index = ReadonlyMap<string, Entry | null>;

function indexed(entries: ReadonlyMap<string, Entry>): Index {
  const last = new Map<string, Entry | null>();
  for (const [name, entry] of entries) {
    const key = keyOf(name.slice(name.lastIndexOf('/') + 1));
    last.set(key, last.has(key) ? null : entry);
  }
  const whole = [...entries].map(([name, entry]) => [keyOf(name), entry] as const);
  return new Map([...last, ...whole]);
}

/** Accents can be written in two ways, and systems differ in which. */
function keyOf(name: string): string {
  return name
    .trim()
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .normalize('NFC')
    .toLowerCase();
}

function faultOf(index: Index, name: string): PictureErrorCode | undefined {
  const entry = index.get(keyOf(name));
  if (!entry) return entry === null ? 'picture_name_repeated' : 'picture_not_in_archive';
  return entry.uncompressedSize > maxImageBytes ? 'picture_too_large' : undefined;
}

function found(index: Index, name: string): Entry {
  const fault = faultOf(index, name);
  const entry = index.get(keyOf(name));
  if (fault === undefined && entry) return entry;
  throw new PictureError(fault ?? 'picture_not_in_archive');
}

/** Its size is what the archive says: a file that turns out larger ends with an error there. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return sure(async () => buffer(await zip.openReadStreamPromise(entry)));
}

async function sure<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof PictureError) throw error;
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new PictureError(isGone ? 'archive_gone' : 'archive_damaged', { cause: error });
  }
}
