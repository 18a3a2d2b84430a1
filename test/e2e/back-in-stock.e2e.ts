import { expect, request as requests, test, type Page } from '@playwright/test';
import { runningClock, type Person } from '#test/harness.ts';
import { startPublicPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable, expectWorkable } from './axe-faults.ts';
import { openAccount } from './customer.ts';
import { openPad } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop at its own address, with a part that is sold out. */
let shop: PageShop;
let disc: string;
let admin: Person;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPublicPageShop({ clock: runningClock() });
  disc = await samplePart(shop.db, { name: 'Coated disc', partNumber: 'CD-1', inStock: 100 });
  admin = await shop.person('Ada Admin', { role: 'admin' });
});

test.afterAll(async () => shop.close());

const open = (page: Page, id = disc) => page.goto(`${shop.address}/parts/part-${id}`);
const ask = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Tell me when back' });
const promise = (page: Page) => page.getByText('We will write to you once.');
const forget = (page: Page) => page.getByRole('button', { name: /^Forget it/ });
const stock = (change: number) =>
  shop.request('POST', `/api/part/${disc}/stock`, {
    as: admin,
    body: { change, reason: 'Counted' },
  });

test('a guest signs in, confirms the address, asks, and is told by mail', async ({ page }) => {
  const request = await requests.newContext({ baseURL: shop.address });
  const { email, password } = await openAccount(request, shop.address, 'Nadia Buyer');
  await request.dispose();
  await open(page);
  await page.getByRole('link', { name: 'Tell me when back' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/parts/coated-disc-${disc}$`));

  await ask(page).click();
  await expect(page.getByText('We only write to confirmed addresses')).toBeVisible();
  await expectReadable(page, 'a part that is asked for without a confirmed address');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('A new link is on its way.')).toBeVisible();
  await page.goto(`${shop.address}/dev/outbox`);
  await page.locator('a[href*="/verify-email"]').first().click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('is confirmed').first()).toBeVisible();

  await open(page);
  await ask(page).click();
  await expect(promise(page)).toBeVisible();
  await expect(forget(page)).toBeFocused();
  await page.reload();
  await expect(promise(page)).toBeVisible();

  await stock(500);
  await shop.everyMinute();
  await page.goto(`${shop.address}/dev/outbox`);
  const mail = page.getByRole('listitem').filter({ hasText: 'is back in stock' });
  await expect(mail).toContainText(`To ${email}`);
  await mail.getByRole('link', { name: new RegExp(disc) }).click();
  await expect(page.getByRole('heading', { name: 'Coated disc' })).toBeVisible();
  await expect(page.getByText('Sold by 200, 300, 400 … up to 600 pieces')).toBeVisible();
  await expect(ask(page)).toHaveCount(0);
  await stock(-500);
});

test.describe('a customer', () => {
  test.beforeEach(async ({ context }) => {
    await signInAs(context, await shop.person('Ana Duarte'));
  });

  test('asks and forgets by keyboard, on the page of the part and in the profile', async ({
    page,
  }) => {
    await open(page);
    await ask(page).focus();
    await page.keyboard.press('Enter');
    await expect(forget(page)).toBeFocused();
    await expectReadable(page, 'a part that somebody waits for');
    await page.keyboard.press('Enter');
    await expect(ask(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(promise(page)).toBeVisible();

    await page.goto(`${shop.address}/dashboard/my-profile#awaited`);
    const awaited = page.getByRole('region', { name: 'Parts you wait for' });
    await expect(awaited.getByRole('heading')).toBeFocused();
    await expect(awaited.getByRole('link', { name: 'Coated disc' })).toBeVisible();
    await expectWorkable(page, 'the profile with a part that is waited for');
    await forget(page).click();
    await expect(awaited).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goto(`${shop.address}/purchase/${disc}`);
    await expect(ask(page)).toBeVisible();
    await expectWorkable(page, 'the purchase page of a part that is sold out');
  });

  test('asks on the list too', async ({ page }) => {
    await openPad(page, shop.address);
    const number = page.getByRole('combobox', { name: 'Number or name' });
    await number.fill('CD-1');
    await number.press('Enter');
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    const line = page.getByRole('row').filter({ hasText: 'Coated disc' });
    await line.getByRole('button', { name: 'Tell me when back: Coated disc' }).click();
    await expect(line.getByText('We will write to you once.')).toBeVisible();
    await expectReadable(page, 'a list with a part that is sold out');
    await line.getByRole('button', { name: /^Forget it/ }).click();
    await expect(line.getByRole('button', { name: /^Tell me when back/ })).toBeFocused();
  });

  test('is told why asking was refused, and asks again', async ({ page }) => {
    await open(page);
    const call = `**/api/parts/${disc}/back-in-stock`;
    await page.route(call, (route) => route.abort());
    await ask(page).click();
    await expect(page.getByText('The shop cannot be reached.')).toBeVisible();
    await page.unroute(call);
    const json = { error: 'too_many_alerts', message: 'You wait for 20 parts already.' };
    await page.route(call, (route) => route.fulfill({ status: 409, json }));
    await ask(page).click();
    const all = page.getByRole('link', { name: 'See all of them' });
    await expect(all).toHaveAttribute('href', '/dashboard/my-profile#awaited');
    await page.unroute(call);
    await stock(500);
    await ask(page).click();
    await expect(page.getByText('Sold by 200, 300, 400 … up to 600 pieces')).toBeVisible();
    await expect(ask(page)).toHaveCount(0);
    await stock(-500);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the way to the login is a link', async ({ page }) => {
    await open(page);
    const link = page.getByRole('link', { name: 'Tell me when back' });
    await expect(link).toHaveAttribute('href', '/login');
  });
});
