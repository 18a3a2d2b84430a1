import type { Page } from '@playwright/test';
import { passwordAdvice } from '#contract/password-advice.ts';
import { errors } from '#contract/errors.ts';
import { texts } from '#contract/texts.ts';
import { test as adminTest } from './admin.ts';
import { axeFaults } from './axe-faults.ts';
import { main } from './checkout.ts';
import { test as customerTest } from './customer.ts';
import { expect, test } from './journey.ts';

const profile = '/dashboard/my-profile';
const signedIn = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name });

/** The page's requests for the list of common passwords. */
function listsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('password-advice')) asked.push(request.url());
  });
  return asked;
}

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const) {
  test.describe(`in ${colorScheme} colours, ${width} pixels wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('registering advises against a common password, and takes it', async ({ page }) => {
      const asked = listsAsked(page);
      await page.goto('/register');
      const field = page.getByLabel('Password');
      const advice = main(page).getByRole('status');
      await page.getByLabel('Name').fill('Nadia Buyer');
      await page.getByLabel('Email').fill(`advice.${Date.now()}.${width}@example.com`);
      await field.pressSequentially('12345');
      await expect(advice).toBeEmpty();
      expect(asked).toEqual([]);

      await field.pressSequentially('6');
      await expect(advice).toHaveText(passwordAdvice.common);
      await expect(field).toHaveAccessibleDescription(
        `At least 6 characters. ${passwordAdvice.common}`,
      );
      await expect(field).not.toHaveAttribute('aria-invalid', 'true');
      expect(asked).toHaveLength(1);
      expect(await axeFaults(page)).toEqual([]);
      await field.fill('nadia2026');
      await expect(advice).toHaveText(passwordAdvice.own);
      // What is somebody's own depends on who they say they are.
      await page.getByLabel('Name').fill('Olga Buyer');
      await expect(advice).toBeEmpty();
      await field.fill('rain otter seventeen');
      await expect(field).toHaveAccessibleDescription('At least 6 characters.');

      await field.fill('123456');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(signedIn(page, 'Olga Buyer')).toBeVisible();
    });
  });
}

test('registering works where the list cannot be loaded', async ({ page }) => {
  await page.route('**/password-advice*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: 'export {' }),
  );
  await page.goto('/register');
  await page.getByLabel('Name').fill('Nadia Buyer');
  await page.getByLabel('Email').fill(`advice.${Date.now()}@example.com`);
  await page.getByLabel('Password').pressSequentially('password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(signedIn(page, 'Nadia Buyer')).toBeVisible();
});

test('a reset advises, too', async ({ page }) => {
  await page.goto('/reset-password#token=one-of-a-mail');
  await page.getByLabel('New password').fill('Underhood1');
  await expect(main(page).getByRole('status')).toHaveText(passwordAdvice.own);
  expect(await axeFaults(page)).toEqual([]);
});

customerTest(
  'changing the password advises by the name and the address of the account',
  async ({ page, customer }) => {
    await page.goto(profile);
    const section = page.getByRole('region', { name: 'Password' });
    await section.getByLabel('Current password').fill(customer.password);
    await section.getByLabel('New password').fill(`${customer.name.replaceAll(' ', '')}1`);
    await expect(section.getByText(passwordAdvice.own)).toBeVisible();
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(
      section.getByText('Your password is changed. Every other browser is signed out.'),
    ).toBeVisible();
    await expect(section.getByText(passwordAdvice.own)).toBeHidden();
  },
);

adminTest.describe('an admin of a live shop', () => {
  adminTest.use({ expectedStatuses: [422] });

  adminTest('reads beside the field why a common password is refused', async ({ page }) => {
    const [status, message] = errors.common_password;
    await page.route('**/api/identity/change-password', (route) =>
      route.fulfill({ status, json: { error: 'common_password', message } }),
    );
    await page.goto(profile);
    const section = page.getByRole('region', { name: 'Password' });
    await section.getByLabel('Current password').fill('bulk-order');
    await section.getByLabel('New password').fill('iloveyou');
    await section.getByRole('button', { name: 'Change password' }).click();
    const field = section.getByLabel('New password');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(`${message} At least 6 characters.`);
    // Once is enough.
    await expect(section.getByText(passwordAdvice.common)).toBeHidden();
    expect(await axeFaults(page)).toEqual([]);
  });

  adminTest('whose password is common is told what the power waits for', async ({ page }) => {
    let changed = false;
    await page.route('**/api/user/*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as object;
      await route.fulfill({
        response,
        json: changed ? json : { ...json, passwordTooCommon: true },
      });
    });
    await page.route('**/api/identity/change-password', async (route) => {
      changed = true;
      await route.fulfill({ json: { done: true } });
    });
    await page.goto('/dashboard/manage-users');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Your admin power rests' }),
    ).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    await main(page).getByRole('link', { name: 'Change it in My Profile' }).click();
    await expect(page).toHaveURL(/\/dashboard\/my-profile#password$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Password' })).toBeInViewport();

    const section = page.getByRole('region', { name: 'Password' });
    await section.getByLabel('Current password').fill('iloveyou');
    await section.getByLabel('New password').fill('rain otter seventeen');
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(
      section.getByText('Your password is changed. Every other browser is signed out.'),
    ).toBeVisible();
    await expect(section.getByLabel('New password')).toHaveValue('');
    await expect(main(page).getByText('Your admin power rests')).toBeHidden();
    await page.getByRole('link', { name: texts.manageUsers }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.manageUsers })).toBeVisible();
  });
});
