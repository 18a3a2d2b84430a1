import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expect, newAccount, otherBrowser, test } from './firebase-journey.ts';
import { expectAlive } from './hold-scripts.ts';
import {
  chooseNewPassword,
  login,
  logIn,
  main,
  newAddress,
  register,
  signedInAs,
  signedOut,
  signOut,
  toast,
} from './sign-in-steps.ts';

/** Makes the shop's token one that is about to end, as after twelve hours. */
const agedSession = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('underhood.session') ?? '{}') as object;
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    localStorage.setItem('underhood.session', JSON.stringify({ ...session, expiresAt }));
  });
const accessToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

test('pages let the service in, and load its library where somebody signs in, not before', async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  const libraries = () => asked.filter((path) => path.includes('firebase-identity')).length;
  const { origin } = shop.service;
  for (const path of ['/', '/parts', '/blog']) {
    const policy = await (await page.goto(path))?.headerValue('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${origin}; frame-src 'self' ${origin};`);
    expect(policy).toMatch(/script-src [^;]* https:\/\/apis\.google\.com;/);
    await expectAlive(page);
    await page.waitForLoadState('networkidle');
  }
  expect(libraries()).toBe(0);
  await page.goto('/login');
  await expect.poll(libraries).toBe(1);
});

test('somebody registers, confirms the address by the mail, signs out and chooses a new password', async ({
  page,
  shop,
}) => {
  const email = await newAccount(page, 'Nadia Buyer');
  await expect(page).toHaveURL(/\/$/);
  expect(await accessToken(page)).toMatch(/^[\w-]{43}$/);

  const link = await shop.linkTo(email, 'VERIFY_EMAIL');
  await page.goto(link);
  await expect(page).toHaveURL(/\/verify-email#token=[\w-]+$/);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(main(page).getByText('Your e-mail address is confirmed.')).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(main(page).getByText('This e-mail address is confirmed already.')).toBeVisible();

  await signOut(page, 'Nadia Buyer');
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toMatch(
    /accessToken|session|firebase/,
  );
  await page.goto('/forget-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await toast(page, texts.resetLinkSent);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText('outbox')).toHaveCount(0);

  await page.goto(await shop.linkTo(email, 'PASSWORD_RESET'));
  await expect(page).toHaveURL(/\/reset-password#token=[\w-]+$/);
  await chooseNewPassword(page, { name: 'Nadia Buyer', email });
});

test('the link of the mail in another browser asks for the password', async ({
  page,
  browser,
  shop,
}) => {
  const email = await newAccount(page, 'Nadia Buyer');
  const phone = await otherBrowser(browser, shop);
  await phone.goto(await shop.linkTo(email, 'VERIFY_EMAIL'));
  const password = main(phone).getByLabel('Password of this account');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(main(phone).getByText('Type the password of this account')).toBeVisible();
  await password.fill('not this one');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(main(phone).getByText(texts.passwordIncorrect)).toBeVisible();
  await password.fill('bulk-order');
  await phone.keyboard.press('Enter');
  await expect(main(phone).getByText('Your e-mail address is confirmed.')).toBeVisible();
  await signedInAs(phone, 'Nadia Buyer');
  await phone.context().close();
});

test('what cannot be is said by the toasts of Spec §8', async ({ page }) => {
  const email = await newAccount(page, 'Omar Buyer');
  await signOut(page, 'Omar Buyer');
  await page.goto('/login');
  await logIn(page, { email: newAddress(), password: 'bulk-order' });
  await toast(page, texts.accountDoesNotExist);
  await logIn(page, { email, password: 'wrong password' });
  await toast(page, texts.passwordIncorrect);
  await expect(page.getByLabel('Password')).toHaveValue('wrong password');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await register(page, { name: 'Somebody', email });
  await toast(page, texts.accountExists);
  await expect(page).toHaveURL(/\/register$/);
});

test('with e-mail enumeration protection one text is for both', async ({ page, shop }) => {
  const email = await newAccount(page, 'Pia Buyer');
  await signOut(page, 'Pia Buyer');
  const either = 'There is no account with this e-mail address and password.';
  await shop.service.protectAddresses(true);
  try {
    await page.goto('/login');
    await logIn(page, { email: newAddress(), password: 'bulk-order' });
    await toast(page, either);
    await page.reload();
    await logIn(page, { email, password: 'wrong password' });
    await toast(page, either);
    await logIn(page, { email, password: 'bulk-order' });
    await signedInAs(page, 'Pia Buyer');
    // Who is signed in is known, and so is what is wrong.
    await page.goto('/dashboard/my-profile');
    await changePassword(page, 'not this one');
    await expect(page.getByText(texts.passwordIncorrect)).toBeVisible();
  } finally {
    await shop.service.protectAddresses(false);
  }
});

async function changePassword(page: Page, current: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill('another-order');
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('My Profile changes the password, which signs every other browser out, and says what it has not', async ({
  page,
  browser,
  shop,
}) => {
  const email = await newAccount(page, 'Rosa Buyer');
  const other = await otherBrowser(browser, shop);
  await other.goto('/login');
  await logIn(other, { email, password: 'bulk-order' });
  await signedInAs(other, 'Rosa Buyer');

  await page.goto('/dashboard/my-profile');
  await expect(page.getByText('it offers no second factor here')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Browsers' })).toHaveCount(0);
  await changePassword(page, 'bulk-order');
  await toast(page, 'Your password is changed.');
  await page.goto('/dashboard/my-orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Rosa Buyer's Orders");

  await other.goto('/dashboard/my-orders');
  await toast(other, texts.loginExpired);
  await signedOut(other);
  await other.context().close();
});

test("the shop's token is renewed by the service before it ends", async ({ page }) => {
  await newAccount(page, 'Sara Buyer');
  const first = await accessToken(page);
  await agedSession(page);
  await page.goto('/dashboard/my-orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Sara Buyer's Orders");
  expect(await accessToken(page)).not.toBe(first);
});

test('a disabled account is signed out with a sentence, and told so at its next sign-in', async ({
  page,
  shop,
}) => {
  const email = await newAccount(page, 'Tom Buyer');
  await shop.service.disable(email);
  await agedSession(page);
  // The token of before has ended, too.
  await page.evaluate(() => localStorage.setItem('accessToken', 'no-longer-known'));
  await page.goto('/dashboard/my-orders');
  await toast(page, texts.loginExpired);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { email, password: 'bulk-order' });
  await toast(page, 'This account is blocked. Please write to us.');
  await expect(login(page)).toBeEnabled();
});

test('the link that undoes a change of address leads on to the page of the service', async ({
  request,
  shop,
}) => {
  const { authDomain } = shop.service.project;
  const link = `${shop.address}/verify-email?mode=recoverEmail&oobCode=aB-3_x&lang=de`;
  const answer = await request.get(link, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([
    302,
    `https://${authDomain}/__/auth/action?mode=recoverEmail&oobCode=aB-3_x&apiKey=key&lang=en`,
  ]);
});

test("'No user is logged in' is said where the service knows nobody (Spec §8)", async ({
  page,
}) => {
  await newAccount(page, 'Uma Buyer');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('firebase:')) localStorage.removeItem(key);
  });
  await page.goto('/verify-email');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await toast(page, texts.noUserLoggedIn);
});

test('signing out reaches every tab', async ({ page, context }) => {
  await newAccount(page, 'Vera Buyer');
  const other = await context.newPage();
  await other.goto('/');
  await signOut(other, 'Vera Buyer');
  await signedOut(page);
});

test('where the service cannot be reached the form says so and keeps what was typed', async ({
  page,
  shop,
  quiet,
}) => {
  await page.goto('/login');
  await page.route(`${shop.service.origin}/**`, (route) => route.abort());
  await logIn(page, { email: newAddress(), password: 'bulk-order' });
  await toast(page, 'The shop cannot be reached.');
  await expect(page.getByLabel('Password')).toHaveValue('bulk-order');
  // The browser tells of each call that failed.
  quiet.splice(0);
});
