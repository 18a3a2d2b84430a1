import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { BackupFault } from './backup-fault.ts';

/** Begins every backup; the number is that of the format. */
const magic = Buffer.from('underhood backup 1\n');
const saltBytes = 32;
const headerBytes = magic.length + saltBytes;
const keyBytes = 32;
/** 128 MB and a third of a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

const chunkBytes = 65_536;
const tagBytes = 16;
const nonceBytes = 12;
const cipher = 'aes-256-gcm';

type Bytes = AsyncIterable<Buffer>;

/**
 * Encrypts a stream with a passphrase: a header with a salt, then chunks. Each chunk is authenticated together with the header,
 * its number and whether it is the last, so that none can be changed, left out, moved or cut off.
 */
export async function* seal(plain: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const header = Buffer.concat([magic, randomBytes(saltBytes)]);
  yield header;
  yield* sealChunks(plain, { header, key: await keyFrom(passphrase, header) });
}

/** Decrypts what `seal` made. Throws `BackupFault`; of a chunk that is not as it was nothing is answered. */
export async function* unseal(sealed: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  const pieces = sealed[Symbol.asyncIterator]();
  while (waiting.length < headerBytes) {
    const { value, done } = await pieces.next();
    if (done) break;
    waiting = Buffer.concat([waiting, value]);
  }
  const header = waiting.subarray(0, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new BackupFault('The file is not a backup of this shop, or its beginning was changed.');
  const lock = { header, key: await keyFrom(passphrase, header) };
  yield* unsealChunks(withFirst(waiting.subarray(headerBytes), pieces), lock);
}

/** What all chunks of a file share. */
interface Lock {
  readonly key: Buffer;
  readonly header: Buffer;
}

export async function* sealChunks(plain: Bytes, lock: Lock): AsyncGenerator<Buffer> {
  for await (const { number, bytes, isLast } of chunksOf(plain, chunkBytes)) {
    const sealing = createCipheriv(cipher, lock.key, nonceOf(number, isLast));
    sealing.setAAD(lock.header);
    yield Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
  }
}

export async function* unsealChunks(sealed: Bytes, lock: Lock): AsyncGenerator<Buffer> {
  for await (const { number, bytes, isLast } of chunksOf(sealed, chunkBytes + tagBytes)) {
    if (bytes.length < tagBytes) throw changed(number);
    const opening = createDecipheriv(cipher, lock.key, nonceOf(number, isLast));
    opening.setAAD(lock.header).setAuthTag(bytes.subarray(-tagBytes));
    const plain = opening.update(bytes.subarray(0, -tagBytes));
    try {
      opening.final();
    } catch {
      throw changed(number);
    }
    yield plain;
  }
}

function changed(number: number): BackupFault {
  return new BackupFault(
    number === 0
      ? 'The passphrase is not the one of this backup, or the file was changed or cut off.'
      : `The file was changed or cut off, in or after its ${number * (chunkBytes + tagBytes)}th byte.`,
  );
}

/** Never the same twice under one key, because every file has a key of its own. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeBigUInt64BE(BigInt(number), 0);
  nonce.writeUInt8(isLast ? 1 : 0, nonceBytes - 1);
  return nonce;
}

interface Chunk {
  readonly number: number;
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Divides a stream into pieces of one size; only the last may be smaller, or empty. */
async function* chunksOf(stream: Bytes, size: number): AsyncGenerator<Chunk> {
  let number = 0;
  let waiting: Buffer = Buffer.alloc(0);
  for await (const piece of stream) {
    waiting = Buffer.concat([waiting, piece]);
    // More has to follow, for this is not the last one then.
    for (; waiting.length > size; number += 1) {
      yield { number, bytes: waiting.subarray(0, size), isLast: false };
      waiting = waiting.subarray(size);
    }
  }
  yield { number, bytes: waiting, isLast: true };
}

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function keyFrom(passphrase: string, header: Buffer): Promise<Buffer> {
  const salt = header.subarray(magic.length);
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, keyBytes, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
