import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { honest, pngThatClaims } from '#test/attack-pictures.ts';
import type { Answer, Person } from '#test/harness.ts';
import { sendPicture } from '#test/sample-return-requests.ts';
import { samplePart } from '#test/samples.ts';
import { upload } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
let ana: Person;
let order: string;
let returnId: string;
beforeEach(async () => {
  ana = await shop.person('Ana Duarte', { tokenHours: 10_000 });
  order = await shop.order(ana, await samplePart(shop.db), 200);
  await shop.pay(ana, order);
  await shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
  const body = {
    reason: 'does-not-fit',
    quantity: 10,
    note: 'Ana Duarte says hello',
    vehicle: 'Ana’s Audi',
  };
  const asked = await shop.request('POST', `/api/orders/${order}/returns`, { as: ana, body });
  returnId = asked.body.insertedId;
});

const add = (file: Uint8Array, as: Person = ana) => sendPicture(shop, as, { returnId, file });
const addressOf = (picture: string, of = returnId) => `/api/returns/${of}/pictures/${picture}`;
const get = (url: string, as?: Person) =>
  shop.app.inject({
    method: 'GET',
    url,
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  });
const step = async (body: object) =>
  expect(
    (await shop.request('POST', `/api/admin/returns/${returnId}`, { as: admin, body })).status,
  ).toBe(200);
const picturesOf = async (): Promise<string[]> =>
  (await shop.request('GET', `/api/orders/${order}/returns`, { as: ana })).body.returns[0].pictures;

/** A photo that says where and with what it was taken. */
const photo = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#456' } })
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'Ana Duarte' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .toBuffer();

