import { expect, test, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectAlive, holdScripts } from './hold-scripts.ts';
import { expectWorkable } from './axe-faults.ts';

/** A part with everything a part's page can show, the part that replaces it, and one part that does not. */
let shop: PageShop;
let disc: string;
let newer: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  await storeTaxonomy(shop.db);
  newer = await samplePart(shop.db, { name: 'Coated disc', partNumber: 'CD-1', inStock: 5000 });
  disc = await samplePart(shop.db, { name: 'Plain disc', inStock: 4196, priceCents: 4200 });
  await sql`update parts set type_id = 'brake-disc', category_id = 'braking'`.execute(shop.db);
  await sql`update parts set replaced_by = ${newer}, attributes = '{"dia": 312, "thk": 25}' where id = ${disc}`.execute(
    shop.db,
  );
  for (const part of [disc, newer])
    await sql`insert into part_pictures (part_id, position, image, alt) values
      (${part}, 1, '/pictures/brake-pad-set.webp', 'Its pads'),
      (${part}, 2, '/pictures/alternator.webp', '')`.execute(shop.db);
  await sql`insert into fitments (part_id, make, model, year_from, year_to, note)
    select ${disc}, 'Make ' || (n % 20), 'Model ' || n, 2000 + n % 20, 2005 + n % 20,
      case when n % 7 = 0 then 'only with 16-inch wheels' else '' end
    from generate_series(1, 500) n`.execute(shop.db);
  await reviewed();
});

test.afterAll(async () => shop.close());

/** Twelve reviews of the disc, of a customer who ordered 200 pieces each time. */
async function reviewed(): Promise<void> {
  const ana = await shop.person('Ana Duarte');
  for (let nth = 1; nth <= 12; nth += 1) {
    shop.clock.advance(1000);
    const transactionId = await shop.pay(ana, await shop.order(ana, disc, 200));
    const body = { productId: disc, transactionId, rating: 4, message: `Review number ${nth}.` };
    await shop.request('POST', '/api/reviews', { as: ana, body });
  }
}

const open = (page: Page, id = disc) => page.goto(`${shop.address}/parts/part-${id}`);
const zoom = (page: Page) => page.getByRole('dialog', { name: 'Pictures of Plain disc' });
const vehicles = (page: Page) => page.getByRole('region', { name: 'Fitting vehicles' });

