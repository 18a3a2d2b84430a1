import type { Page } from '@playwright/test';
import { limits, texts } from '#contract/texts.ts';
import { openAccount } from './customer.ts';
import { expect, test } from './journey.ts';
import { holdScripts } from './hold-scripts.ts';
import {
  chooseNewPassword,
  google,
  logIn,
  login,
  main,
  newAddress,
  register,
  signedInAs,
  signInWithoutPopup,
  signOut,
  toast,
} from './sign-in-steps.ts';

/** Opens the newest mail to an address in the demo's outbox and follows its link. */
async function followMail(page: Page, subject: string, email: string): Promise<void> {
  await page.goto('/dev/outbox');
  await page
    .getByRole('listitem')
    .filter({ hasText: subject })
    .filter({ hasText: email })
    .getByRole('link')
    .first()
    .click();
}

test('somebody registers, confirms the address by the mail, signs out and chooses a new password', async ({
  page,
}) => {
  const email = newAddress();
  await page.goto('/register');
  await register(page, { name: 'Nadia Buyer', email });
  await expect(page).toHaveURL(/\/$/);
  await signedInAs(page, 'Nadia Buyer');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^[\w-]{43}$/);

  await followMail(page, 'Confirm your e-mail address', email);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(main(page).getByText('Your e-mail address is confirmed.')).toBeVisible();
  // The link is used up, and nothing asks to press it again.
  await expect(main(page).getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await signOut(page, 'Nadia Buyer');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await page.goto('/forget-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await toast(page, texts.resetLinkSent);
  await expect(page.getByLabel('Email')).toHaveValue('');

  await followMail(page, 'Choose a new password', email);
  await chooseNewPassword(page, { name: 'Nadia Buyer', email });
});

test('the link of the mail in another browser asks for the password, and offers to set an own one', async ({
  page,
  browser,
}) => {
  const email = newAddress();
  await page.goto('/register');
  await register(page, { name: 'Nadia Buyer', email });
  await signedInAs(page, 'Nadia Buyer');

  const phone = await (await browser.newContext()).newPage();
  await followMail(phone, 'Confirm your e-mail address', email);
  await expect(main(phone).getByRole('link', { name: 'Set my own password' })).toHaveAttribute(
    'href',
    '/forget-password',
  );
  const password = main(phone).getByLabel('Password of this account');
  await password.fill('not this one');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(main(phone).getByText(texts.passwordIncorrect)).toBeVisible();
  await password.fill('bulk-order');
  await phone.keyboard.press('Enter');
  await expect(main(phone).getByText('Your e-mail address is confirmed.')).toBeVisible();
  await signedInAs(phone, 'Nadia Buyer');

  await followMail(phone, 'Confirm your e-mail address', email);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(main(phone).getByText('This e-mail address is confirmed already.')).toBeVisible();
  await phone.context().close();
});

test('a guard sends a guest to login; the way back is carried on to the registration', async ({
  page,
}) => {
  await page.goto('/dashboard/my-profile');
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  const scriptsArrive = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Register' }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/register$/);
  await scriptsArrive();
  await register(page, { name: 'Omar Buyer', email: newAddress() });
  await expect(page).toHaveURL(/\/dashboard\/my-profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Omar Buyer's Profile");
  // The registration is replaced in the history.
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});

test('a link to the login leads back to its page, also when it was pressed before the page was alive', async ({
  page,
  request,
  baseURL,
}) => {
  const { email, password } = await openAccount(request, baseURL ?? '', 'Nadia Buyer');
  await page.goto('/blog');
  const scriptsArrive = await holdScripts(page);
  await page.goto('/parts?q=brake', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: texts.login }).click();
  await expect(page).toHaveURL(/\/login$/);
  await scriptsArrive();
  await logIn(page, { email, password });
  await expect(page).toHaveURL(/\/parts\?q=brake$/);
});

test.describe('what cannot be', () => {
  test.use({ expectedStatuses: [401, 422] });

  test('is said beside the fields, and by the toasts of Spec §8', async ({ page }) => {
    await page.goto('/login');
    await login(page).click();
    await expect(page.getByText(texts.emailRequired)).toBeVisible();
    await expect(page.getByText(texts.passwordRequired)).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('nobody@');
    await page.getByLabel('Password').fill('wrong password');
    await login(page).click();
    await expect(page.getByText(texts.emailInvalid)).toBeVisible();
    await page.getByLabel('Email').fill('nobody@example.com');
    await login(page).click();
    await toast(page, texts.accountDoesNotExist);
    await page.getByLabel('Email').fill('customer@example.com');
    await login(page).click();
    await toast(page, texts.passwordIncorrect);
    await expect(page.getByLabel('Password')).toHaveValue('wrong password');

    await page.getByRole('link', { name: 'Register' }).click();
    // The login page has a password field too, which stays until the next page is there: later than its address.
    const create = page.getByRole('button', { name: 'Create account' });
    await expect(create).toBeVisible();
    await page.getByLabel('Password').fill('five5');
    await create.click();
    await expect(page.getByText(texts.nameRequired)).toBeVisible();
    await expect(page.getByText(texts.passwordTooShort)).toBeVisible();
    await register(page, { name: 'Somebody', email: 'customer@example.com' });
    await toast(page, texts.accountExists);
    await expect(page).toHaveURL(/\/register$/);
  });

  test("shows 'Login Expired' when the shop no longer knows the token", async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: "Fill in the customer's sign-in" }).click();
    await login(page).click();
    await expect(page).toHaveURL(/\/$/);
    await page.evaluate(() => localStorage.setItem('accessToken', 'no-longer-known'));
    await page.goto('/dashboard/my-orders');
    await toast(page, texts.loginExpired);
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });
});

