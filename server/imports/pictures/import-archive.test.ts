import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import sharp from 'sharp';
import { dayMs, minuteMs } from '#contract/durations.ts';
import type { Import } from '#contract/imports.ts';
import { importByCommand } from '#server/imports/import-by-command.ts';
import { temporaryFolder } from '#test/database.ts';
import { checkedList, importOf, step, uploadList } from '#test/import-files.ts';
import { zipOf } from '#test/table-files.ts';
import { storedPictures } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const red = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();
const own = /^\/images\/[\da-f]{64}-\d+\.webp$/;

const get = async (url: string) => (await shop.request('GET', `/api${url}`, { as: admin })).body;
const imageOf = async (number: string) => {
  const one = shop.db.selectFrom('parts').select('image').where('part_number', '=', number);
  return (await one.executeTakeFirst())?.image;
};
const faultsOf = async ({ _id }: Import): Promise<unknown[]> =>
  (await get(`/admin/imports/${_id}/faults`)).map(
    ({ row, value, step: at, reason }: Record<string, unknown>) => [row, value, at, reason],
  );
const kept = () => readdirSync(shop.importFolder);
/** Uploads that went wrong leave nothing. */
const leftOver = () => kept().filter((name) => name.startsWith('upload-'));

const list = (...rows: readonly (readonly [number: string, image: string])[]) =>
  [
    'Part number,Name,Price,Image',
    ...rows.map(([number, image]) => `${number},Disc,4.20,${image}`),
  ].join('\n');

describe('pictures by an archive', () => {
  it('are found by the names that the file has, whatever else is in it', async () => {
    const archive = await zipOf({
      'brakes/Front.JPG': red,
      'page.jpg': '<html><script>alert(1)</script>',
      'drawing.jpg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'a/twice.jpg': red,
      'b/twice.jpg': red,
      'huge.jpg': Buffer.alloc(8 * 1024 * 1024 + 1),
      'notes.txt': 'x',
    });
    const rows = list(
      ['Z-1', 'front.jpg'],
      ['Z-2', 'page.jpg'],
      ['Z-3', 'drawing.jpg'],
      ['Z-4', 'twice.jpg'],
      ['Z-5', 'huge.jpg'],
      ['Z-6', 'none.jpg'],
      ['Z-7', '../../etc/passwd'],
      ['Z-8', 'b\\twice.jpg'],
    );
    const before = await storedPictures(shop);
    const checked = await checkedList(shop, admin, rows, { archive });
    expect(checked).toMatchObject({
      found: { added: 8, refused: 0 },
      pictures: { archive: 'pictures.zip', of: 4, done: 0, lacking: 4 },
    });
    const none = 'The archive has no picture of this name.';
    const named = [
      [
        5,
        'twice.jpg',
        'check',
        'The archive has several pictures of this name. Give the folder too.',
      ],
      [6, 'huge.jpg', 'check', 'The picture is larger than 8 MB. Make it smaller.'],
      [7, 'none.jpg', 'check', none],
      [8, '../../etc/passwd', 'check', none],
    ];
    expect(await faultsOf(checked)).toEqual(named);
    expect(await storedPictures(shop)).toEqual(before);
    const applied = await step(shop, admin, checked._id, 'apply');
    const wrong = 'This is not a JPEG, PNG or WebP picture that the shop can take.';
    expect(await faultsOf(applied)).toEqual([
      [3, 'page.jpg', 'apply', wrong],
      [4, 'drawing.jpg', 'apply', wrong],
      ...named,
    ]);
    expect(applied).toMatchObject({ done: { added: 8 }, pictures: { done: 4, lacking: 6 } });
    expect(await imageOf('Z-1')).toMatch(own);
    expect(await imageOf('Z-8')).toBe(await imageOf('Z-1'));
    expect(await imageOf('Z-2')).toBe('/pictures/no-picture.svg');
    await shop.everyMinute();
    expect(kept().filter((name) => name.includes(checked._id))).toEqual([]);
  });

  it('that lie about their size are refused one by one', async () => {
    const archive = await zipOf({ 'bomb.jpg': Buffer.alloc(20_000_000), 'good.jpg': red });
    // The directory says that it is small.
    archive.writeUInt32LE(1000, archive.indexOf('PK\x01\x02') + 24);
    const rows = list(['L-1', 'bomb.jpg'], ['L-2', 'good.jpg']);
    const { _id } = await checkedList(shop, admin, rows, { archive });
    const applied = await step(shop, admin, _id, 'apply');
    expect(await faultsOf(applied)).toEqual([
      [2, 'bomb.jpg', 'apply', expect.stringContaining('The archive is damaged')],
    ]);
    expect(await imageOf('L-2')).toMatch(own);
  });

  it('wait for the copy that has the archive, but not for ever', async () => {
    const archive = await zipOf({ 'a.jpg': red });
    const { _id } = await checkedList(shop, admin, list(['G-1', 'a.jpg']), { archive });
    rmSync(path.join(shop.importFolder, `${_id}.zip`));
    expect((await step(shop, admin, _id, 'apply')).state).toBe('applying');
    shop.clock.advance(5 * minuteMs);
    await shop.workOnImports();
    const applied = await importOf(shop, admin, _id);
    expect(applied).toMatchObject({
      state: 'applied',
      done: { added: 1 },
      pictures: { lacking: 1 },
    });
    expect(await faultsOf(applied)).toEqual([
      [2, 'a.jpg', 'apply', expect.stringContaining('not there any more')],
    ]);
  });

  it('of an import that nobody applied go with its file after a week', async () => {
    const archive = await zipOf({ 'a.jpg': red });
    const { _id } = await checkedList(shop, admin, list(['O-1', 'a.jpg']), { archive });
    await shop.everyMinute();
    expect(existsSync(path.join(shop.importFolder, `${_id}.zip`))).toBe(true);
    shop.clock.advance(8 * dayMs);
    await shop.everyMinute();
    expect(kept().filter((name) => name.includes(_id))).toEqual([]);
  });
});

