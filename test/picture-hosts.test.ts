import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { mountSite } from '#server/http/site.ts';
import { dayMs } from '#contract/durations.ts';
import { deleteImage, lockLeavingImage } from '#server/images/store.ts';
import { configFrom } from '#server/start/config.ts';
import { databaseOn, engines } from './engines.ts';
import { startShop, type ShopOptions } from './harness.ts';
import { plainPicture } from './plain-picture.ts';
import { listenAsS3 } from './s3-stand-in.ts';
import { sampleFacts } from './samples.ts';
import { standInPages } from './stand-in-pages.ts';
import { upload } from './upload.ts';

const pages = standInPages();
const s3 = await listenAsS3();
afterAll(async () => {
  pages.remove();
  await s3.close();
});

/** A shop that is set up by these variables. */
const shopWith = (env: Readonly<Record<string, string>>, more: ShopOptions = {}) =>
  startShop({
    ...more,
    thirdParties: configFrom({ SHOP_MODE: 'demo', ...env }).thirdParties,
    pages: (app, parts) => mountSite(app, { ...parts, buildDir: pages.buildDir }),
  });

describe('a page lets pictures in', () => {
  test.each([
    ['nobody but the shop, which keeps them', {}, []],
    ['imgbb, which keeps them', { IMGBB_API_KEY: 'key-of-tests' }, ['https://i.ibb.co']],
    ['the place where browsers read the bucket', s3.env, [s3.setup.base.origin]],
    [
      'that place alone when it is not the service itself',
      { ...s3.env, S3_PUBLIC_URL: 'https://cdn.example/shop' },
      ['https://cdn.example'],
    ],
  ])('of %s', async (_, env, origins) => {
    const shop = await shopWith(env);
    const { headers } = await shop.request('GET', '/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy.find((line) => line.startsWith('img-src '))).toBe(
      ['img-src', "'self'", 'data:', ...origins].join(' '),
    );
    expect(policy.filter((line) => origins.some((one) => line.includes(one)))).toHaveLength(
      origins.length,
    );
    expect((await shop.request('GET', '/api/site')).body.pictureOrigins).toEqual(origins);
    await shop.close();
  });
});

describe('a shop that keeps pictures in a bucket', () => {
  test('answers addresses there, which parts take; none of them stays in the data folder', async () => {
    const shop = await shopWith(s3.env);
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const { status, body } = await upload(shop, admin, { file: await plainPicture(1) });
    expect([status, body.data.url]).toEqual([
      200,
      `${s3.setup.publicUrl}/images/${body.data.id}-640.webp`,
    ]);
    const facts = { ...sampleFacts, image: body.data.url, inStock: 1000 };
    const added = await shop.request('POST', '/api/part', { as: admin, body: facts });
    const part = await shop.request('GET', `/api/parts/${added.body.insertedId}`);
    expect(part.body.image).toBe(body.data.url);
    expect((await fetch(part.body.image)).headers.get('content-type')).toBe('image/webp');
    const name = new URL(body.data.url).pathname.replace('/pictures', '');
    expect((await shop.request('GET', name)).status).toBe(404);
    await shop.close();
  });

  test('refuses an upload while the bucket does, and says in the log why, without a secret', async () => {
    const shop = await shopWith({ ...s3.env, S3_SECRET_ACCESS_KEY: 'another-secret' });
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const { status, body } = await upload(shop, admin, { file: await plainPicture(2) });
    expect([status, body.error]).toEqual([503, 'images_unavailable']);
    expect(await shop.db.selectFrom('images').select('url').execute()).toEqual([]);
    const log = shop.logged.join('\n');
    expect(log).toContain('403 to PUT (SignatureDoesNotMatch)');
    for (const secret of ['another-secret', s3.setup.accessKeyId, 'AWS4-', s3.setup.base.host])
      expect(log).not.toContain(secret);
    await shop.close();
  });
});

describe('a bucket that falls silent', () => {
  test('while pictures leave keeps nobody else waiting for long', async () => {
    const shop = await shopWith(s3.env);
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    for (const number of [3, 4]) await upload(shop, admin, { file: await plainPicture(number) });
    shop.clock.advance(8 * dayMs);
    const asked = s3.asked.length;
    s3.fault = ({ method }) => (method === 'DELETE' ? () => undefined : undefined);
    const minute = shop.everyMinute();
    await expect.poll(() => s3.asked.length, { timeout: 30_000 }).toBeGreaterThan(asked);
    const read = await shop.request('GET', '/api/parts');
    await minute;
    s3.fault = undefined;
    // One was asked for, and took long: the other one waits for the next minute.
    const failed = shop.logged.filter((line) => line.includes('is tried again'));
    expect([read.status, failed.length]).toEqual([200, 1]);
    await shop.everyMinute();
    expect(await shop.db.selectFrom('images').select('url').execute()).toEqual([]);
    await shop.close();
  }, 120_000);
});

// Of the embedded engine there is only one copy.
describe.each(engines.filter((engine) => engine === 'server'))(
  'two copies that keep pictures in one bucket (%s)',
  async (engine) => {
    const database = await databaseOn(engine);
    const one = await shopWith(s3.env, { database: { ...database, close: async () => undefined } });
    const { clock, db } = one;
    const other = await shopWith(s3.env, { database, clock });
    const admin = await one.person('Ada Admin', { role: 'admin', tokenHours: 24 * 3650 });
    beforeEach(() => s3.kept.clear());
    afterAll(async () => {
      await one.close();
      await other.close();
    });

    test('delete what nothing shows, and what comes back at that moment is whole', async () => {
      for (let round = 10; round < 16; round += 1) {
        const file = await plainPicture(round);
        await upload(one, admin, { file });
        expect(s3.kept.size).toBe(3);
        clock.advance(8 * dayMs);
        const [again] = await Promise.all([upload(other, admin, { file }), one.everyMinute()]);
        expect([again.status, s3.kept.size]).toEqual([200, 3]);
        clock.advance(8 * dayMs);
        await Promise.all([one.everyMinute(), other.everyMinute()]);
        expect(s3.kept.size).toBe(0);
        expect(await db.selectFrom('images').select('url').execute()).toEqual([]);
      }
    });

    test('write it again when one of them deletes it between the objects and the address of the other', async () => {
      const file = await plainPicture(20);
      const { url } = (await upload(one, admin, { file })).body.data;
      await db.updateTable('images').set({ leaving_since: clock.now() }).execute();
      const uploading = await inTransaction(db, async (tx) => {
        expect(await lockLeavingImage(tx, url)).toBe(true);
        const again = upload(other, admin, { file });
        const waiting = sql`select from pg_locks where not granted`;
        await expect
          .poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 30_000 })
          .toBeGreaterThan(0);
        await one.images.remove(url);
        expect(s3.kept.size).toBe(0);
        await deleteImage(tx, url);
        // In a list, because a promise of its own would be waited for here.
        return [again];
      });
      expect([(await uploading[0])?.status, s3.kept.size]).toEqual([200, 3]);
    });
  },
);
