import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { startShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { storedPictures, upload } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });

/** Left half red, right half blue. */
function halves(width: number, height: number): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: '#00f' } };
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

/** A picture as the shop serves it. */
async function served(
  url: string,
): Promise<{ status: number; bytes: Buffer; headers: Record<string, unknown> }> {
  const answer = await shop.app.inject({ method: 'GET', url });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
}

async function colourAt(
  picture: Buffer,
  left: number,
  top: number,
): Promise<'red' | 'blue' | 'other'> {
  const [red = 0, green = 0, blue = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  if (green > 60) return 'other';
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other';
}

describe('a picture that an admin uploads', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'as %s is kept in three widths and answered as imgbb does',
    async (format) => {
      const file = await halves(2000, 1500).toFormat(format).toBuffer();
      const { status, body, headers } = await upload(shop, admin, { file });
      const { id } = body.data;
      expect(id).toMatch(/^[0-9a-f]{64}$/);
      const at = (width: number) => ({
        url: `/images/${id}-${width}.webp`,
        width,
        height: (width * 3) / 4,
      });
      const shown = await served(`/images/${id}-640.webp`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          status: 200,
          data: {
            id,
            ...at(640),
            display_url: at(640).url,
            size: shown.bytes.length,
            image: at(1280),
            medium: at(640),
            thumb: at(320),
            delete_url: null,
          },
        },
      });
      expect(headers['cache-control']).toBe('no-store');
      for (const width of [320, 640, 1280]) {
        const { bytes } = await served(at(width).url);
        expect(await sharp(bytes).metadata()).toMatchObject({
          format: 'webp',
          width,
          height: (width * 3) / 4,
        });
        expect([await colourAt(bytes, 20, 20), await colourAt(bytes, width - 20, 20)]).toEqual([
          'red',
          'blue',
        ]);
      }
    },
  );

  test('is served for ever under its name, as a picture and nothing else', async () => {
    const { body } = await upload(shop, admin, { file: await halves(100, 100).png().toBuffer() });
    const { status, headers } = await served(body.data.url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const again = await shop.request('GET', body.data.url, {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again.status).toBe(304);
  });

  test('is never enlarged, but has all three names', async () => {
    const { body } = await upload(shop, admin, { file: await halves(400, 200).png().toBuffer() });
    expect(
      [body.data.thumb, body.data.medium, body.data.image].map(({ width, height }) => [
        width,
        height,
      ]),
    ).toEqual([
      [320, 160],
      [400, 200],
      [400, 200],
    ]);
    for (const { url } of [body.data.thumb, body.data.medium, body.data.image])
      expect((await served(url)).status).toBe(200);
  });

  test('stands upright and says nothing of where and by whom it was taken', async () => {
    const file = await halves(1200, 800)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Private Person', Orientation: '6' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '0/1 7/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .toBuffer();
    const sent = await sharp(file).metadata();
    expect(sent).toMatchObject({ orientation: 6, hasProfile: true });
    expect(sent.exif?.includes('Private Person')).toBe(true);

    const { body } = await upload(shop, admin, { file });
    expect([body.data.width, body.data.height]).toEqual([640, 960]);
    const { bytes } = await served(body.data.url);
    const kept = await sharp(bytes).metadata();
    expect([kept.exif, kept.icc, kept.xmp, kept.iptc, kept.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('Private Person')).toBe(false);
    // Turned by a quarter: what was left is on top now.
    expect([await colourAt(bytes, 320, 20), await colourAt(bytes, 320, 940)]).toEqual([
      'red',
      'blue',
    ]);
  });

  test('keeps what is see-through, and comes from grey, palette, 16-bit and CMYK files alike', async () => {
    const clear = sharp({
      create: { width: 60, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    });
    const files = {
      clear: await clear.png().toBuffer(),
      grey: await halves(60, 40).greyscale().png().toBuffer(),
      palette: await halves(60, 40).png({ palette: true }).toBuffer(),
      deep: await halves(60, 40).toColourspace('rgb16').png().toBuffer(),
      cmyk: await halves(60, 40).toColourspace('cmyk').jpeg().toBuffer(),
      progressive: await halves(60, 40).jpeg({ progressive: true, mozjpeg: true }).toBuffer(),
    };
    for (const [kind, file] of Object.entries(files)) {
      const { status, body } = await upload(shop, admin, { file });
      expect({ kind, status, size: [body.data?.width, body.data?.height] }).toEqual({
        kind,
        status: 200,
        size: [60, 40],
      });
      const { bytes } = await served(body.data.url);
      expect({ kind, hasAlpha: (await sharp(bytes).metadata()).hasAlpha }).toEqual({
        kind,
        hasAlpha: kind === 'clear',
      });
    }
  });

  test('of exactly 40 megapixels is taken', async () => {
    const file = await sharp({
      create: { width: 8000, height: 5000, channels: 3, background: '#123' },
    })
      .png({ palette: true })
      .toBuffer();
    expect((await upload(shop, admin, { file })).body.data).toMatchObject({
      width: 640,
      height: 400,
    });
  });

  test('has the same address when it is sent twice, is kept once and recorded once', async () => {
    const fresh = await startShop();
    const [first, second] = [
      await fresh.person('One', { role: 'admin' }),
      await fresh.person('Two', { role: 'admin' }),
    ];
    const file = await halves(500, 300).jpeg().toBuffer();
    const answers = await Promise.all([
      upload(fresh, first, { file }),
      upload(fresh, first, { file }),
    ]);
    const third = await upload(fresh, second, { file });
    const { id, url, width, height, size } = third.body.data;
    expect(answers.map(({ body }) => body)).toEqual([third.body, third.body]);
    expect(await storedPictures(fresh)).toEqual({
      files: [`${id}-1280.webp`, `${id}-320.webp`, `${id}-640.webp`],
      addresses: [url],
      audited: [url],
    });
    const known = await fresh.db
      .selectFrom('images')
      .select(['uploaded_by', 'created_at'])
      .executeTakeFirstOrThrow();
    expect(known).toEqual({ uploaded_by: first.userId, created_at: fresh.clock.now() });
    const { body: audit } = await fresh.request('GET', '/api/admin/audit?subject=image', {
      as: second,
    });
    expect(audit).toMatchObject([
      {
        actor: first.email,
        action: 'picture uploaded',
        subjectId: id,
        subjectName: url,
        before: null,
        after: { url, width, height, size },
      },
    ]);
    await fresh.close();
  });

  test('may become the picture of a part; an address from elsewhere may not', async () => {
    const { body } = await upload(shop, admin, { file: await halves(700, 500).png().toBuffer() });
    const part = {
      name: 'Oil filter',
      description: 'Spin-on.',
      price: 4.5,
      orderQuantity: 100,
      inStock: 500,
    };
    const { url, id } = body.data;
    const added = await shop.request('POST', '/api/part', {
      as: admin,
      body: { ...part, image: url },
    });
    expect(added).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect((await shop.request('GET', `/api/parts/${added.body.insertedId}`)).body.image).toBe(url);
    for (const image of [
      `https://elsewhere.example${url}`,
      `/images/${'0'.repeat(64)}-640.webp`,
      `/images/${id}-1280.webp?`,
      '/api/parts',
    ]) {
      const refused = await shop.request('POST', '/api/part', {
        as: admin,
        body: { ...part, image },
      });
      expect({ image, status: refused.status, error: refused.body.error }).toEqual({
        image,
        status: 422,
        error: 'image_unknown',
      });
    }
  });
});

describe('below /images', () => {
  test('a name that was never given is not there', async () => {
    const { status, headers } = await served(`/images/${'0'.repeat(64)}-640.webp`);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('no address leads out of the folder', async () => {
    writeFileSync(path.join(shop.dataDir, 'secret.webp'), 'a secret');
    const out = [
      '/images/../secret.webp',
      '/images/%2e%2e%2fsecret.webp',
      '/images/..%5csecret.webp',
      '/images/',
      '/images',
      '/images/.',
    ];
    for (const address of out)
      expect({ address, status: (await served(address)).status }).toEqual({ address, status: 404 });
  });
});

test('a host that cannot keep the picture is a 503, and the picture is not recorded', async () => {
  const broken = await startShop();
  const person = await broken.person('Ada', { role: 'admin' });
  // A file where the folder should be: what a full or broken disk looks like to the shop.
  writeFileSync(path.join(broken.dataDir, 'images'), '');
  const { status, body, headers } = await upload(broken, person, {
    file: await halves(100, 100).png().toBuffer(),
  });
  expect({ status, body }).toEqual({
    status: 503,
    body: {
      success: false,
      error: 'images_unavailable',
      message: 'The image host does not answer. Please try again in a moment.',
    },
  });
  expect(headers['retry-after']).toBe('2');
  expect(await broken.db.selectFrom('images').selectAll().execute()).toEqual([]);
  expect(broken.logged.join('\n')).toContain('the image host did not keep a picture');
  await broken.close();
});

test('an upload beside other work does not stop the shop: parts are read meanwhile', async () => {
  await samplePart(shop.db);
  const file = await sharp({
    create: { width: 6000, height: 5000, channels: 3, background: '#456' },
  })
    .jpeg()
    .toBuffer();
  const uploads = Promise.all([
    upload(shop, admin, { file }),
    upload(shop, admin, { file }),
    upload(shop, admin, { file }),
  ]);
  const progress = { done: false };
  void uploads.finally(() => (progress.done = true));
  let reads = 0;
  while (!progress.done) {
    await shop.request('GET', '/api/parts');
    reads += 1;
  }
  expect((await uploads).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(reads).toBeGreaterThan(10);
});