test('pictures are looked through in the whole window, by keyboard, and the focus comes back', async ({
  page,
}) => {
  await open(page);
  // Before that it is a link to the picture.
  await expectAlive(page);
  const opener = page.getByRole('link', { name: 'Picture of Plain disc in full size' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(zoom(page).getByRole('status')).toHaveText('Picture 1 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3');
  await expect(zoom(page).getByRole('img', { name: 'Its pads' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(zoom(page).getByRole('status')).toHaveText('Picture 3 of 3');

  const next = zoom(page).getByRole('button', { name: 'Next picture' });
  await next.press('Enter');
  await expect(zoom(page).getByRole('status')).toHaveText('Picture 1 of 3');
  await expect(next).toBeFocused();
  const width = async () => (await zoom(page).getByRole('img').boundingBox())?.width ?? 0;
  const fitting = await width();
  await zoom(page).getByRole('button', { name: 'Enlarge' }).press('Enter');
  await expect.poll(width).toBeGreaterThan(fitting * 1.5);
  await expectWorkable(page, 'the zoom');
  await page.keyboard.press('ArrowRight');
  await expect(zoom(page).getByRole('button', { name: 'Enlarge' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(zoom(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Its pads in full size' })).toBeFocused();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a swipe shows the next picture, and the way to order is always there', async ({ page }) => {
    await open(page);
    const order = page.getByRole('link', { name: 'Purchase now' }).filter({ visible: true });
    await expect(order).toHaveCount(1);
    await expect(order).toBeInViewport();
    await page.getByRole('link', { name: 'Picture of Plain disc in full size' }).tap();
    const touch = (type: 'touchstart' | 'touchend', x: number) =>
      zoom(page)
        .getByRole('img')
        .evaluate(
          (element, { kind, at }) => {
            const finger = new Touch({ identifier: 1, target: element, clientX: at, clientY: 300 });
            const touches = kind === 'touchstart' ? [finger] : [];
            element.dispatchEvent(
              new TouchEvent(kind, { touches, changedTouches: [finger], bubbles: true }),
            );
          },
          { kind: type, at: x },
        );
    await touch('touchstart', 300);
    await touch('touchend', 120);
    await expect(zoom(page).getByRole('status')).toHaveText('Picture 2 of 3');
    await zoom(page).getByRole('button', { name: 'Close' }).tap();
    const field = vehicles(page).getByRole('searchbox');
    await field.focus();
    const lowest = async (place: typeof field) => {
      const box = await place.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect(await lowest(field)).toBeLessThan((await order.boundingBox())?.y ?? 0);
    await page.getByRole('region', { name: 'Related parts' }).scrollIntoViewIfNeeded();
    await expect(order).toBeInViewport();
    await expectWorkable(page, 'a phone');
  });
});

test('a vehicle is found among five hundred, by words and year', async ({ page }) => {
  await open(page);
  const field = vehicles(page).getByRole('searchbox', { name: 'Search the vehicles' });
  await expect(vehicles(page).getByRole('status')).toHaveText('500 vehicles');
  await expect(vehicles(page).getByRole('listitem').filter({ visible: true })).toHaveCount(0);
  await field.fill('make 7 2010');
  await expect(vehicles(page).getByRole('status')).toHaveText(/^\d+ of 500 vehicles$/);
  await field.fill('model 147');
  await expect(vehicles(page).getByRole('listitem')).toHaveText([
    /Make 7 Model 147.*only with 16-inch wheels.*2007–2012/,
  ]);
  await field.fill('model');
  await expect(vehicles(page).getByRole('listitem')).toHaveCount(100);
  await field.fill('trabant');
  await expect(vehicles(page)).toContainText('No vehicle of this part is called so.');
  await field.clear();
  await vehicles(page).getByText('Make 3', { exact: true }).click();
  await expect(vehicles(page).getByRole('listitem').filter({ visible: true })).toHaveCount(25);
  await expectWorkable(page, 'the vehicles');
});

test('what is typed before the scripts run is searched when they do', async ({ page }) => {
  const scriptsArrive = await holdScripts(page);
  await page.goto(`${shop.address}/parts/${disc}`, { waitUntil: 'commit' });
  const field = vehicles(page).getByRole('searchbox', { name: 'Search the vehicles' });
  await field.fill('model 147');
  await scriptsArrive();
  await expect(vehicles(page).getByRole('status')).toHaveText('1 of 500 vehicles');
  await expect(field).toHaveValue('model 147');
});

test('related parts and the replacement lead to a page that begins anew', async ({ page }) => {
  await open(page);
  // Before, a click on a picture leads to its file.
  await expectAlive(page);
  await page.getByRole('link', { name: 'Picture 3' }).click();
  await vehicles(page).getByRole('searchbox').fill('model 1');
  await expect(page.getByText('200 pieces: $8400.00')).toBeVisible();
  await expect(page.getByText('Sold by 200, 300, 400 … up to 1700 pieces')).toBeVisible();
  const related = page.getByRole('region', { name: 'Related parts' });
  await expect(related.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'CD-1', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coated disc');
  await expect(page.locator('a[aria-current="true"]')).toHaveAccessibleName('Picture 1');
  await expect(page.getByText('Nobody has reviewed this part yet.')).toBeVisible();
  await expect(related).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('everything of a part is there, older reviews too, with a way back', async ({ page }) => {
    await open(page);
    await expect(page.getByRole('searchbox', { name: 'Search the vehicles' })).toBeHidden();
    await page.getByText('Make 3', { exact: true }).click();
    await expect(vehicles(page).getByText('Make 3 Model 3', { exact: true })).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Picture of Plain disc in full size' }),
    ).toHaveAttribute('href', '/pictures/brake-disc.webp');
    await expect(page.getByRole('region', { name: 'Related parts' })).toContainText('Coated disc');
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect(crumbs.getByRole('link')).toHaveText(['Parts', 'Braking', 'Brake disc']);

    const reviews = page.getByRole('region', { name: 'Reviews of this part' });
    await expect(reviews.getByText(/^Review number/)).toHaveCount(10);
    await reviews.getByRole('link', { name: 'Older reviews' }).click();
    await expect(reviews.getByText(/^Review number/)).toHaveText([
      'Review number 2.',
      'Review number 1.',
    ]);
    expect(new URL(page.url()).hash).toBe('#reviews');
    await expect(reviews.getByRole('link', { name: 'Older reviews' })).toHaveCount(0);
    await reviews.getByRole('link', { name: 'Newest reviews' }).click();
    await expect(reviews.getByText('Review number 12.')).toBeVisible();
  });
});
