import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import type { Person } from '#test/harness.ts';
import { mailsIn } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { searchBox } from './finding.ts';
import { cards, expectPaid, main, payWith, purchaseNow, toast } from './checkout.ts';
import {
  hostile,
  injected,
  picture,
  plant,
  startHostileShop,
  type HostileShop,
} from './hostile-shop.ts';

/** A shop in which people have typed texts that would be injections if a page did not escape them. */
let hostileShop: HostileShop;
let customer: Person;
let admin: Person;
let part: string;
let order: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ playwright }, testInfo) => {
  hostileShop = await startHostileShop({ playwright }, testInfo);
  const { shop } = hostileShop;
  admin = await shop.person(hostile.line, { role: 'admin' });
  part = await samplePart(shop.db, {
    name: hostile.line,
    description: hostile.long,
    createdAt: new Date('2026-11-01'),
  });
  await shop.db
    .updateTable('parts')
    .set({ quantity_step: 50, pack_label: hostile.short })
    .where('id', '=', part)
    .execute();
});

test.afterAll(async () => hostileShop.close());

/** Expects that no text became part of the page. */
async function expectInert(page: Page): Promise<void> {
  expect(
    await page
      .locator(injected)
      .evaluateAll((nodes) => nodes.map((node) => node.outerHTML.slice(0, 200))),
  ).toEqual([]);
  expect(hostileShop.heard).toEqual([]);
}