/** A picture that takes long to encode. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();

describe('pictures of a return', () => {
  it('are shown to the customer of the order and to admins, without what was beside the pixels', async () => {
    const file = await photo(2000);
    expect((await sharp(file).metadata()).exif).toBeDefined();
    const added = await add(file);
    const { insertedId } = added.body;
    expect([added.status, added.body]).toEqual([201, { acknowledged: true, insertedId }]);
    expect((await add(file)).body).toEqual(added.body);
    expect(await picturesOf()).toEqual([insertedId]);
    for (const person of [ana, admin]) {
      const { statusCode, headers, rawPayload } = await get(addressOf(insertedId), person);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/webp',
        'private, no-store',
      ]);
      const { format, width, exif, xmp } = await sharp(rawPayload).metadata();
      expect({ format, width, exif, xmp }).toEqual({
        format: 'webp',
        width: 1280,
        exif: undefined,
        xmp: undefined,
      });
      expect(rawPayload.includes('Ana Duarte')).toBe(false);
    }
  });

  it('are kept narrower where they are tall', async () => {
    for (const [size, kept] of [
      [
        { width: 1500, height: 6000 },
        { width: 1280, height: 5120 },
      ],
      [
        { width: 1280, height: 8000 },
        { width: 640, height: 4000 },
      ],
      [
        { width: 640, height: 16_000 },
        { width: 320, height: 8000 },
      ],
    ] as const) {
      const file = await sharp({ create: { ...size, channels: 3, background: '#456' } })
        .png()
        .toBuffer();
      const { rawPayload } = await get(addressOf((await add(file)).body.insertedId), ana);
      const { width, height } = await sharp(rawPayload).metadata();
      expect({ width, height }).toEqual(kept);
    }
  });

  it('are unknown to everybody else, also under another return of their own', async () => {
    const { insertedId } = (await add(await honest('png', 64, 48))).body;
    const bea = await shop.person('Bea');
    expect((await get(addressOf(insertedId))).statusCode).toBe(401);
    expect((await get(addressOf(insertedId), bea)).statusCode).toBe(404);
    expect((await add(await honest('png', 65, 48), bea)).status).toBe(404);
    const theirs = await shop.order(bea, await samplePart(shop.db), 200);
    await shop.pay(bea, theirs);
    await shop.request('PATCH', `/api/order/${theirs}`, { as: admin, body: { status: 'shipped' } });
    const body = { reason: 'damaged', quantity: 1 };
    const asked = await shop.request('POST', `/api/orders/${theirs}/returns`, { as: bea, body });
    expect((await get(addressOf(insertedId, asked.body.insertedId), bea)).statusCode).toBe(404);
  });

  it('are five at most, and none once pieces have arrived', async () => {
    for (const width of [10, 20, 30, 40, 50])
      expect((await add(await honest('png', width, 10))).status).toBe(201);
    expect((await add(await honest('png', 60, 10))).body.error).toBe('too_many_pictures');
    expect(await picturesOf()).toHaveLength(5);
    await step({ step: 'agree', words: 'Send them.' });
    await step({ step: 'receive', quantity: 10 });
    expect((await add(await honest('png', 10, 10))).body.error).toBe('return_state');
  });

  it('come too late when pieces arrive while they are decoded', async () => {
    await step({ step: 'agree', words: 'Send them.' });
    // All are taken at once, and decoded one after the other.
    const files = await Promise.all([2000, 1990, 1980].map(noise));
    const [first, ...late] = files.map((file) => add(file));
    expect((await first)?.status).toBe(201);
    await step({ step: 'receive', quantity: 10 });
    shop.clock.advance(1000);
    await Promise.all(late);
    const after = shop.db
      .selectFrom('return_pictures')
      .innerJoin('returns', 'returns.id', 'return_pictures.return_id')
      .select('return_pictures.id')
      .whereRef('return_pictures.created_at', '>', 'returns.received_at');
    expect(await after.execute()).toEqual([]);
  });

  it('are refused where they are none, and leave nothing', async () => {
    for (const file of [Buffer.from('<svg onload="alert(1)"/>'), pngThatClaims(60_000, 60_000)]) {
      const { status, body } = await add(file);
      expect([status, body.error]).toEqual([422, 'image_not_accepted']);
    }
    expect(await picturesOf()).toEqual([]);
  });

  it('of one customer leave room for those of admins, and cost by the work of decoding', async () => {
    const file = await photo(3000);
    const theirs = Array.from({ length: 12 }, () => add(file));
    const isRefused = async (one: Promise<Answer>) => expect((await one).status).toBe(503);
    await Promise.any(theirs.map(isRefused));
    const uploaded = await upload(shop, admin, { file: await honest('png', 64, 48) });
    expect(uploaded.status).toBe(200);
    await Promise.all(theirs);
    expect(await picturesOf()).toHaveLength(1);
    const fromAfar = async () => {
      const url = `/api/returns/${returnId}/pictures`;
      return (await shop.app.inject({ method: 'POST', url, remoteAddress: '203.0.113.9' }))
        .statusCode;
    };
    for (let place = 0; place < 30; place += 1) expect(await fromAfar()).toBe(401);
    expect(await fromAfar()).toBe(429);
  });

  it('go half a year after a return is over, and not before', async () => {
    await add(await honest('png', 64, 48));
    shop.clock.advance(181 * dayMs);
    await shop.everyMinute();
    expect(await picturesOf()).toHaveLength(1);
    await shop.request('DELETE', `/api/returns/${returnId}`, { as: ana });
    await shop.everyMinute();
    expect(await picturesOf()).toEqual([]);
  });

  it('are in the own data by their ids, and go with the account, as do note and vehicle', async () => {
    const { insertedId } = (await add(await honest('png', 64, 48))).body;
    await step({ step: 'decline', words: 'Dear Ana Duarte, it is worn.' });
    const path = `/api/user/${encodeURIComponent(ana.email)}`;
    const { body } = await shop.request('GET', `${path}/data`, { as: ana });
    expect(body.orders[0].returns).toEqual([
      expect.objectContaining({ vehicle: 'Ana’s Audi', pictures: [insertedId] }),
    ]);
    const closing = { as: ana, body: { typedEmail: ana.email } };
    expect((await shop.request('POST', `${path}/close`, closing)).status).toBe(200);
    expect((await get(addressOf(insertedId), admin)).statusCode).toBe(404);
    const shown = await shop.request('GET', `/api/orders/${order}/returns`, { as: admin });
    expect(shown.body.returns).toEqual([
      expect.objectContaining({
        note: '',
        vehicle: '',
        words: 'Dear A customer, it is worn.',
        pictures: [],
        status: 'declined',
        quantity: 10,
      }),
    ]);
  });

  it('and note are not kept when they arrive while the account is being closed', async () => {
    const path = `/api/user/${encodeURIComponent(ana.email)}/close`;
    // Decoding takes longer than closing.
    const late = add(await noise(2000));
    const closed = await shop.request('POST', path, { as: ana, body: { typedEmail: ana.email } });
    expect(closed.status).toBe(200);
    await late;
    const shown = await shop.request('GET', `/api/orders/${order}/returns`, { as: admin });
    expect(shown.body.returns).toEqual([expect.objectContaining({ note: '', pictures: [] })]);
  });
});