const zip = await zipOf({ 'a.jpg': red, 'b.jpg': red });
const bomb = Buffer.from(zip);
for (let at = bomb.indexOf('PK\x01\x02'); at !== -1; at = bomb.indexOf('PK\x01\x02', at + 1))
  bomb.writeUInt32LE(2_000_000_001, at + 24);
const locked = Buffer.from(zip);
const entry = locked.indexOf('PK\x01\x02');
locked.writeUInt16LE(locked.readUInt16LE(entry + 8) | 1, entry + 8);

test('the operator imports pictures by the command, too', async () => {
  const folder = temporaryFolder('command');
  const [table, pictures] = [path.join(folder, 'list.csv'), path.join(folder, 'p.zip')];
  writeFileSync(table, list(['P-1', 'a.jpg'], ['P-2', 'none.jpg']));
  writeFileSync(pictures, zip);
  const { lines, failed } = await importByCommand(shop, [table, '--pictures', pictures, '--apply']);
  expect([failed, lines.join('\n')]).toEqual([
    false,
    expect.stringContaining("row 3, Image: 'none.jpg' The archive has no picture of this name."),
  ]);
  expect(await imageOf('P-1')).toMatch(own);
  expect(existsSync(pictures)).toBe(true);
  writeFileSync(pictures, 'no zip');
  expect(await importByCommand(shop, [table, '--pictures', pictures])).toMatchObject({
    failed: true,
    lines: ['This archive of pictures cannot be read.', expect.stringContaining('damaged')],
  });
  rmSync(folder, { recursive: true });
});

describe('an archive', () => {
  test.each([
    ['is cut off', zip.subarray(0, -30), 'archive_damaged'],
    ['is none', Buffer.from('<html>'), 'archive_damaged'],
    ['is empty', Buffer.alloc(0), 'archive_damaged'],
    ['unpacks to too much', bomb, 'archive_too_large'],
    ['has a password', locked, 'archive_protected'],
  ])('that %s is refused with its table, and nothing is kept', async (_, archive, code) => {
    const person = await shop.person('Another Admin', { role: 'admin' });
    const before = kept();
    const { status, body } = await uploadList(shop, person, list(['B-1', 'a.jpg']), { archive });
    expect([status, body.error, body.code]).toEqual([422, 'archive_not_accepted', code]);
    expect(body.reason).toMatch(/^The archive/);
    expect([kept(), leftOver()]).toEqual([before, []]);
  });

  test('without a table is refused', async () => {
    const person = await shop.person('Third Admin', { role: 'admin' });
    const form = new FormData();
    form.append('pictures', new Blob([Uint8Array.from(zip)]), 'pictures.zip');
    const encoded = new Response(form);
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/imports?name=parts.csv',
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        authorization: `Bearer ${person.token}`,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect([answer.statusCode, answer.json().error]).toEqual([422, 'invalid_input']);
    expect(leftOver()).toEqual([]);
  });
});
