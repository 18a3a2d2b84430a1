import type { Page } from '@playwright/test';
import { formatDollars } from '#contract/money.ts';
import { limits, texts } from '#contract/texts.ts';
import routes from '#web/routes.ts';
import { main } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';
import { expectHighlighted } from './highlighted.ts';
import { expectAlive } from './hold-scripts.ts';
import { test as asGuest } from './journey.ts';

const banner = (page: Page) => page.getByRole('banner');
const sideMenu = (page: Page) => page.getByRole('navigation', { name: texts.dashboard });
const adminPages = ['manage-users', 'manage-orders', 'add-products', 'manage-products'] as const;
/** Every page of the router that is for admins. */
const allAdminPages = routes
  .flatMap(({ children = [] }) => children)
  .filter(({ file }) => file.endsWith('admin-layout.tsx'))
  .flatMap(({ children = [] }) => children)
  .map(({ path = '' }) => path.replace(':id', '1'));

async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: "Fill in the admin's sign-in" }).click();
  await main(page).getByRole('button', { name: texts.login }).click();
  await expect(page).toHaveURL(/\/$/);
}

test('the header shows a signed-in person Dashboard and a profile menu with name and picture', async ({
  page,
  customer,
}) => {
  await page.goto('/');
  const header = banner(page);
  await expect(
    header.getByRole('navigation').getByRole('link', { name: texts.dashboard }),
  ).toBeVisible();
  const links = await header
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.textContent]));
  // The list of all parts is ours (docs/paths.md).
  expect(links).toEqual([
    ['/home', 'Home'],
    ['/parts', 'Parts'],
    ['/my-portfolio', 'My Portfolio'],
    ['/blog', 'Blog'],
    ['/dashboard', 'Dashboard'],
  ]);
  await expect(header.getByRole('link', { name: texts.login })).toHaveCount(0);
  const button = header.getByRole('button', { name: customer.name });
  await expect(button.locator('svg, img').first()).toBeVisible();
  await button.click();
  const menu = page.locator('#profile-menu');
  await expect(menu.getByText(customer.name)).toBeVisible();
  await expect(menu.getByRole('button', { name: texts.signOut })).toBeVisible();
  await menu.getByRole('link', { name: texts.dashboard }).click();
  await expect(page).toHaveURL(/\/dashboard\/my-orders$/);
  await expect(menu).toBeHidden();
});

test('Sign Out closes the profile menu and leaves nothing of the session behind', async ({
  page,
  customer,
}) => {
  await page.goto('/');
  await banner(page).getByRole('button', { name: customer.name }).click();
  await page.locator('#profile-menu').getByRole('button', { name: texts.signOut }).click();
  await expect(page.locator('#profile-menu')).toBeHidden();
  await expect(banner(page).getByRole('link', { name: texts.login })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  // Leaves the page at once: the sign-out at the identity service must still complete.
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(async () => (await page.request.get('/api/identity/token')).status()).toBe(401);
});

test('the profile menu and, on a phone, the mobile menu open and close', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const links = banner(page).getByRole('navigation');
  const toggle = banner(page).getByRole('button', { name: 'Menu', exact: true });
  await expect(links).toBeHidden();
  await expectAlive(page);
  await toggle.click();
  await expect(links.getByRole('link', { name: texts.myPortfolio })).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect(links).toBeHidden();
  const profile = banner(page).getByRole('button', { name: customer.name });
  await profile.click();
  await expect(page.locator('#profile-menu')).toBeVisible();
  await profile.click();
  await expect(page.locator('#profile-menu')).toBeHidden();
});

test('the dashboard of a customer begins with My Orders, and its menu shows what is theirs and highlights where one is', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/my-orders$/);
  await expect(sideMenu(page).getByRole('link')).toHaveText([
    texts.myOrders,
    texts.addAReview,
    texts.myProfile,
    'Order pad',
    'My lists',
    'Bought before',
    'My addresses',
    'My vehicles',
  ]);
  for (const name of [texts.addAReview, texts.myProfile, texts.myOrders]) {
    await sideMenu(page).getByRole('link', { name }).click();
    await expectHighlighted(sideMenu(page).getByRole('link'), name);
  }
});

