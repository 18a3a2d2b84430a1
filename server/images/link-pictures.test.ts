import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { linkPictureOf } from '#contract/image-rules.ts';
import { mountSite } from '#server/http/site.ts';
import { honest } from '#test/attack-pictures.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { upload } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';

const pages = standInPages();
const pictures = path.join(pages.buildDir, 'client', 'pictures');
mkdirSync(pictures);
const ofSize = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c00000' } })
    .webp()
    .toBuffer();
writeFileSync(path.join(pictures, 'disc.webp'), await ofSize(800, 600));
writeFileSync(path.join(pictures, 'hero.webp'), await ofSize(1600, 900));

const shop = await useShop({
  pages: (app, parts) => mountSite(app, { ...parts, buildDir: pages.buildDir }),
});
afterAll(() => pages.remove());

async function open(url: string, from = '127.0.0.1') {
  const { statusCode, headers, rawPayload } = await shop.app.inject({ url, remoteAddress: from });
  return { status: statusCode, headers, bytes: rawPayload };
}

/** The colour in a corner of the picture: 'picture' or 'ground'. */
async function cornerOf(bytes: Buffer): Promise<string> {
  const { data } = await sharp(bytes)
    .extract({ left: 2, top: 2, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (data[1] ?? 0) < 100 ? 'picture' : 'ground';
}

test.each([
  ['/pictures/disc.webp', 'ground'],
  ['/pictures/hero.webp', 'picture'],
])('%s is to be had as a JPEG of 1200 × 630, in its corners the %s', async (image, corner) => {
  const { status, headers, bytes } = await open(linkPictureOf(image) ?? '');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=86400',
  ]);
  const { format, width, height } = await sharp(bytes).metadata();
  expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
  expect(await cornerOf(bytes)).toBe(corner);
});

test('an uploaded picture is to be had so, too, whatever its width', async () => {
  const admin = await shop.person('Ada', { role: 'admin' });
  const uploaded = await upload(shop, admin, { file: await honest('png', 64, 48) });
  const address = linkPictureOf(uploaded.body.data.url);
  expect(address).toMatch(/^\/link-pictures\/images\/[0-9a-f]{64}\.jpg$/);
  expect(await open(address ?? '')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/jpeg' },
  });
});

test('pictures of other hosts stay where they are', () => {
  expect(linkPictureOf('https://i.ibb.co/abc/disc.webp')).toBeUndefined();
  expect(linkPictureOf('/images/../pictures/disc.webp')).toBeUndefined();
});

test('a picture that is not there is not found', async () => {
  expect((await open('/link-pictures/pictures/new.jpg')).status).toBe(404);
  expect((await open(`/link-pictures/images/${'0'.repeat(64)}.jpg`)).status).toBe(404);
  for (const url of ['/link-pictures/pictures/..%2fdisc.jpg', '/link-pictures/pictures/a.b.jpg'])
    expect((await open(url)).headers['content-type'], url).not.toBe('image/jpeg');
});

test('making pictures is paid for by the network that asks; a picture that is kept costs no more than any file', async () => {
  const statuses = [];
  for (let count = 0; count < 140; count += 1)
    statuses.push((await open(`/link-pictures/pictures/none-${count}.jpg`, '198.51.100.7')).status);
  expect(statuses.filter((status) => status === 404).length).toBeLessThan(140);
  expect(statuses.at(-1)).toBe(429);
  await rm(path.join(pictures, 'disc.webp'));
  expect((await open('/link-pictures/pictures/disc.jpg', '198.51.100.8')).status).toBe(200);
});
