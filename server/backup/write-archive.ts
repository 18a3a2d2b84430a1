import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { CopyTable } from '#server/db/copy-tables.ts';
import type { Database } from '#server/db/open.ts';
import type { Row } from '#server/db/row-digest.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import { BackupFault } from './backup-fault.ts';
import { encodeParts, type Part } from './records.ts';
import { seal } from './sealed-chunks.ts';

/** What is backed up. */
export interface Source {
  readonly database: Pick<Database, 'pool' | 'engine'>;
  /** The folder with the pictures and the secrets. */
  readonly dataDir: string;
  readonly madeAt: Date;
  /** Called for each picture that the database has and the folder lacks. */
  missing(this: void, url: string): void;
}

/** Writes an encrypted backup into a new file, which is on disk when this returns. */
export async function writeArchive(
  file: string,
  passphrase: string,
  source: Source,
): Promise<void> {
  await pipeline(
    encodeParts(partsOf(source)),
    createGzip({ level: constants.Z_BEST_SPEED }),
    (plain: AsyncIterable<Buffer>) => seal(plain, passphrase),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/** The database first: a picture is stored before it is recorded, so none that the database names is missing. */
async function* partsOf(source: Source): AsyncGenerator<Part> {
  yield* tableParts(source);
  // Unfinished files have other names.
  yield* fileParts(source.dataDir, 'images', /^[0-9a-f]+-\d+\.webp$/);
  yield* fileParts(source.dataDir, 'secrets', /^[a-z-]+$/);
  yield { kind: 'end' };
}

async function* tableParts({ database, dataDir, madeAt, missing }: Source): AsyncGenerator<Part> {
  const snapshot = await openSnapshot(database);
  if (snapshot === undefined) throw new BackupFault('There is no shop in this database.');
  // At once, for pictures that nothing shows are deleted while the tables are read.
  const stored = new Set(namesIn(path.join(dataDir, 'images')));
  try {
    const { engine } = database;
    const { migrations, tables, sequences } = snapshot;
    yield { kind: 'head', madeAt: madeAt.toISOString(), engine, migrations, tables, sequences };
    for (const table of tables) {
      for await (const rows of snapshot.rows(table)) {
        picturesIn(table, rows)
          .filter((url) => !stored.has(path.basename(url)))
          .forEach(missing);
        yield { kind: 'rows', table: table.name, rows };
      }
      yield { kind: 'digest', table: table.name, ...(await snapshot.digest(table)) };
    }
  } finally {
    snapshot.close();
  }
}

/** The addresses of uploaded pictures that this machine keeps, but for those being deleted; an image host keeps others. */
function picturesIn({ name, columns }: CopyTable, rows: readonly Row[]): string[] {
  if (name !== 'public.images') return [];
  const [url, leaving] = ['url', 'leaving_since'].map((wanted) =>
    columns.findIndex((column) => column.name === wanted),
  ) as [number, number];
  // Tables of older versions do not have the second.
  return rows
    .filter((row) => (row[leaving] ?? null) === null)
    .map((row) => row[url] ?? '')
    .filter((address) => address.startsWith('/images/'));
}

async function* fileParts(dataDir: string, folder: string, own: RegExp): AsyncGenerator<Part> {
  for (const name of namesIn(path.join(dataDir, folder)).filter((one) => own.test(one))) {
    const place = `${folder}/${name}`;
    const file = await openIfThere(path.join(dataDir, place));
    // Deleted since it was listed, because nothing has shown it for a week.
    if (file === undefined) continue;
    try {
      yield* partsOfFile(place, file);
    } finally {
      await file.close();
    }
  }
}

async function* partsOfFile(place: string, file: FileHandle): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  yield { kind: 'file', place };
  for await (const bytes of file.createReadStream() as AsyncIterable<Buffer>) {
    hash.update(bytes);
    yield { kind: 'bytes', bytes };
  }
  yield { kind: 'hash', place, sha256: hash.digest('hex') };
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
