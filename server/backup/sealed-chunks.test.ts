import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BackupFault } from './backup-fault.ts';
import { seal, sealChunks, unseal, unsealChunks } from './sealed-chunks.ts';

const lock = { key: randomBytes(32), header: Buffer.from('header') };
const chunk = 65_536;
const sealedChunk = chunk + 16;

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of stream) all.push(piece);
  return Buffer.concat(all);
}

const sealed = (plain: Buffer) => whole(sealChunks(pieces(plain, 10_000), lock));
const unsealed = (bytes: Buffer, size = 30_000) => whole(unsealChunks(pieces(bytes, size), lock));

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 7])(
  '%i bytes come back as they were, however the file is read',
  async (length) => {
    const plain = randomBytes(length);
    const file = await sealed(plain);
    for (const size of [100_000, sealedChunk, 1_009])
      expect((await unsealed(file, size)).equals(plain)).toBe(true);
  },
);

test('a flipped bit in any byte of a chunk is refused', async () => {
  const file = await sealed(randomBytes(300));
  for (let at = 0; at < file.length; at += 1) {
    const flipped = Buffer.from(file);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    await expect(unsealed(flipped)).rejects.toBeInstanceOf(BackupFault);
  }
});

test('chunks that were moved, left out, doubled or cut off are refused, also at their borders', async () => {
  const file = await sealed(randomBytes(3 * chunk + 500));
  const at = (number: number) => file.subarray(number * sealedChunk, (number + 1) * sealedChunk);
  const [one, two, three, last] = [at(0), at(1), at(2), at(3)];
  for (const parts of [
    [two, one, three, last],
    [one, three, last],
    [one, two, two, three, last],
    [one, two, three],
    [one, two, three, last, last],
    [one, two, three, last.subarray(0, 5)],
    [last],
    [],
  ])
    await expect(unsealed(Buffer.concat(parts))).rejects.toThrow(
      /The passphrase is not the one|was changed or cut off/,
    );
  await expect(unsealed(Buffer.concat([one, two, three]))).rejects.toThrow(
    `in or after its ${2 * sealedChunk}th byte`,
  );
});

test('a chunk of one file does not go into another, and one passphrase makes two different files', async () => {
  const plain = randomBytes(50);
  const [one, other] = [
    await whole(seal(pieces(plain, 50), 'a passphrase')),
    await whole(seal(pieces(plain, 50), 'a passphrase')),
  ];
  const body = one.length - 66;
  expect(one.subarray(body).equals(other.subarray(body))).toBe(false);
  const mixed = Buffer.concat([one.subarray(0, body), other.subarray(body)]);
  await expect(whole(unseal(pieces(mixed, 50), 'a passphrase'))).rejects.toBeInstanceOf(
    BackupFault,
  );
});

test('only the right passphrase opens a file, and a changed header none', async () => {
  const plain = Buffer.from('addresses of customers');
  const file = await whole(seal(pieces(plain, 5), 'pässphrase'));
  expect(file.includes('customers')).toBe(false);
  const opened = (bytes: Buffer, phrase: string) => whole(unseal(pieces(bytes, 7), phrase));
  expect(await opened(file, 'pässphrase'.normalize('NFD'))).toEqual(plain);
  await expect(opened(file, 'passphrase')).rejects.toThrow('The passphrase is not the one');
  const changed = Buffer.from(file);
  changed[30] = (changed[30] ?? 0) ^ 1;
  await expect(opened(changed, 'pässphrase')).rejects.toThrow('The passphrase is not the one');
  for (const bytes of [Buffer.alloc(0), file.subarray(0, 20), Buffer.alloc(200, 'x')])
    await expect(opened(bytes, 'pässphrase')).rejects.toThrow('not a backup of this shop');
});
