import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { diskImages } from '#server/third-parties/images/disk/disk-images.ts';
import { ImagesUnavailable, type ReadableImages } from '#server/third-parties/images/port.ts';
import { s3Images } from '#server/third-parties/images/s3/s3-images.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { plainPicture } from '#test/plain-picture.ts';
import { listenAsS3, refuses, type S3StandIn } from '#test/s3-stand-in.ts';
import { sampleFacts } from '#test/samples.ts';
import { upload } from '#test/upload.ts';
import { copyImages, keptAt, type ImageSource } from './copy-images.ts';
import { reEncode } from './re-encode.ts';

let shade = 0;

describe.each(engines)('pictures that move to another host (%s)', (engine) => {
  let shop: TestShop;
  let admin: Person;
  let buyer: Person;
  let s3: S3StandIn;
  let disk: ReadableImages;
  let bucket: ReadableImages;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 24 * 3650 });
    buyer = await shop.person('Ana Duarte', { tokenHours: 24 * 3650 });
    s3 = await listenAsS3();
    disk = diskImages(path.join(shop.dataDir, 'images'));
    bucket = s3Images(s3.setup);
  });
  beforeEach(async () => {
    s3.fault = undefined;
    // Nothing of the tests before is left to move.
    await shop.db.deleteFrom('images').execute();
  });
  afterAll(async () => {
    await shop.close();
    await s3.close();
  });

  const uploaded = async (): Promise<string> =>
    (await upload(shop, admin, { file: await plainPicture((shade += 1)) })).body.data.url;
  const add = async (image: string, more: object = {}): Promise<string> => {
    const body = { ...sampleFacts, image, inStock: 10_000, ...more };
    const answer = await shop.request('POST', '/api/part', { as: admin, body });
    expect(answer.status).toBe(200);
    return answer.body.insertedId;
  };
  const shown = async (id: string) => {
    const { image, pictures } = (await shop.request('GET', `/api/parts/${id}`)).body;
    return [image, ...pictures.map((one: { image: string }) => one.image)];
  };
  const recorded = async () =>
    (await shop.db.selectFrom('images').select('url').orderBy('url').execute()).map(
      ({ url }) => url,
    );
  const inBucket = (url: string) => `${s3.setup.publicUrl}${url}`;
  const toBucket = (from: ImageSource = keptAt(disk)) => copyImages(shop, from, bucket);
  const nothing = { pictures: 0, rows: 0, left: [] };

  it('are shown from there by parts, further pictures and orders; a second time there is nothing to do', async () => {
    const [first, second, unused] = [await uploaded(), await uploaded(), await uploaded()];
    const one = await add(first, { pictures: [{ image: second }] });
    const other = await add(second);
    const archived = await add(first);
    await shop.request('POST', '/api/admin/parts/archive', {
      as: admin,
      body: { ids: [archived] },
    });
    const order = await shop.order(buyer, one, 200);
    expect(await toBucket()).toEqual({ pictures: 3, rows: 5, left: [] });
    expect(await shown(one)).toEqual([inBucket(first), inBucket(second)]);
    expect(await shown(other)).toEqual([inBucket(second)]);
    const { body } = await shop.request('GET', `/api/orders/${order}`, { as: buyer });
    expect(body.image).toBe(inBucket(first));
    expect(await recorded()).toEqual([first, second, unused].map(inBucket).toSorted());
    for (const url of [first, second, unused])
      expect(await bucket.read(inBucket(url))).toEqual(await disk.read(url));
    expect(await toBucket()).toEqual(nothing);
    expect(await copyImages(shop, keptAt(bucket), disk)).toEqual({
      pictures: 3,
      rows: 5,
      left: [],
    });
    expect(await shown(one)).toEqual([first, second]);
    expect(await recorded()).toEqual([first, second, unused].toSorted());
  });

  it('are taken over by what was uploaded at the new host before', async () => {
    const url = await uploaded();
    const id = await add(url);
    const { uploaded_by } = await shop.db
      .selectFrom('images')
      .select('uploaded_by')
      .executeTakeFirstOrThrow();
    const known = {
      url: inBucket(url),
      uploaded_by,
      created_at: shop.clock.now(),
      leaving_since: shop.clock.now(),
    };
    await shop.db.insertInto('images').values(known).execute();
    expect(await toBucket()).toEqual({ pictures: 1, rows: 1, left: [] });
    expect([await shown(id), await recorded()]).toEqual([[inBucket(url)], [inBucket(url)]]);
    // What was leaving has come back.
    shop.clock.advance(8 * dayMs);
    await shop.everyMinute();
    expect(await recorded()).toEqual([inBucket(url)]);
  });

  it('stay, and are named, when they are damaged or not there; the others move', async () => {
    const [fine, damaged, missing] = [await uploaded(), await uploaded(), await uploaded()];
    const id = await add(damaged);
    const file = (url: string) => path.join(shop.dataDir, url.replace('-640.', '-1280.'));
    writeFileSync(file(damaged), 'something else');
    rmSync(file(missing));
    const { left, ...moved } = await toBucket();
    expect(moved).toEqual({ pictures: 1, rows: 0 });
    expect(left.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
      { url: damaged, reason: 'it is damaged: its hash is another' },
      { url: missing, reason: 'one of its widths is missing' },
    ]);
    expect(await recorded()).toEqual([damaged, missing, inBucket(fine)].toSorted());
    expect(await shown(id)).toEqual([damaged]);
  });

  it('stay when something else is kept under their name at the new place', async () => {
    const url = await uploaded();
    const id = await add(url);
    const key = url.slice(1).replace('-640.', '-320.');
    s3.kept.set(key, { bytes: Buffer.from('something else'), headers: {} });
    const { left } = await toBucket();
    expect(left).toMatchObject([{ url, reason: expect.stringContaining('something else') }]);
    expect(await shown(id)).toEqual([url]);
    s3.kept.delete(key);
    expect(await toBucket()).toEqual({ pictures: 1, rows: 1, left: [] });
    expect([await shown(id), await recorded()]).toEqual([[inBucket(url)], [inBucket(url)]]);
  });

  it('move as far as the host answers, and the rest with the next run', async () => {
    const urls = [await uploaded(), await uploaded(), await uploaded()].toSorted();
    const parts = await Promise.all(urls.map((url) => add(url)));
    const last = urls[2]?.replace('-640.', '-1280.') ?? '';
    s3.fault = (request) => (request.url?.endsWith(last) ? refuses(503, 'SlowDown') : undefined);
    await expect(toBucket()).rejects.toBeInstanceOf(ImagesUnavailable);
    expect(await shown(parts[2] ?? '')).toEqual([urls[2]]);
    s3.fault = undefined;
    await toBucket();
    expect((await Promise.all(parts.map(shown))).flat()).toEqual(urls.map(inBucket));
    expect(await recorded()).toEqual(urls.map(inBucket).toSorted());
  });

  it('are neither lost nor doubled by parts, orders and uploads of the same moment', async () => {
    const file = await plainPicture((shade += 1));
    const url = (await upload(shop, admin, { file })).body.data.url;
    const part = await add(url);
    const busy = Array.from({ length: 12 }, (_, at) => async () => {
      const body = { ...sampleFacts, name: `Disc ${at}`, image: url, inStock: 1000 };
      const order = {
        productId: part,
        quantity: 200,
        address: '12 Dock Road, Leeds',
        phone: '+44 20 7946 0111',
      };
      return at % 2 === 0
        ? shop.request('POST', '/api/part', { as: admin, body })
        : shop.request('POST', '/api/orders', { as: buyer, body: order });
    });
    const [moved, ...answers] = await Promise.all([toBucket(), ...busy.map((work) => work())]);
    expect(moved.left).toEqual([]);
    for (const { status, body } of answers)
      expect([200, 201, 409, 422, 429], JSON.stringify(body)).toContain(status);
    const images = await Promise.all([
      shop.db.selectFrom('parts').select('image').where('image', '=', url).execute(),
      shop.db.selectFrom('orders').select('image').where('image', '=', url).execute(),
    ]);
    expect(images).toEqual([[], []]);
    expect(await recorded()).toEqual([inBucket(url)]);
    // An upload of the old host brings the address back; the next run moves that too.
    await upload(shop, admin, { file });
    expect(await toBucket()).toEqual({ pictures: 1, rows: 0, left: [] });
  });

  it('can be read from imgbb, as pictures of the width that it gives', async () => {
    const url = `https://i.ibb.co/x7Yz/${'a'.repeat(64)}-640.webp`;
    const id = await add(await uploaded());
    await shop.db.deleteFrom('images').execute();
    await shop.db
      .insertInto('images')
      .values({ url, uploaded_by: admin.userId, created_at: shop.clock.now() })
      .execute();
    await shop.db.updateTable('parts').set({ image: url }).where('id', '=', id).execute();
    const picture = await reEncode(await plainPicture((shade += 1)));
    const imgbb = { beginning: 'https://i.ibb.co/', take: async () => picture };
    expect(await copyImages(shop, imgbb, disk)).toEqual({ pictures: 1, rows: 1, left: [] });
    expect(await shown(id)).toEqual([`/images/${picture.id}-640.webp`]);
    expect(
      readdirSync(path.join(shop.dataDir, 'images')).filter((name) => name.startsWith(picture.id)),
    ).toHaveLength(3);
  });
});
