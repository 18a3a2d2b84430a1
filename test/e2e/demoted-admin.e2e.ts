import { expect, test, type Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { rowOf } from './admin.ts';
import { toast } from './checkout.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop of its own, because other journeys need their admin's role. */
let shop: PageShop;
let admin: Person;
let other: Person;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  admin = await shop.person('Ada Admin', { role: 'admin' });
  other = await shop.person('Omar Other');
});

test.afterAll(async () => shop.close());

const setRole = (role: 'admin' | null) =>
  shop.db.updateTable('users').set({ role }).where('id', '=', admin.userId).execute();

async function openUsers(page: Page): Promise<void> {
  await signInAs(page.context(), admin);
  await page.goto(`${shop.address}/dashboard/manage-users`);
  await expect(rowOf(page, other.email)).toBeVisible();
}

test('an admin whose role was taken away while the page was open can make nobody an admin, and then leaves the page', async ({
  page,
}) => {
  await setRole('admin');
  await openUsers(page);
  await setRole(null);
  const row = rowOf(page, other.email);
  await row.getByRole('button', { name: texts.makeAdmin }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.yes }).click();
  await expect(toast(page, texts.onlyAdmins)).toBeVisible();
  await expect(row.getByText(texts.onlyAdmins)).toBeVisible();
  await expect(row).toContainText('User');
  const { role } = await shop.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', other.userId)
    .executeTakeFirstOrThrow();
  expect(role).toBeNull();

  await page.reload();
  await expect(page).toHaveURL(`${shop.address}/`);
});

/** The page's requests to the shop, from now on; without the one for the list, which a browser makes once in an account. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/order-list') asked.push(pathname);
  });
  return asked;
}

const account = () => `/api/user/${encodeURIComponent(admin.email)}`;

test('an admin page asks for the role once, then for its list and how long that is; the next one asks for its list alone', async ({
  page,
}) => {
  await setRole('admin');
  const asked = askedBy(page);
  await openUsers(page);
  await expect.poll(() => asked).toEqual([account(), '/api/users', '/api/admin/users/count']);
  await page.getByRole('link', { name: texts.manageProducts }).click();
  await expect(page.getByText('There are no products in the shop yet.')).toBeVisible();
  await expect.poll(() => asked.slice(3)).toEqual(['/api/admin/parts', '/api/admin/parts/count']);
});

test('an admin whose role is taken away between two lists is led to the start page by Retry', async ({
  page,
}) => {
  await setRole('admin');
  await openUsers(page);
  await setRole(null);
  await page.getByRole('link', { name: texts.manageOrders }).click();
  await expect(page.getByText('The orders are not available right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(`${shop.address}/`);
});

test('an admin whose role was taken away before the page was opened is led to the start page and asks for no list', async ({
  page,
}) => {
  await setRole(null);
  await signInAs(page.context(), admin);
  const asked = askedBy(page);
  await page.goto(`${shop.address}/dashboard/manage-users`);
  await expect(page).toHaveURL(`${shop.address}/`);
  // The last three are the start page's own; it asks for its vehicles again where they take longer than it waits.
  await expect
    .poll(() => [...new Set(asked)])
    .toEqual([account(), '/api/parts', '/api/review', '/api/vehicles']);
});

test('an admin whose e-mail is not confirmed is told so, and asks for nothing that would be refused', async ({
  page,
}) => {
  await setRole('admin');
  const confirmed = (verified: boolean) =>
    shop.db
      .updateTable('users')
      .set({ email_verified: verified })
      .where('id', '=', admin.userId)
      .execute();
  await confirmed(false);
  await signInAs(page.context(), admin);
  const asked = askedBy(page);
  await page.goto(`${shop.address}/dashboard/manage-users`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please confirm your address');
  await expect(page.getByText(`that was sent to ${admin.email}`)).toBeVisible();
  expect(asked).toEqual([account()]);
  await confirmed(true);
  await page.reload();
  await expect(rowOf(page, other.email)).toBeVisible();
});

test('a list that cannot be read offers Retry and sends nobody away', async ({ page }) => {
  await setRole('admin');
  await page.route('**/api/users?*', (route) => route.abort());
  const opened = openUsers(page);
  await expect(page.getByText('The accounts are not available right now.')).toBeVisible();
  await page.unroute('**/api/users?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await opened;
  expect(page.url()).toBe(`${shop.address}/dashboard/manage-users`);
});

test('a role that cannot be read offers Retry and sends nobody away', async ({ page }) => {
  await page.route('**/api/user/*', (route) => route.abort());
  const opened = openUsers(page);
  await expect(page.getByText('Your account is not available right now.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.dashboard);
  await page.unroute('**/api/user/*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await opened;
  expect(page.url()).toBe(`${shop.address}/dashboard/manage-users`);
});
