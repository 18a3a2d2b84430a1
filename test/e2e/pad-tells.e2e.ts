import { expect, test } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { runningClock } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { main } from './checkout.ts';
import { addLines, openPad } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop at its own address, whose customer has a second device. */
let shop: PageShop;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop({ clock: runningClock() });
  for (const partNumber of ['BD-1', 'BD-2'])
    await samplePart(shop.db, { partNumber, name: `Disc ${partNumber}`, inStock: 5000 });
});

test.afterAll(async () => shop.close());

test('what the shop could not say of a line goes with that line', async ({ page }) => {
  await openPad(page, shop.address);
  await addLines(page, 'BD-1;200');
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText('1 of 1');
  await page.route('**/api/order-list/check', (route) => route.abort());
  await addLines(page, 'BD-2;200');
  const failure = main(page).getByText('The list is kept.');
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Remove line 2, BD-2' }).click();
  await expect(summary).toContainText('1 of 1');
  await expect(failure).toBeHidden();
});

test('a list that was changed on another device is told to its owner, and to nobody after them', async ({
  page,
  context,
}) => {
  const ana = await shop.person('Ana Duarte');
  await signInAs(context, ana);
  await openPad(page, shop.address);
  await addLines(page, 'BD-1;200');
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible();
  const { body } = await shop.request('GET', '/api/order-list', { as: ana });
  const { version } = body as { version: number };
  const lines = [{ number: 'BD-2', quantity: 200 }];
  await shop.request('PUT', '/api/order-list', { as: ana, body: { version, lines } });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const elsewhere = main(page).getByText('This list was changed on another device.');
  await expect(elsewhere).toBeVisible();
  await page.getByRole('button', { name: ana.name }).click();
  await page.locator('#profile-menu').getByRole('button', { name: texts.signOut }).click();
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: texts.login })).toBeVisible();
  await banner.getByRole('link', { name: /^Order pad/ }).click();
  await expect(main(page).getByText('Kept in this browser')).toBeVisible();
  await expect(elsewhere).toBeHidden();
});
