import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { RowDigest } from '#server/db/row-digest.ts';
import { BackupFault } from './backup-fault.ts';
import { decodeParts, type Head, type Part } from './records.ts';
import { unseal } from './sealed-chunks.ts';

/** What a whole backup has. */
export interface Summary {
  readonly head: Head;
  readonly rows: number;
  readonly pictures: number;
  readonly secrets: readonly string[];
}

/**
 * Reads a whole backup and hands over its parts in order, the digests and hashes after they were compared with what was read.
 * Throws `BackupFault` when the passphrase is wrong, or when anything was changed, left out or cut off.
 */
export async function readArchive(
  file: string,
  passphrase: string,
  use: (part: Part) => Promise<void> | void = () => undefined,
): Promise<Summary> {
  const check = new ArchiveCheck();
  await pipeline(
    createReadStream(file),
    (sealed: AsyncIterable<Buffer>) => unseal(sealed, passphrase),
    createGunzip(),
    async (plain: AsyncIterable<Buffer>) => {
      for await (const part of decodeParts(plain)) {
        check.take(part);
        await use(part);
      }
    },
  );
  return check.summary();
}

const wrong = (what: string): BackupFault =>
  new BackupFault(`The backup contradicts itself: ${what}.`);

/** Counts and compares what is in a backup while it is read. */
class ArchiveCheck {
  #head: Head | undefined;
  readonly #open = new Map<string, RowDigest>();
  #file: { place: string; hash: Hash } | undefined;
  #rows = 0;
  #pictures = 0;
  readonly #secrets: string[] = [];
  #isWhole = false;

  take(part: Part): void {
    if (this.#head === undefined && part.kind !== 'head') throw wrong('it has no head');
    if (part.kind === 'head') this.#begin(part);
    else if (part.kind === 'rows') this.#digestOf(part.table).add(part.rows);
    else if (part.kind === 'digest') this.#endTable(part);
    else if (part.kind === 'file') this.#file = { place: part.place, hash: createHash('sha256') };
    else if (part.kind === 'bytes') this.#file?.hash.update(part.bytes);
    else if (part.kind === 'hash') this.#endFile(part);
    else this.#isWhole = true;
  }

  summary(): Summary {
    if (this.#head === undefined || !this.#isWhole || this.#open.size > 0)
      throw wrong('it is not whole');
    const [rows, pictures] = [this.#rows, this.#pictures];
    return { head: this.#head, rows, pictures, secrets: this.#secrets };
  }

  #begin(head: Head): void {
    this.#head = head;
    for (const { name } of head.tables) this.#open.set(name, new RowDigest());
  }

  #digestOf(table: string): RowDigest {
    const digest = this.#open.get(table);
    if (digest === undefined) throw wrong(`${table} is not where it belongs`);
    return digest;
  }

  #endTable({ table, rows, checksum }: Part & { kind: 'digest' }): void {
    const read = this.#digestOf(table).result();
    if (read.rows !== rows || read.checksum !== checksum)
      throw wrong(`the rows of ${table} are not those that the database counted`);
    this.#open.delete(table);
    this.#rows += rows;
  }

  #endFile({ place, sha256 }: Part & { kind: 'hash' }): void {
    if (this.#file?.place !== place || this.#file.hash.digest('hex') !== sha256)
      throw wrong(`${place} is not the file that was read`);
    this.#file = undefined;
    if (place.startsWith('images/')) this.#pictures += 1;
    else this.#secrets.push(place);
  }
}
