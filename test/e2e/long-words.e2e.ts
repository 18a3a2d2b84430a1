import { expect, test, type Browser, type Page } from '@playwright/test';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';

/** A shop whose names contain a word that does not fit on a line. */
let shop: PageShop;
let buyer: Person;
let part: string;
let order: string;

const word = 'Kraftstoffeinspritzpumpenreparatursatzdichtungsringe_0445_110_369_A';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  part = await samplePart(shop.db, { name: word, orderQuantity: 100, inStock: 5000 });
  for (const name of ['Brake disc', 'Oil filter']) await samplePart(shop.db, { name });
  buyer = await shop.person('Nadia Okafor');
  order = await shop.order(buyer, part, 100);
  const transactionId = await shop.pay(buyer, await shop.order(buyer, part, 100));
  const review = { productId: part, transactionId, rating: 4, message: word };
  expect(await shop.request('POST', '/api/reviews', { as: buyer, body: review })).toMatchObject({
    status: 200,
  });
});

test.afterAll(async () => shop.close());

/** A page of somebody who is signed in. */
async function open(browser: Browser, width: number): Promise<Page> {
  const { name, email, token: accessToken } = buyer;
  const session = JSON.stringify({
    name,
    email,
    expiresAt: new Date(Date.now() + 10 * 3_600_000).toISOString(),
  });
  const localStorage = Object.entries({ accessToken, 'underhood.session': session }).map(
    ([key, value]) => ({ name: key, value }),
  );
  const storageState = { cookies: [], origins: [{ origin: shop.address, localStorage }] };
  return (await browser.newContext({ viewport: { width, height: 900 }, storageState })).newPage();
}

/** Cards show everything; between phone and desktop widths a table may scroll. */
for (const [width, boxes] of [
  [320, 'main li, main [role=region]'],
  [390, 'main li, main [role=region]'],
  [768, 'main li'],
  [1280, 'main li, main [role=region]'],
] as const) {
  test(`a word without a break pushes nothing out of a page ${width} px wide`, async ({
    browser,
  }) => {
    const page = await open(browser, width);
    const own = `/dashboard/my-orders/${order}`;
    for (const path of [
      '/',
      '/parts',
      `/purchase/${part}`,
      `/payment/${order}`,
      '/dashboard/my-orders',
      own,
      '/dashboard/add-a-review',
    ]) {
      await page.goto(shop.address + path);
      await expect(page.getByRole('main').getByText(word).first()).toBeVisible();
      const sideways = await page
        .locator(`html, ${boxes}`)
        .evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth));
      expect(Math.max(...sideways), path).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });
}
