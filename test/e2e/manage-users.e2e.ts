import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expect, rowOf, search, test } from './admin.ts';
import { axeFaults } from './axe-faults.ts';
import { main, toast } from './checkout.ts';
import { customerBeside, partOf } from './customer.ts';
import { reach } from './keyboard.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, email: string, name: string) =>
  rowOf(page, email).getByRole('button', { name });

async function openUser(page: Page, email: string): Promise<void> {
  await page.goto('/dashboard/manage-users');
  await search(page, email);
  await expect(rowOf(page, email)).toBeVisible();
}

/** Presses a button of an account's row and confirms with Yes. */
async function step(page: Page, email: string, name: string): Promise<void> {
  await button(page, email, name).click();
  await expect(dialog(page).getByRole('button', { name: texts.no })).toBeFocused();
  await dialog(page).getByRole('button', { name: texts.yes }).click();
}

async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await main(page).getByRole('button', { name: texts.login }).click();
}

test('an admin blocks an account by keyboard only: it is out at once, is told why, and comes back when it is unblocked', async ({
  page,
  browser,
  baseURL,
}) => {
  const { customer, page: theirs, request } = await customerBeside(browser, baseURL);
  const part = await partOf(request, 'filters');
  const order = await customer.order(part, part.orderQuantity);
  await theirs.goto('/dashboard/my-orders');
  await expect(main(theirs).getByRole('row').filter({ hasText: part.name })).toBeVisible();

  await openUser(page, customer.email);
  const block = button(page, customer.email, 'Block');
  await reach(page, block);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(`${customer.name}, ${customer.email}`);
  await expect(dialog(page).getByRole('button', { name: texts.no })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(block).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'The account is blocked.')).toBeVisible();
  await expect(rowOf(page, customer.email)).toContainText('Blocked');
  await expect(button(page, customer.email, 'Unblock')).toBeFocused();

  expect((await request.get(`/api/orders/${order}`)).status()).toBe(404);
  await theirs.reload();
  await expect(toast(theirs, texts.loginExpired)).toBeVisible();
  await logIn(theirs, customer);
  await expect(
    toast(theirs, 'This account is blocked. Please write to hello@underhood.example.'),
  ).toBeVisible();
  await expect(
    main(theirs).getByText('This account is blocked. Please write to hello@underhood.example.'),
  ).toBeVisible();
  await expect(theirs).toHaveURL(/\/login$/);

  await page.getByLabel('Blocked').selectOption('Blocked');
  await expect(page).toHaveURL(/blocked=yes/);
  await step(page, customer.email, 'Unblock');
  await expect(main(page).getByText('No account fits this search.')).toBeVisible();
  await logIn(theirs, customer);
  await expect(theirs).toHaveURL(/\/dashboard\/my-orders$/);
  await theirs.context().close();
});

test('an admin signs somebody out everywhere', async ({ page, browser, baseURL }) => {
  const { customer, page: theirs } = await customerBeside(browser, baseURL);
  await theirs.goto('/dashboard/my-orders');
  await expect(main(theirs).getByRole('heading', { level: 1 })).toBeVisible();
  await openUser(page, customer.email);
  await step(page, customer.email, 'Sign out');
  await expect(toast(page, 'The account is signed out everywhere.')).toBeVisible();
  await theirs.reload();
  await expect(toast(theirs, texts.loginExpired)).toBeVisible();
  expect((await theirs.request.get('/api/identity/token')).status()).toBe(401);
  await theirs.context().close();
});

test('an admin takes back a role that was given, and has no button at the own account', async ({
  page,
  admin,
  browser,
  baseURL,
}) => {
  const { customer, page: theirs } = await customerBeside(browser, baseURL);
  await openUser(page, customer.email);
  await step(page, customer.email, texts.makeAdmin);
  await expect(toast(page, texts.adminAssigned)).toBeVisible();
  await step(page, customer.email, 'Remove admin');
  await expect(toast(page, 'The admin role is removed.')).toBeVisible();
  await expect(button(page, customer.email, texts.makeAdmin)).toBeVisible();
  await expect(rowOf(page, customer.email)).not.toContainText('once the e-mail is confirmed');

  await openUser(page, admin.email);
  await expect(rowOf(page, admin.email)).toContainText('This is you');
  await expect(rowOf(page, admin.email).getByRole('button')).toHaveCount(0);
  await theirs.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('the question before a block, and a blocked row, can be read by everybody', async ({
      page,
      browser,
      baseURL,
    }) => {
      const { customer, page: theirs } = await customerBeside(browser, baseURL);
      await openUser(page, customer.email);
      await button(page, customer.email, 'Block').click();
      expect(await axeFaults(page)).toEqual([]);
      await dialog(page).getByRole('button', { name: texts.yes }).click();
      await expect(rowOf(page, customer.email)).toContainText('Blocked');
      expect(await axeFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await axeFaults(page)).toEqual([]);
      await theirs.context().close();
    });
  });
}
