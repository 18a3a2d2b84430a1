import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs, hourMs } from '#contract/durations.ts';
import type { Import, ImportFault } from '#contract/imports.ts';
import { checkedList, importOf, step } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { pictureServer } from '#test/picture-server.ts';
import { samplePart, samplePicture } from '#test/samples.ts';
import { storedPictures } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';
import { pictureFetcher } from './fetch-picture.ts';

const stand = await pictureServer();
const fetchPicture = pictureFetcher(stand.network, 1_000);
const metricsToken = 'a-token-of-tests-long-enough-to-be-one';
const shop = await useShop({ fetchPicture, metricsToken });
const admin = await shop.person('Ada Admin', { role: 'admin' });
const web = 'http://pictures.example';

/** A picture of one colour. */
const painted = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
const red = await painted('red');
const blue = await painted('blue');

beforeEach(() => {
  stand.requests.length = 0;
  stand.names.clear();
  stand.names.set('pictures.example', [['93.184.216.34']]);
  stand.answer = (_, response) => void response.end(red);
});

const get = async (url: string) => (await shop.request('GET', `/api${url}`, { as: admin })).body;
const partOf = async (number: string) => {
  const one = shop.db.selectFrom('parts').select('id').where('part_number', '=', number);
  return get(`/parts/${(await one.executeTakeFirstOrThrow()).id}`);
};
const faultsOf = async ({ _id }: Import): Promise<ImportFault[]> =>
  get(`/admin/imports/${_id}/faults`);
const reasonsOf = async (of: Import) =>
  (await faultsOf(of)).map(({ row, column, value, step: at, reason }) => [
    row,
    column,
    value,
    at,
    reason,
  ]);
const asked = () => stand.requests.map(({ url = '' }) => url);
/** Two are asked for at a time, in any order. */
const askedInAll = () => asked().toSorted((one, other) => one.localeCompare(other));
const own = /^\/images\/[\da-f]{64}-\d+\.webp$/;
const noPicture = '/pictures/no-picture.svg';

/** A list of parts by number, image and further picture. */
function list(
  ...rows: readonly (readonly [number: string, image: string, further?: string])[]
): string {
  const lines = rows.map(([number, image, further = '']) =>
    [number, `Disc ${number}`, '4.20', image, further].join(','),
  );
  return ['Part number,Name,Price,Image,Further picture', ...lines].join('\r\n');
}

/** What nobody but an applied import may change. */
async function everything() {
  const { rows } = await sql`select id, image, updated_at from parts order by id`.execute(shop.db);
  return [rows, await storedPictures(shop)];
}