/** Opens a page with hostile texts, waits until it shows them, and expects no injection. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const shown = () =>
    page.evaluate(
      () =>
        document.body.innerText +
        [...document.querySelectorAll('input, textarea')]
          .map((field) => (field as HTMLInputElement).value)
          .join(' '),
    );
  await expect.poll(shown, { message: address }).toContain('hostile');
  await expectInert(page);
}

test('the watch sees a dialog, a request to others and injected nodes where there is neither text nor policy', async () => {
  const { page, context } = await hostileShop.open();
  const body = `${hostile.line}${hostile.long}`;
  await page.route('/unguarded', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/unguarded');
  await expect.poll(() => hostileShop.heard).toContain('dialog: 2');
  expect(hostileShop.heard).toContain('dialog: 3');
  expect(hostileShop.heard.filter((one) => one.startsWith('foreign request'))).not.toEqual([]);
  expect(await page.locator(injected).count()).toBeGreaterThan(4);
  await context.close();
  hostileShop.heard.length = 0;
});

test('a customer types hostile texts into every field of registration, order, profile and search', async () => {
  const { shop } = hostileShop;
  const { page, context } = await hostileShop.open();
  await page.goto('/register');
  await page.getByLabel('Name').fill(hostile.name);
  await page.getByLabel('Email').fill('hostile@example.com');
  await page.getByLabel('Password').fill(hostile.line);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull();
  const { id, email, name } = await shop.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', 'hostile@example.com')
    .executeTakeFirstOrThrow();
  customer = {
    userId: id,
    email,
    name,
    token: (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? '',
  };
  expect(name).toBe(hostile.name);

  await page.goto(`/purchase/${part}`);
  await page.getByLabel('Address').fill(hostile.long.slice(0, 500));
  await page.getByLabel('Phone').fill(hostile.short);
  await purchaseNow(page).click();
  await expect(toast(page, texts.orderPlaced)).toBeVisible();
  order = (
    await shop.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).id;

  await page.goto('/dashboard/my-profile');
  await page.getByLabel('LinkedIn').fill(hostile.script);
  await page.getByRole('button', { name: texts.updateProfile }).click();
  await expect(page.getByLabel('LinkedIn')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Phone').fill(hostile.short);
  await page.getByLabel('Address').fill(hostile.long.slice(0, 500));
  await page.getByLabel('Education').fill(hostile.line);
  await page
    .getByLabel('LinkedIn')
    .fill('https://example.com/in/hostile?q=<img/class=hostile/onerror=alert(11)>');
  await page.getByRole('button', { name: texts.updateProfile }).click();
  await expect(toast(page, texts.profileUpdated)).toBeVisible();
  await expectInert(page);

  await page.goto('/parts');
  await searchBox(page).fill(hostile.line);
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/[?&]q=/);
  await expectInert(page);
  await context.close();
});

test('somebody else pays under a hostile name, and the customer reviews in hostile words', async () => {
  const guest = await hostileShop.open();
  await guest.page.goto(`/payment/${order}`);
  await guest.page.getByLabel('Name').fill(hostile.line);
  await guest.page.getByLabel('Email').fill('payer@example.com');
  await payWith(guest.page, cards.good);
  await expectPaid(guest.page);
  await expectInert(guest.page);
  await guest.context.close();

  const { page, context } = await hostileShop.open(customer);
  await page.goto(`/dashboard/add-a-review/${order}`);
  await page.getByLabel('Message').fill(hostile.long);
  await main(page).getByRole('button', { name: texts.addReview }).click();
  await expect(toast(page, texts.reviewAdded)).toBeVisible();
  await expectInert(page);
  await context.close();
});

test('an admin types hostile texts into every field of a product, and into the rest by the calls', async () => {
  const { shop } = hostileShop;
  const { page, context } = await hostileShop.open(admin);
  await page.goto('/dashboard/add-products');
  await page.getByLabel('Name').fill(hostile.sheet);
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Minimum order quantity').fill('100');
  await page.getByLabel('In stock').fill('1500');
  await page.getByLabel('Details').fill(hostile.long);
  await page.getByLabel('Image').setInputFiles({
    name: `${hostile.short}.webp`,
    mimeType: 'image/webp',
    buffer: await readFile(picture),
  });
  await expect(page.getByRole('button', { name: 'Add product' })).toBeEnabled();
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(toast(page, texts.productAdded)).toBeVisible();
  await expectInert(page);
  await context.close();

  const { price } = (await shop.request('GET', `/api/parts/${part}`)).body;
  const refunded = await shop.order(customer, part, 200);
  await shop.pay(customer, refunded);
  const [first, second] = [hostile.line.slice(0, 80), hostile.short];
  const calls = [
    ['POST', `/api/part/${part}/stock`, { change: 100, reason: hostile.line }],
    [
      'POST',
      `/api/order/${refunded}/refund`,
      { amount: price * 200, reason: hostile.line, restock: true },
    ],
    ['PATCH', `/api/order/${order}`, { status: 'shipped', carrier: first, trackingNumber: second }],
  ] as const;
  for (const [method, url, body] of calls)
    expect(await shop.request(method, url, { as: admin, body })).toMatchObject({ status: 200 });
});

test('every page that shows them to anybody shows them as text', async () => {
  const { page, context } = await hostileShop.open();
  const query = encodeURIComponent(hostile.line);
  for (const address of [
    '/',
    '/home',
    '/parts',
    `/parts?q=${query}&make=${query}`,
    `/payment/${order}`,
    '/dev/outbox',
  ])
    await visit(page, address);
  for (const address of [`/${query}`, `/purchase/${query}`, `/payment/${query}`])
    await page.goto(address).then(() => expectInert(page));
  for (const name of ['reset-password', 'verify-email', 'confirm-browser', 'google-done']) {
    await page.goto(
      `/${name}?token=${query}&error=${query}&nonce=${query}&mode=${query}#token=${query}`,
    );
    await expectInert(page);
  }
  await context.close();
});

test('every page that shows them to customers and admins shows them as text', async () => {
  const buyer = await hostileShop.open(customer);
  for (const address of [
    `/purchase/${part}`,
    '/dashboard/my-orders',
    `/dashboard/my-orders/${order}`,
    '/dashboard/my-profile',
    '/dashboard/add-a-review',
    `/dashboard/add-a-review/${order}`,
  ])
    await visit(buyer.page, address);
  await buyer.context.close();
  const boss = await hostileShop.open(admin);
  const pages = [
    'manage-users',
    'manage-orders',
    'manage-products',
    `manage-products/${part}`,
    `my-orders/${order}`,
    'audit-log',
    'my-profile',
  ];
  for (const name of pages) await visit(boss.page, `/dashboard/${name}`);
  const searched = ['manage-users', 'manage-orders', 'manage-products', 'audit-log'];
  for (const name of searched)
    await visit(boss.page, `/dashboard/${name}?q=${encodeURIComponent(hostile.line)}`);
  await boss.context.close();
});

test('they are text already in the pages as they come from the server, and in the mails', async () => {
  const { page, context } = await hostileShop.open(undefined, { javaScriptEnabled: false });
  for (const address of ['/', '/parts', '/dev/outbox']) {
    await page.goto(address);
    await expect(page.locator('body')).toContainText('hostile');
    expect(await page.locator(injected).count()).toBe(0);
  }
  const mails = await mailsIn(hostileShop.shop.db, (all) => all);
  for (const mail of mails) {
    expect(mail.subject).not.toMatch(/[\r\n]/);
    await page.setContent(mail.html ?? '');
    expect(await page.locator(injected).count()).toBe(0);
  }
  expect(mails.some(({ text }) => text.includes('class=hostile'))).toBe(true);
  expect(hostileShop.heard).toEqual([]);
  await context.close();
});

test('the policy of every page stops what were to slip through', async () => {
  const { page, context } = await hostileShop.open(admin);
  for (const address of [
    '/',
    '/parts',
    '/login',
    `/purchase/${part}`,
    `/payment/${order}`,
    '/dashboard/manage-users',
    '/dev/outbox',
    '/nowhere',
  ]) {
    const answer = await page.goto(address);
    expect(answer?.headers()['content-security-policy'], address).toMatch(
      /script-src 'self' '(?:sha256|nonce)-/,
    );
    expect(await plant(page), address).toEqual([
      'connect-src',
      'frame-src',
      'img-src',
      'script-src-attr',
      'script-src-elem',
    ]);
  }
  await context.close();
});
