import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { rowOf, test } from './admin.ts';
import { axeFaults } from './axe-faults.ts';
import { main } from './checkout.ts';
import { customerBeside } from './customer.ts';
import { expect } from './journey.ts';

/** Changes the account's answer to a live shop's, because the demo requires no second factor. */
async function demand(
  page: Page,
  secondFactorDue: { readonly at: string; readonly passed: boolean },
): Promise<void> {
  await page.route('**/api/user/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), secondFactorDue },
    });
  });
}

const toProfile = (page: Page) =>
  main(page).getByRole('link', { name: 'Turn it on in My Profile' });

test('an admin without a second factor is told from the first day', async ({ page }) => {
  await demand(page, { at: '2099-01-15T12:00:00.000Z', passed: false });
  await page.goto('/dashboard/manage-users');
  await expect(
    main(page).getByText('Please turn it on by Jan 15, 2099', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: texts.manageUsers })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await toProfile(page).click();
  await expect(page).toHaveURL(/\/dashboard\/my-profile#second-factor$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Second factor' })).toBeInViewport();
});

test('an admin whose days are over is told what the power waits for', async ({ page }) => {
  await demand(page, { at: '2026-01-15T12:00:00.000Z', passed: true });
  await page.goto('/dashboard/manage-users');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your admin power rests' }),
  ).toBeVisible();
  await expect(toProfile(page)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test('admins see which admins have no second factor', async ({ page, admin, browser, baseURL }) => {
  const { customer, page: theirs } = await customerBeside(browser, baseURL);
  const missing = 'no second factor';
  await page.goto('/dashboard/manage-users?role=admin');
  await expect(rowOf(page, admin.email)).toContainText(missing);
  expect(await axeFaults(page)).toEqual([]);
  // Of customers nobody asks.
  await page.goto(`/dashboard/manage-users?q=${customer.email}`);
  await expect(rowOf(page, customer.email)).not.toContainText(missing);
  await theirs.context().close();
});
