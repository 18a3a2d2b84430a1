import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { dayMs } from '#contract/durations.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { reach } from './keyboard.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop of its own: its days go by when the test says so. */
let shop: PageShop;
let admin: Person;
let bea: Person;
let part: string;
let kept: { order: string; intent: string };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
  bea = await shop.person('Bea Buyer', { tokenHours: 10_000 });
  part = await samplePart(shop.db, { inStock: 90_000 });
});

test.afterAll(async () => shop.close());

async function open(page: Page, address = '/dashboard/overview/books', person = admin) {
  await signInAs(page.context(), person);
  await page.clock.setFixedTime(shop.clock.now());
  await page.goto(shop.address + address);
}

async function buy() {
  const order = await shop.order(bea, part, 200);
  return { order, intent: await shop.pay(bea, order) };
}

const table = (page: Page, name: string) => main(page).getByRole('table', { name, exact: true });
const sums = (page: Page) =>
  main(page).getByRole('region', { name: 'Sums' }).getByRole('definition');

test('a month without money says so', async ({ page }) => {
  await open(page, '/dashboard/overview');
  await page.getByRole('link', { name: 'Payments and refunds of a month' }).click();
  await expect(page).toHaveURL(`${shop.address}/dashboard/overview/books`);
  await expect(main(page).getByText('November 2026', { exact: true })).toBeVisible();
  await expect(main(page).getByText('No payment arrived in this month.')).toBeVisible();
  await expect(main(page).getByText('No money went back in this month.')).toBeVisible();
  await expect(sums(page)).toHaveText(['$0.00', '$0.00', '$0.00']);
  await expectReadable(page);
});

test('its payments and refunds are listed with their sums, and are in the file', async ({
  page,
}) => {
  kept = await buy();
  const { dashboard } = shop.sandbox.sandbox;
  const refund = await dashboard.refund(kept.intent, 20_050);
  const late = await buy();
  const back = await dashboard.refund(late.intent, 100_000);
  await shop.sandbox.sendEvents();
  shop.clock.advance(12 * dayMs);
  await dashboard.failRefund(back);
  await shop.sandbox.sendEvents();

  await open(page, '/dashboard/overview/books?month=2026-11');
  await expect(sums(page)).toHaveText(['$5,000.00', '-$1,200.50', '$3,799.50']);
  await expect(table(page, 'List of payments').getByRole('row')).toHaveCount(3);
  const row = table(page, 'List of refunds').getByRole('row').nth(1);
  for (const words of [refund, kept.intent, orderNumber(kept.order), '-$200.50'])
    await expect(row).toContainText(words);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('underhood-payments-2026-11.csv');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain(`,${kept.intent},${refund},,${orderNumber(kept.order)},-200.50,,,`);
  expect(file.trimEnd().split('\r\n').at(-1)).toBe('Payments less refunds,,,,,,3799.50,,0.00,,,');

  const next = main(page).getByRole('link', { name: 'December 2026' });
  await reach(page, next);
  await page.keyboard.press('Enter');
  await expect(sums(page)).toHaveText(['$0.00', '$0.00', '$1,000.00', '$1,000.00']);
  await expect(table(page, 'List of refunds')).toContainText('Came back.');
  await expect(main(page).getByRole('link', { name: 'January 2027' })).toHaveCount(0);
  await expectReadable(page);
});

test('any month can be typed, and what is none is named', async ({ page }) => {
  await open(page);
  await main(page).getByRole('textbox', { name: 'Month' }).fill('2026-11');
  await main(page).getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(`${shop.address}/dashboard/overview/books?month=2026-11`);
  await expect(sums(page).first()).toHaveText('$5,000.00');
  await open(page, '/dashboard/overview/books?month=2026-13');
  await expect(main(page).getByText('This is no month, such as 2026-12.')).toBeVisible();
  await expect(main(page).getByText('December 2026', { exact: true })).toBeVisible();
});

test('on a phone nothing is wider than the screen, and long lists have pages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/dashboard/overview/books?month=2026-11');
  await expect(table(page, 'List of payments')).toBeVisible();
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
  for (let made = 0; made < 101; made += 1) {
    shop.clock.advance(1000);
    await buy();
  }
  await open(page, '/dashboard/overview/books?month=2026-12');
  await expect(table(page, 'List of payments').getByRole('row')).toHaveCount(101);
  await main(page)
    .getByRole('navigation', { name: 'Pages of Payments' })
    .getByRole('link', { name: 'Next page' })
    .click();
  await expect(table(page, 'List of payments').getByRole('row')).toHaveCount(2);
  await expect(main(page).getByText('Rows 101 to 101')).toBeVisible();
});

test('nobody else sees it', async ({ page }) => {
  await open(page, '/dashboard/overview/books', bea);
  await expect(page).not.toHaveURL(/books/);
});

test('the weekly mail is off until an admin asks for it', async ({ page }) => {
  await open(page, '/dashboard/overview');
  const choice = main(page).getByRole('checkbox', { name: /^Each Monday/ });
  // What stands above it moves it until all of that is there.
  const isThere = () => expect(main(page).getByText('Loading…')).toHaveCount(0);
  await isThere();
  await expect(choice).not.toBeChecked();
  await choice.check();
  await expect(main(page).getByText('You get it from next Monday on.')).toBeVisible();
  await page.reload();
  await isThere();
  await expect(choice).toBeChecked();
  await page.route('**/api/admin/weekly-figures', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await choice.click();
  await expect(main(page).getByText('It is not known whether this was done.')).toBeVisible();
  await expect(choice).toBeChecked();
  await page.unroute('**/api/admin/weekly-figures');
  await choice.uncheck();
  await expect(main(page).getByText('You get no more of these mails.')).toBeVisible();
});
