import { expect, test } from 'vitest';
import * as attacks from '#test/attack-pictures.ts';
import { largePhoto, processorTime, upload } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });

const payload = '<script>alert("payload")</script>';

const files: [what: string, file: () => Promise<Buffer>][] = [
  [
    'a JPEG with a page behind it',
    async () => Buffer.concat([await attacks.honest('jpeg'), Buffer.from(payload)]),
  ],
  [
    'a PNG with a ZIP behind it',
    async () => Buffer.concat([await attacks.honest('png'), Buffer.from(`PK\x03\x04${payload}`)]),
  ],
  [
    'a PNG with a script in its text',
    async () =>
      attacks.withChunks(
        await attacks.honest('png'),
        attacks.chunk('tEXt', Buffer.from(`Comment\0${payload}`)),
      ),
  ],
  [
    'a WebP with a PDF behind it',
    async () => Buffer.concat([await attacks.honest('webp'), Buffer.from(`%PDF-1.7 ${payload}`)]),
  ],
  ['a JPEG with a script in its comment', async () => withComment(await attacks.honest('jpeg'))],
];

test.each(files)('%s loses everything but its pixels', async (_what, make) => {
  const file = await make();
  expect(file.includes(payload)).toBe(true);
  const { status, body } = await upload(shop, admin, {
    file,
    name: '../../evil.php',
    type: 'text/html',
  });
  expect(status).toBe(200);
  for (const { url } of [body.data.thumb, body.data.medium, body.data.image]) {
    const served = await shop.app.inject({ method: 'GET', url });
    expect(served.headers['content-type']).toBe('image/webp');
    expect(served.rawPayload.includes('payload')).toBe(false);
    expect(served.rawPayload.readUInt32LE(4) + 8).toBe(served.rawPayload.length);
  }
});

test.each([
  ['text', () => attacks.pngWithTextBomb()],
  ['a colour profile', () => attacks.pngWithProfileBomb()],
])('a PNG with %s that unpacks to 400 MB is only its pixels', async (_what, make) => {
  const file = await make();
  const cost = await processorTime(async () => {
    const { status, body } = await upload(shop, admin, { file });
    expect({ status, size: [body.data?.width, body.data?.height] }).toEqual({
      status: 200,
      size: [300, 200],
    });
  });
  const photo = await largePhoto();
  // Unpacked it would cost many times as much.
  expect(cost).toBeLessThan(2 * (await processorTime(() => upload(shop, admin, { file: photo }))));
});

function withComment(jpeg: Buffer): Buffer {
  const comment = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0, payload.length + 2]),
    Buffer.from(payload),
  ]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}