test.describe("'Continue with Google'", () => {
  async function answerSandbox(page: Page, name: string): Promise<void> {
    await expect(page.getByText('This is not Google.')).toBeVisible();
    await page.getByLabel('E-mail').fill(`${name.toLowerCase()}.${newAddress()}`);
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('signs in by a popup of 500 × 600 and leads back; signing out reaches every tab', async ({
    page,
    context,
  }) => {
    await page.goto('/blog');
    await page.getByRole('banner').getByRole('link', { name: texts.login }).click();
    const opened = page.waitForEvent('popup');
    await google(page).click();
    const popup = await opened;
    await expect(popup.getByLabel('E-mail')).toBeVisible();
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([
      limits.popupWidthPx,
      limits.popupHeightPx,
    ]);
    const closed = popup.waitForEvent('close');
    await answerSandbox(popup, 'Grace');
    await closed;
    await expect(page).toHaveURL(/\/blog$/);
    await signedInAs(page, 'Grace');
    // The login is replaced in the history: before it was the blog.
    await page.goBack();
    await expect(page).toHaveURL(/\/blog$/);

    const other = await context.newPage();
    await other.goto('/');
    await signOut(other, 'Grace');
    await expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
  });

  test('begins anew with a new click after the popup was closed or cancelled', async ({ page }) => {
    await page.goto('/login');
    for (const end of ['close', 'cancel']) {
      const opened = page.waitForEvent('popup');
      await google(page).click();
      const popup = await opened;
      await expect(popup.getByLabel('E-mail')).toBeVisible();
      const closed = popup.waitForEvent('close');
      await (end === 'close'
        ? popup.close()
        : popup.getByRole('button', { name: 'Cancel' }).click());
      await closed;
    }
    const opened = page.waitForEvent('popup');
    await google(page).click();
    await answerSandbox(await opened, 'Linus');
    await signedInAs(page, 'Linus');
    await expect(page.locator('.toast-card')).toHaveCount(0);
  });

  test('goes on in the same page where popups are blocked', async ({ page }) => {
    await signInWithoutPopup(page, answerSandbox);
  });
});
