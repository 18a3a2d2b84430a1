import type { Page } from '@playwright/test';
import { limits, texts } from '#contract/texts.ts';
import { expect, test } from './firebase-journey.ts';
import {
  google,
  newAddress,
  signedInAs,
  signedOut,
  signInWithoutPopup,
  signOut,
} from './sign-in-steps.ts';

/** Answers the page that stands for Google's. */
async function answerGoogle(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add new account' }).click();
  await page.locator('#email-input').fill(newAddress());
  await page.locator('#display-name-input').fill(name);
  await page.locator('#sign-in').click();
}

async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await google(page).click();
  return opened;
}

test('signs in by a popup of 500 × 600 and leads back; signing out reaches every tab', async ({
  page,
  context,
}) => {
  await page.goto('/parts?q=brake');
  await page.getByRole('banner').getByRole('link', { name: texts.login }).click();
  const popup = await openPopup(page);
  await expect(popup.getByText('Add new account')).toBeVisible();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([
    limits.popupWidthPx,
    limits.popupHeightPx,
  ]);
  const closed = popup.waitForEvent('close');
  await answerGoogle(popup, 'Grace');
  await closed;
  await expect(page).toHaveURL(/\/parts\?q=brake$/);
  await signedInAs(page, 'Grace');

  const other = await context.newPage();
  await other.goto('/');
  await signOut(other, 'Grace');
  await signedOut(page);
});

test('begins anew with a new click after the popup was closed', async ({ page }) => {
  await page.goto('/login');
  const first = await openPopup(page);
  await expect(first.getByText('Add new account')).toBeVisible();
  await first.close();
  await answerGoogle(await openPopup(page), 'Linus');
  await signedInAs(page, 'Linus');
  await expect(page.locator('.toast-card')).toHaveCount(0);
});

test('goes on in the same page where popups are blocked', async ({ page }) => {
  await signInWithoutPopup(page, answerGoogle);
});
