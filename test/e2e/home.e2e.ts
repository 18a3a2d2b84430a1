import { expect, test } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expectAlive } from './hold-scripts.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';

/** A shop of eight parts and seven reviews. */
let shop: PageShop;
let address: string;
let newest: string;

const description =
  `Vented disc of high-carbon iron. ${'It is balanced, coated and sold in pairs. '.repeat(6)}`.trim();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  ({ address } = shop);
  for (let number = 1; number <= 8; number += 1) {
    newest = await samplePart(shop.db, {
      name: `Brake disc ${number}`,
      priceCents: number === 8 ? 1200 : 1250,
      orderQuantity: 100,
      inStock: 5000,
      description,
      createdAt: new Date(Date.UTC(2026, 0, number)),
    });
  }
  const buyer = await shop.person('Nadia Okafor');
  for (let number = 1; number <= 7; number += 1) {
    const transactionId = await shop.pay(buyer, await shop.order(buyer, newest, 100));
    shop.clock.advance(1000);
    const review = {
      productId: newest,
      transactionId,
      rating: (number % 5) + 1,
      message: `Review number ${number}`,
    };
    expect(await shop.request('POST', '/api/reviews', { as: buyer, body: review })).toMatchObject({
      status: 200,
    });
  }
});

test.afterAll(async () => shop.close());

test.describe('the home page', () => {
  test('is the same at / and at /home', async ({ page }) => {
    const seen = [];
    for (const path of ['/', '/home']) {
      expect((await page.goto(address + path))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1, name: texts.heroTitle })).toBeVisible();
      await expect(page.getByRole('heading', { name: texts.clientsReview })).toBeVisible();
      seen.push(await page.getByRole('main').innerText());
    }
    expect(seen[1]).toBe(seen[0]);
  });

  test('stands in the order of the specification', async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: texts.clientsReview })).toBeVisible();
    const sections = await page
      .locator('main section')
      .evaluateAll((found) =>
        found.map(
          (section) =>
            section.getAttribute('aria-label') ?? section.querySelector('h1, h2')?.textContent,
        ),
      );
    expect(sections).toEqual([
      texts.heroTitle,
      'Brands we sell',
      'How it works',
      texts.allOurParts,
      texts.figuresTitle,
      texts.saleTitle,
      texts.clientsReview,
    ]);
    expect(
      await page.getByRole('region', { name: 'Brands we sell' }).getByRole('img').count(),
    ).toBeGreaterThan(5);
  });

  test('leads from its hero to all parts', async ({ page }) => {
    await page.goto(address);
    const hero = page.locator('main section').first();
    await expect(hero.getByRole('heading', { level: 1 })).toHaveText(texts.heroTitle);
    const link = hero.getByRole('link', { name: texts.showAllParts });
    await expect(link).toHaveAttribute('href', '#parts');
    await link.click();
    await expect(
      page.locator('#parts').getByRole('heading', { name: texts.allOurParts }),
    ).toBeInViewport();
  });

  test('shows the whole picture of its hero above the choice of a vehicle', async ({ page }) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      const hero = page.locator('main section').first();
      const picture = await hero.locator('img').boundingBox();
      const form = await hero.getByRole('form', { name: 'Find parts by vehicle' }).boundingBox();
      if (!picture || !form) throw new Error('Not shown.');
      expect(picture.y + picture.height).toBeLessThanOrEqual(form.y + 1);
    }
  });

  test('tells how it works in three steps', async ({ page }) => {
    await page.goto(address);
    const steps = page.getByRole('region', { name: 'How it works' }).getByRole('listitem');
    await expect(steps).toHaveText([
      new RegExp(texts.chooseParts),
      new RegExp(`${texts.giveYourAddress}.*enter details and quantity`, 'i'),
      new RegExp(`${texts.makePayment}.*pay with card`, 'i'),
    ]);
  });

  test('shows the six newest parts, newest first', async ({ page }) => {
    await page.goto(address);
    const names = page.locator('#parts').getByRole('heading', { level: 3 });
    await expect(names).toHaveText([8, 7, 6, 5, 4, 3].map((number) => `Brake disc ${number}`));
  });

  test('shows of each part name, picture, price, pack, preview, stock and the way to buy', async ({
    page,
  }) => {
    await page.goto(address);
    const cards = page.locator('#parts').getByRole('listitem');
    const card = cards.first();
    await expect(card.locator('img')).toHaveAttribute('src', '/pictures/brake-disc.webp');
    await expect(card.getByText('$12.00 / pice', { exact: true })).toBeVisible();
    await expect(card.getByText('100 items pack', { exact: true })).toBeVisible();
    await expect(
      card.getByText(`${description.slice(0, 120)}...`, { exact: true }),
    ).toHaveAttribute('title', description);
    await expect(card.getByText('4300 - In Stock', { exact: true })).toBeVisible();
    const purchase = card.getByRole('link', { name: texts.purchaseNow });
    await expect(purchase).toHaveText(texts.purchaseNow);
    await expect(purchase).toHaveAttribute('href', `/purchase/${newest}`);
    await expect(cards.nth(1).getByText('$12.50 / pice', { exact: true })).toBeVisible();
  });

  test('shows the six newest reviews with name, rating and message', async ({ page }) => {
    await page.goto(address);
    const reviews = page.getByRole('region', { name: texts.clientsReview }).getByRole('listitem');
    await expect(reviews).toHaveText(
      [7, 6, 5, 4, 3, 2].map(
        (number) =>
          new RegExp(`Rating: ${(number % 5) + 1} of 5.*Review number ${number}.*Nadia Okafor`),
      ),
    );
  });

  test('has the fixed figures', async ({ page }) => {
    await page.goto(address);
    const region = page.getByRole('region', { name: 'Millions of people trust us' });
    for (const [figure, label] of [
      ['100+', 'Served Customer'],
      ['10M+', 'Annual Revenue'],
      ['500+', 'Reviews'],
      ['50+', 'Parts Available'],
    ] as const) {
      const pair = region.locator('div', { has: page.getByText(label, { exact: true }) }).last();
      await expect(pair.getByText(figure, { exact: true })).toBeVisible();
    }
  });

  test('has a sale banner whose button does nothing visible', async ({ page }) => {
    await page.goto(address);
    const banner = page.getByRole('region', { name: 'Under the hood sale' });
    await expect(banner.getByText('30% off', { exact: true })).toBeVisible();
    await expectAlive(page);
    const before = await page.locator('main').innerHTML();
    await banner.getByRole('button', { name: texts.shopNow }).click();
    expect(await page.locator('main').innerHTML()).toBe(before);
    expect(page.url()).toBe(`${address}/`);
  });

  test('says to search engines what it is, and the next page does not say it', async ({ page }) => {
    await page.goto(address);
    await expectAlive(page);
    const data = page.locator('[type="application/ld+json"]');
    await expect(data).toHaveCount(2);
    await page.getByRole('banner').getByRole('link', { name: texts.blog }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.blog);
    await expect(data).toHaveCount(0);
  });
});