asGuest(
  'the dashboard of an admin begins with My Profile, and its menu shows what admins manage',
  async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/dashboard\/my-profile$/);
    const items = () => sideMenu(page).getByRole('link').allTextContents();
    await expect
      .poll(items)
      .toEqual(
        expect.arrayContaining([
          texts.myProfile,
          texts.manageUsers,
          texts.manageOrders,
          texts.addProducts,
          texts.manageProducts,
        ]),
      );
    expect(await items()).not.toContain(texts.addAReview);
    for (const path of adminPages) {
      await page.goto(`/dashboard/${path}`);
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/dashboard/${path}$`));
      await expect(sideMenu(page).locator('[aria-current="page"]')).toHaveCount(1);
    }
  },
);

test.describe('a customer', () => {
  test('is led from admin pages to the start page, after a spinner while the role loads', async ({
    page,
  }) => {
    // A request for such a list would be refused, and the browser's console would show it.
    expect(allAdminPages).toEqual(expect.arrayContaining([...adminPages]));
    for (const path of allAdminPages) {
      const asked = Promise.withResolvers<undefined>();
      await page.route('**/api/user/*', async (route) => {
        await asked.promise;
        await route.continue();
      });
      await page.goto(`/dashboard/${path}`);
      await expect(main(page).getByText('Loading…')).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(`/dashboard/${path}`);
      asked.resolve(undefined);
      await expect(page).toHaveURL(/\/$/);
      await page.unroute('**/api/user/*');
    }
  });
});

test('the purchase page shows the part, and an order form filled with who is signed in', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'exhaust');
  await page.goto(`/purchase/${part._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name);
  await expect(main(page).locator('img').first()).toHaveAttribute('src', part.image);
  await expect(main(page).getByText(part.description)).toBeVisible();
  const figure = (label: string) =>
    main(page)
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByRole('definition');
  await expect(figure('Price')).toContainText(formatDollars(part.price));
  await expect(figure('Minimum order')).toHaveText(`${part.orderQuantity} ${texts.pice}`);
  await expect(figure('In stock')).toHaveText(String(part.inStock));
  for (const [label, value] of [
    ['Name', customer.name],
    ['Email', customer.email],
  ] as const) {
    await expect(main(page).getByLabel(label)).toHaveValue(value);
    await expect(main(page).getByLabel(label)).not.toBeEditable();
  }
  await expect(main(page).getByLabel('Address')).toBeEditable();
  await expect(main(page).getByLabel('Phone')).toBeEditable();
  await expect(main(page).getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(
    String(part.orderQuantity),
  );
  await expect(main(page).getByRole('button', { name: texts.purchaseNowButton })).toBeVisible();
});

asGuest.describe('toasts', () => {
  asGuest.use({ expectedStatuses: [401] });

  asGuest('appear at the top right and are at most 350 px wide', async ({ page }) => {
    await page.route('**/api/identity/sign-in/email', async (route) =>
      route.fulfill({
        status: 401,
        json: {
          error: 'password_incorrect',
          code: 'INVALID_EMAIL_OR_PASSWORD',
          message: 'No '.repeat(200),
        },
      }),
    );
    await page.goto('/login');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password').fill('wrong-password');
    await main(page).getByRole('button', { name: texts.login }).click();
    const card = page.locator('.toast-card');
    await card.evaluate(async (element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished)),
    );
    const box = await card.boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    expect(box).not.toBeNull();
    // The text is far longer than one line: the card is as wide as it may be.
    expect(box?.width).toBeGreaterThan(limits.toastMaxWidthPx - 50);
    expect(box?.width).toBeLessThanOrEqual(limits.toastMaxWidthPx);
    expect(width - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(40);
    expect(box?.y).toBeLessThan(120);
  });
});
