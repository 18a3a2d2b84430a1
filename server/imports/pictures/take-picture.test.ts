import { describe, expect, it, test } from 'vitest';
import { animatedPng, honest, pngThatClaims } from '#test/attack-pictures.ts';
import { storedPictures } from '#test/upload.ts';
import { useShop } from '#test/use-shop.ts';
import { takePicture } from './take-picture.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const by = admin.userId;

describe('a picture that an import names', () => {
  it('is kept as an upload is, once, and served by the shop', async () => {
    const bytes = await honest('png');
    const url = await takePicture(shop, by, bytes);
    expect(url).toMatch(/^\/images\/[0-9a-f]{64}-\d+\.webp$/);
    expect(await takePicture(shop, by, bytes)).toBe(url);
    const answer = await shop.app.inject({ method: 'GET', url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a page', () => Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing that can run', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an archive', () => Buffer.from('PK\x03\x04')],
    ['nothing', () => Buffer.alloc(0)],
    ['more pixels than a picture has', () => pngThatClaims(50_000, 50_000)],
    ['an animation', animatedPng],
  ])('is refused if it is %s, and nothing is kept', async (_, make) => {
    const before = await storedPictures(shop);
    await expect(takePicture(shop, by, await make())).rejects.toMatchObject({
      code: 'picture_not_accepted',
    });
    expect(await storedPictures(shop)).toEqual(before);
  });
});