describe('pictures by addresses', () => {
  it('are fetched when the import is applied, each once, and never before', async () => {
    const before = await everything();
    const rows = list(['W-1', `${web}/1.png`, `${web}/2.png`], ['W-2', `${web}/1.png`]);
    const checked = await checkedList(shop, admin, rows);
    expect(checked.pictures).toEqual({ archive: null, of: 2, done: 0, lacking: 0 });
    expect(checked.found).toMatchObject({ added: 2, refused: 0 });
    expect([await everything(), asked()]).toEqual([before, []]);
    stand.answer = ({ url }, response) => void response.end(url === '/1.png' ? red : blue);
    const applied = await step(shop, admin, checked._id, 'apply');
    expect(applied).toMatchObject({ state: 'applied', pictures: { of: 2, done: 2, lacking: 0 } });
    expect(askedInAll()).toEqual(['/1.png', '/2.png']);
    const [first, second] = [await partOf('W-1'), await partOf('W-2')];
    expect(first.image).toMatch(own);
    expect([second.image, first.pictures]).toEqual([
      first.image,
      [{ image: expect.stringMatching(own), alt: '' }],
    ]);
    const served = await shop.app.inject({ method: 'GET', url: first.image });
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
    const { rows: left } = await sql`select from audit_log where subject_type = 'image'`.execute(
      shop.db,
    );
    expect(left).toEqual([]);
    await expectInvariants(shop);
  });

  it('that are wrong or private are named by the check with row, column, value and reason, and the parts go in without', async () => {
    const wrong = [
      'ftp://pictures.example/a.jpg',
      'https://ada:secret@pictures.example/a.jpg',
      'http://127.0.0.1/a.jpg',
      'http://2130706433/a.jpg',
      'http://[::1]/a.jpg',
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost/a.jpg',
      'https://wiki.internal/a.jpg',
      'https://pictures.example:8443/a.jpg',
      'front.jpg',
      `https://pictures.example/${'x'.repeat(500)}`,
    ];
    const rows = list(...wrong.map((image, at) => [`X-${at}`, image] as const), [
      'X-11',
      '',
      'rear.jpg',
    ]);
    const checked = await checkedList(shop, admin, rows);
    expect(checked.found).toMatchObject({ added: 12, refused: 0 });
    expect(checked.pictures).toMatchObject({ of: 0, lacking: 12 });
    const form =
      'This is not the address of a picture. It begins with https:// or http:// and has no password.';
    const inside =
      'This address does not lead to a public web server, so the picture is not fetched.';
    const none =
      "This is neither a picture's address nor is there an archive of pictures beside the file.";
    const long =
      'This is no address or name of a picture: it has several lines, or more than 500 characters.';
    const reasons = [form, form, ...Array<string>(7).fill(inside), none, long];
    expect(await reasonsOf(checked)).toEqual([
      ...wrong.map((value, at) => [at + 2, 'Image', value, 'check', reasons[at]]),
      [13, 'Further picture', 'rear.jpg', 'check', none],
    ]);
    const applied = await step(shop, admin, checked._id, 'apply');
    expect([applied.done.added, asked()]).toEqual([12, []]);
    expect(await partOf('X-3')).toMatchObject({ image: noPicture, pictures: [] });
  });

  it('that cannot be had are named by the step apply, and their parts go in without them', async () => {
    stand.names.set('inside.example', [['10.0.0.1']]);
    stand.answer = ({ url }, response) => {
      if (url === '/gone.jpg') response.writeHead(404).end();
      else if (url === '/inside.jpg')
        response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
      else if (url === '/page.jpg') response.end('<html><script>alert(1)</script>');
      else if (url === '/drawing.jpg') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
      else if (url === '/good.png') response.end(red);
      // Whatever else is asked for is never answered.
    };
    const images = ['gone.jpg', 'inside.jpg', 'page.jpg', 'drawing.jpg', 'silent.jpg', 'good.png'];
    const rows = list(...images.map((image, at) => [`F-${at}`, `${web}/${image}`] as const), [
      'F-6',
      'http://inside.example/a.jpg',
    ]);
    const checked = await checkedList(shop, admin, rows);
    expect(await faultsOf(checked)).toEqual([]);
    const before = await storedPictures(shop);
    const applied = await step(shop, admin, checked._id, 'apply');
    expect(applied).toMatchObject({
      state: 'applied',
      done: { added: 7, refused: 0 },
      pictures: { of: 7, done: 7, lacking: 6 },
    });
    const inside =
      'This address does not lead to a public web server, so the picture is not fetched.';
    const noPictureThere = 'This is not a JPEG, PNG or WebP picture that the shop can take.';
    expect(await reasonsOf(applied)).toEqual([
      [2, 'Image', `${web}/gone.jpg`, 'apply', 'There is no picture at this address.'],
      [3, 'Image', `${web}/inside.jpg`, 'apply', inside],
      [4, 'Image', `${web}/page.jpg`, 'apply', noPictureThere],
      [5, 'Image', `${web}/drawing.jpg`, 'apply', noPictureThere],
      [
        6,
        'Image',
        `${web}/silent.jpg`,
        'apply',
        'The picture could not be fetched: its server takes too long.',
      ],
      [8, 'Image', 'http://inside.example/a.jpg', 'apply', inside],
    ]);
    expect((await partOf('F-0')).image).toBe(noPicture);
    expect((await partOf('F-5')).image).toMatch(own);
    const after = await storedPictures(shop);
    expect(after.addresses.length - before.addresses.length).toBeLessThanOrEqual(1);
  });

  it('of a server that never answers are given up after a few', async () => {
    stand.names.set('silent.example', [['93.184.216.35']]);
    stand.answer = (request, response) => {
      if (request.headers.host === 'silent.example') request.socket.destroy();
      else response.end(blue);
    };
    const silent = Array.from(
      { length: 30 },
      (_, at) => [`S-${at}`, `http://silent.example/${at}.jpg`] as const,
    );
    const checked = await checkedList(shop, admin, list(...silent, ['S-30', `${web}/30.png`]));
    const applied = await step(shop, admin, checked._id, 'apply');
    expect(applied.pictures).toEqual({ archive: null, of: 31, done: 31, lacking: 30 });
    // Some were asked for at the same time.
    expect(stand.requests.length).toBeLessThan(12);
    expect((await partOf('S-30')).image).toMatch(own);
    expect((await faultsOf(applied)).at(-1)?.reason).toContain('did not answer');
  });

  it('are the same when the file is imported again, and take nothing away when their server is down', async () => {
    stand.answer = ({ url }, response) => void response.end(url === '/a.png' ? red : blue);
    const rows = list(['A-1', `${web}/a.png`, `${web}/b.png`]);
    await step(shop, admin, (await checkedList(shop, admin, rows))._id, 'apply');
    const part = await partOf('A-1');
    const again = await step(shop, admin, (await checkedList(shop, admin, rows))._id, 'apply');
    expect(again.done).toMatchObject({ same: 1, changed: 0 });
    stand.answer = (_, response) => void response.writeHead(503).end();
    const down = await step(shop, admin, (await checkedList(shop, admin, rows))._id, 'apply');
    expect([down.done.changed, down.pictures.lacking]).toEqual([0, 2]);
    expect(await partOf('A-1')).toEqual(part);
  });

  it('of which one is wrong in the file leave a part those that it has', async () => {
    const first = list(['KEEP-1', '', `${web}/a.jpg`]);
    await step(shop, admin, (await checkedList(shop, admin, first))._id, 'apply');
    const { pictures } = await partOf('KEEP-1');
    expect(pictures).toHaveLength(1);
    const second = list(['KEEP-1', '', `${web}/b.jpg`], ['KEEP-1', '', 'http://10.0.0.1/typo.jpg']);
    const { _id, found } = await checkedList(shop, admin, second);
    expect(found).toMatchObject({ changed: 0, same: 1 });
    await step(shop, admin, _id, 'apply');
    expect((await partOf('KEEP-1')).pictures).toEqual(pictures);
  });

  it('keep nobody waiting while they are fetched', async () => {
    const id = await samplePart(shop.db, { partNumber: 'N-1', inStock: 1000 });
    const buyer = await shop.person('Ana Buyer');
    const open: (() => void)[] = [];
    stand.answer = (_, response) => void open.push(() => response.end(blue));
    const rows = `Part number,Image\nN-1,${web}/n.png\n`;
    const { _id } = await checkedList(shop, admin, rows);
    const applied = step(shop, admin, _id, 'apply');
    await vi.waitFor(() => expect(open).toHaveLength(1), 5000);
    await shop.order(buyer, id, 200);
    expect(await importOf(shop, admin, _id)).toMatchObject({
      state: 'applying',
      pictures: { done: 0, of: 1 },
    });
    open[0]?.();
    expect(await applied).toMatchObject({ state: 'applied', done: { changed: 1 } });
    await expectInvariants(shop);
  });

  it('are not fetched again by whoever goes on after a crash', async () => {
    const open: (() => void)[] = [];
    stand.answer = ({ url }, response) => {
      if (url === '/c1.png') response.end(red);
      else open.push(() => response.end(blue));
    };
    const rows = list(['C-1', `${web}/c1.png`], ['C-2', `${web}/c2.png`]);
    const { _id } = await checkedList(shop, admin, rows);
    const lost = step(shop, admin, _id, 'apply');
    await vi.waitFor(async () => {
      expect((await importOf(shop, admin, _id)).pictures.done).toBe(1);
      expect(open).toHaveLength(1);
    }, 5000);
    // Whoever worked on it says nothing any more.
    shop.clock.advance(60_000);
    stand.answer = (_, response) => void response.end(blue);
    await shop.workOnImports();
    const applied = await importOf(shop, admin, _id);
    expect(applied).toMatchObject({ state: 'applied', done: { added: 2 }, pictures: { done: 2 } });
    expect(askedInAll()).toEqual(['/c1.png', '/c2.png', '/c2.png']);
    open[0]?.();
    expect(await lost).toEqual(applied);
  });

  it('wait while no picture can be kept, and are fetched only once for that', async () => {
    const folder = path.join(shop.dataDir, 'images');
    const failures = async () => {
      const { body } = await shop.request('GET', '/metrics', { token: metricsToken });
      return Number(/provider_errors_total\{provider="images"\} (\d+)/.exec(body)?.[1] ?? 0);
    };
    const { _id } = await checkedList(shop, admin, list(['K-1', `${web}/k.png`]));
    // A file where the folder should be: what a broken disk looks like to the shop.
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    const applied = step(shop, admin, _id, 'apply');
    await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(1), 10_000);
    rmSync(folder);
    expect(await applied).toMatchObject({ state: 'applied', pictures: { done: 1, lacking: 0 } });
    expect((await partOf('K-1')).image).toMatch(own);
    expect(asked()).toEqual(['/k.png']);
  });

  it('are fetched for an hour at most', async () => {
    stand.answer = (_, response) => {
      shop.clock.advance(hourMs + 1000);
      response.end(blue);
    };
    const rows = Array.from({ length: 5 }, (_, at) => [`H-${at}`, `${web}/h${at}.png`] as const);
    const { _id } = await checkedList(shop, admin, list(...rows));
    const applied = await step(shop, admin, _id, 'apply');
    expect([applied.state, applied.done.added]).toEqual(['applied', 5]);
    // Some were under way.
    expect(asked().length).toBeLessThan(5);
    expect((await faultsOf(applied)).at(-1)?.reason).toContain('The time for the pictures');
  });

  it('are left where they are when an admin stops the import', async () => {
    stand.answer = () => {};
    const { _id } = await checkedList(
      shop,
      admin,
      list(['T-1', `${web}/t1.png`], ['T-2', `${web}/t2.png`]),
    );
    const stopped = step(shop, admin, _id, 'apply');
    await vi.waitFor(() => expect(asked()).toHaveLength(2), 5000);
    await shop.request('POST', `/api/admin/imports/${_id}/stop`, { as: admin });
    expect(await stopped).toMatchObject({ state: 'stopped', done: { added: 0 } });
  });

  it('come and go with the import: undone, the old ones are back, and new ones that nothing shows are deleted', async () => {
    const old = await samplePicture(shop, admin);
    const id = await samplePart(shop.db, { partNumber: 'U-1' });
    await shop.db.updateTable('parts').set({ image: old }).where('id', '=', id).execute();
    await shop.db.updateTable('images').set({ keep_until: shop.clock.now() }).execute();
    stand.answer = (_, response) => void painted('green').then((green) => response.end(green));
    const checked = await checkedList(shop, admin, `Part number,Image\nU-1,${web}/u.png\n`);
    await step(shop, admin, checked._id, 'apply');
    const { image } = await get(`/parts/${id}`);
    expect(image).toMatch(own);
    shop.clock.advance(6 * dayMs);
    await shop.everyMinute();
    const later = await shop.person('Later Admin', { role: 'admin' });
    const undone = await step(shop, later, checked._id, 'undo');
    expect([undone.state, undone.notUndone]).toEqual(['undone', 0]);
    expect((await get(`/parts/${id}`)).image).toBe(old);
    shop.clock.advance(15 * dayMs);
    await shop.everyMinute();
    await shop.everyMinute();
    expect((await storedPictures(shop)).addresses).not.toContain(image);
    const { rows } = await sql`select from import_pictures`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
