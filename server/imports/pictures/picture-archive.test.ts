import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { maxImageBytes } from '#contract/image-rules.ts';
import { tableFolder, zipOf } from '#test/table-files.ts';
import { openPictureArchive } from './picture-archive.ts';

const folder = tableFolder();

async function archiveOf(bytes: Buffer) {
  const path = join(folder, 'pictures.zip');
  writeFileSync(path, bytes);
  return openPictureArchive(path);
}

/** What is read of each name: its text, or the code of its refusal. */
async function readAll(bytes: Buffer, names: readonly string[]): Promise<string[]> {
  const archive = await archiveOf(bytes);
  const read: string[] = [];
  for (const name of names)
    read.push(
      await archive.read(name).then(String, (error: { code?: unknown }) => String(error.code)),
    );
  archive.close();
  return read;
}

/** Changes a two-byte field of every entry in the archive's directory. */
function inDirectory(zip: Buffer, change: (entry: number) => void): Buffer {
  for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 1))
    change(at);
  return zip;
}

describe('an archive of pictures', () => {
  it('gives each by its name, with or without its folder, in any capitals and any way of accents', async () => {
    const zip = await zipOf({
      'brakes/Front.JPG': 'front',
      'brakes/rear.jpg': 'rear brakes',
      'lights/rear.jpg': 'rear lights',
      'rück.png': 'back',
      '__MACOSX/brakes/._Front.JPG': 'not this',
      '.DS_Store': 'nor this',
      'brakes/.hidden.jpg': 'nor this',
    });
    expect((await archiveOf(zip)).names).toEqual([
      'brakes/Front.JPG',
      'brakes/rear.jpg',
      'lights/rear.jpg',
      'rück.png',
    ]);
    expect(
      await readAll(zip, [
        'front.jpg',
        'Brakes\\front.jpg',
        './brakes/front.jpg',
        ' lights/rear.jpg ',
        'ru\u0308ck.PNG',
        'rear.jpg',
        'engine.jpg',
        '.ds_store',
        '',
      ]),
    ).toEqual([
      'front',
      'front',
      'front',
      'rear lights',
      'back',
      'picture_name_repeated',
      'picture_not_in_archive',
      'picture_not_in_archive',
      'picture_not_in_archive',
    ]);
  });

  it('has names that lead out of it like any others: they are only compared', async () => {
    const honest = await zipOf({ 'xx/xx/passwd': 'found', 'xetc/shadow': 'found too' });
    const replace = (from: string, to: string) => {
      for (let at = honest.indexOf(from); at !== -1; at = honest.indexOf(from, at + 1))
        honest.write(to, at, 'latin1');
    };
    replace('xx/xx/passwd', '../../passwd');
    replace('xetc/shadow', '/etc/shadow');
    expect(await readAll(honest, ['passwd', '/etc/shadow', '/etc/passwd'])).toEqual([
      'found',
      'found too',
      'picture_not_in_archive',
    ]);
  });

  it('does not open archives in it', async () => {
    const inner = await zipOf({ 'a.jpg': 'inside' });
    expect(await readAll(await zipOf({ 'more.zip': inner }), ['a.jpg'])).toEqual([
      'picture_not_in_archive',
    ]);
  });

  it('has pictures as large as uploads, and is believed about their size only as far as it is true', async () => {
    const zip = await zipOf({
      'most.jpg': Buffer.alloc(maxImageBytes, 'x'),
      'more.jpg': Buffer.alloc(maxImageBytes + 1, 'x'),
    });
    const [most, more] = await readAll(zip, ['most.jpg', 'more.jpg']);
    expect([most?.length, more]).toEqual([maxImageBytes, 'picture_too_large']);
    const lying = inDirectory(zip, (at) => zip.writeUInt32LE(1000, at + 24));
    expect(await readAll(lying, ['more.jpg'])).toEqual(['archive_damaged']);
  });
});

describe('an archive is refused', () => {
  const refusal = async (bytes: Buffer) =>
    archiveOf(bytes).then(
      () => 'taken',
      (error: unknown) => error,
    );

  test('if it is cut off, or none', async () => {
    const zip = await zipOf({ 'a.jpg': 'x' });
    for (const bytes of [
      zip.subarray(0, -5),
      zip.subarray(0, 40),
      Buffer.from('no zip'),
      Buffer.alloc(0),
    ])
      expect(await refusal(bytes)).toMatchObject({ code: 'archive_damaged' });
  });

  test('if a password protects it', async () => {
    const zip = await zipOf({ 'a.jpg': 'x' });
    const locked = inDirectory(zip, (at) =>
      zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8),
    );
    expect(await refusal(locked)).toMatchObject({ code: 'archive_protected' });
  });

  test('if it has too many files, or unpacks to too much', async () => {
    const many = await zipOf({ 'a.jpg': 'x' });
    many.writeUInt16LE(20_001, many.lastIndexOf('PK\x05\x06') + 10);
    expect(await refusal(many)).toMatchObject({ code: 'archive_too_large' });
    const zip = await zipOf({ 'a.jpg': 'x', 'b.jpg': 'x' });
    const bomb = inDirectory(zip, (at) => zip.writeUInt32LE(2_000_000_001, at + 24));
    expect(await refusal(bomb)).toMatchObject({ code: 'archive_too_large' });
  });
});
