import { expect, test, type Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';

export const main = (page: Page) => page.getByRole('main');
export const login = (page: Page) => main(page).getByRole('button', { name: texts.login });
export const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const profileMenu = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name });
export const signedInAs = (page: Page, name: string) =>
  expect(profileMenu(page, name)).toBeVisible();
export const signedOut = (page: Page) =>
  expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
export const toast = (page: Page, text: string) =>
  expect(page.locator('.toast-card', { hasText: text })).toBeVisible();

let people = 0;
export const newAddress = () =>
  `e2e.${Date.now()}.${(people += 1)}.${test.info().workerIndex}@example.com`;

export async function register(
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('bulk-order');
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await login(page).click();
}

export async function signOut(page: Page, name: string): Promise<void> {
  await profileMenu(page, name).click();
  await page.getByRole('button', { name: texts.signOut }).click();
  await signedOut(page);
}

/** On the page of a mailed link; ends signed in with it. */
export async function chooseNewPassword(
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const password = 'another-order';
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { email, password });
  await signedInAs(page, name);
}

/** Where popups are blocked Google is asked in the page itself, which then goes on where it was. */
export async function signInWithoutPopup(
  page: Page,
  answer: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  await page.addInitScript(() => (window.open = () => null));
  await page.goto('/parts?q=brake');
  await page.getByRole('banner').getByRole('link', { name: texts.login }).click();
  await google(page).click();
  await answer(page, 'Ada');
  await expect(page).toHaveURL(/\/parts\?q=brake$/);
  await signedInAs(page, 'Ada');
}
