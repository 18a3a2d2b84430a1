import { expect, test } from '@playwright/test';
import { sandboxes } from '#server/start/third-party-config.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { plainPicture } from '#test/plain-picture.ts';
import { listenAsS3, type S3StandIn } from '#test/s3-stand-in.ts';
import { sampleFacts } from '#test/samples.ts';
import { upload } from '#test/upload.ts';

let s3: S3StandIn;
let shop: PageShop;

test.beforeAll(async () => {
  s3 = await listenAsS3();
  shop = await startPageShop({ thirdParties: { ...sandboxes, images: s3.setup } });
});

test.afterAll(async () => {
  await shop.close();
  await s3.close();
});

test('pictures in a bucket are seen on the page of their part, large and as a small one of a list', async ({
  page,
}) => {
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const { url } = (await upload(shop, admin, { file: await plainPicture(1) })).body.data;
  const facts = { ...sampleFacts, image: url, inStock: 1000 };
  const added = await shop.request('POST', '/api/part', { as: admin, body: facts });
  const refused: string[] = [];
  page.on(
    'console',
    (message) => void (message.type() === 'error' && refused.push(message.text())),
  );
  for (const place of [`/parts/part-${added.body.insertedId}`, '/parts']) {
    await page.goto(`${shop.address}${place}`);
    const picture = page.locator(`img[src^="${s3.setup.publicUrl}/images/"]`).first();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    // The browser chose one of the three widths.
    expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(
      new RegExp(`^${s3.setup.publicUrl}/images/[0-9a-f]{64}-(?:320|640|1280)\\.webp$`),
    );
  }
  expect(refused).toEqual([]);
});
