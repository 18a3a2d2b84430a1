import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
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
  try {
    const { engine } = database;
    const { migrations, tables, sequences } = snapshot;
    yield { kind: 'head', madeAt: madeAt.toISOString(), engine, migrations, tables, sequences };
    for (const table of tables) {
      for await (const rows of snapshot.rows(table)) {
        picturesIn(table, rows)
          .filter((url) => !existsSync(path.join(dataDir, url)))
          .forEach(missing);
        yield { kind: 'rows', table: table.name, rows };
      }
      yield { kind: 'digest', table: table.name, ...(await snapshot.digest(table)) };
    }
  } finally {
    snapshot.close();
  }
}

/** The addresses of uploaded pictures that this machine keeps; an image host keeps others. */
function picturesIn({ name, columns }: CopyTable, rows: readonly Row[]): string[] {
  if (name !== 'public.images') return [];
  const at = columns.findIndex((column) => column.name === 'url');
  return rows.map((row) => row[at] ?? '').filter((url) => url.startsWith('/images/'));
}

async function* fileParts(dataDir: string, folder: string, own: RegExp): AsyncGenerator<Part> {
  const names = existsSync(path.join(dataDir, folder))
    ? readdirSync(path.join(dataDir, folder)).filter((name) => own.test(name))
    : [];
  for (const name of names) {
    const place = `${folder}/${name}`;
    const hash = createHash('sha256');
    yield { kind: 'file', place };
    for await (const bytes of createReadStream(
      path.join(dataDir, place),
    ) as AsyncIterable<Buffer>) {
      hash.update(bytes);
      yield { kind: 'bytes', bytes };
    }
    yield { kind: 'hash', place, sha256: hash.digest('hex') };
  }
}
