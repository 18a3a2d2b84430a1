import type { Locator, Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { codeOfApp } from '#test/authenticator.ts';
import { expectWorkable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { expect, test, type Customer } from './customer.ts';
import { busy } from './journey.ts';
import { reach } from './keyboard.ts';

const part = (page: Page, title: string) => page.getByRole('region', { name: title });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const codeField = (within: Page | Locator) => within.getByRole('textbox', { name: 'Code' });
const profile = '/dashboard/my-profile';

/** Signs in to the same account in another browser; answers a function that tells whether it still is signed in. */
async function elsewhere(
  page: Page,
  { email, password }: Customer,
): Promise<() => Promise<boolean>> {
  const origin = new URL(page.url()).origin;
  const other = await page.context().browser()?.newContext({
    baseURL: origin,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  if (other === undefined) throw new Error('No other browser opens.');
  const signedIn = await other.request.post('/api/identity/sign-in/email', {
    headers: { origin },
    data: { email, password },
  });
  expect(signedIn.status()).toBe(200);
  return async () =>
    ((await (await other.request.get('/api/identity/get-session')).json()) as { user: unknown })
      .user !== null;
}

/** Confirms the address by the mail's code, as the link's page does. */
async function confirmAddress(page: Page, email: string): Promise<void> {
  const mails = (await (await page.request.get('/api/dev/outbox')).json()) as {
    to: string;
    text: string;
  }[];
  const text = mails.find((mail) => mail.to === email && mail.text.includes('#token='))?.text ?? '';
  const token = decodeURIComponent(/#token=(\S+)/.exec(text)?.[1] ?? '');
  const { origin } = new URL(page.url());
  const confirmed = await page.request.post('/api/identity/verify-email', {
    headers: { origin },
    data: { token },
  });
  expect(confirmed.status()).toBe(200);
  await page.reload();
}

/** Confirms the address and begins to turn on the second factor; answers the key that the authenticator app gets. */
async function beginFactor(page: Page, { email, password }: Customer): Promise<string> {
  await page.goto(profile);
  await confirmAddress(page, email);
  const section = part(page, 'Second factor');
  await section.getByLabel('Your password').fill(password);
  await section.getByRole('button', { name: 'Turn on' }).click();
  return ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await button(page, texts.login).click();
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).click();
  await page.getByRole('banner').getByRole('button', { name: texts.signOut, exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
}

test.describe('the password', () => {
  test.use({ expectedStatuses: [401] });

  test('is changed by its owner, who goes on; the other browser is out', async ({
    page,
    customer,
  }) => {
    await page.goto(profile);
    const isInElsewhere = await elsewhere(page, customer);
    const section = part(page, 'Password');
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(section.getByText(texts.passwordRequired)).toHaveCount(2);
    await expect(section.getByLabel('Current password')).toBeFocused();
    await section.getByLabel('Current password').fill('no idea');
    await section.getByLabel('New password').fill('five5');
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(section.getByText(texts.passwordTooShort)).toBeVisible();
    await section.getByLabel('New password').fill('another-order');
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(section.getByText(texts.passwordIncorrect)).toBeVisible();
    await section.getByLabel('Current password').fill(customer.password);
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(
      section
        .getByRole('status')
        .filter({ hasText: 'Your password is changed. Every other browser is signed out.' }),
    ).toBeVisible();
    await expect(section.getByLabel('Current password')).toHaveValue('');
    expect(await isInElsewhere()).toBe(false);

    await page.getByLabel('Phone').fill('+44 20 7946 0112');
    await button(page, texts.updateProfile).click();
    await expect(main(page).getByText('Your profile is saved.')).toBeVisible();
    await signOut(page, customer.name);
    await page.goto('/login');
    await logIn(page, customer.email, 'another-order');
    await expect(
      page.getByRole('banner').getByRole('button', { name: customer.name }),
    ).toBeVisible();
  });
});

test('the browsers that are signed in end one by one, or all at once', async ({
  page,
  customer,
}) => {
  await page.goto(profile);
  const [first, second] = [await elsewhere(page, customer), await elsewhere(page, customer)];
  await page.reload();
  const section = part(page, 'Where you are signed in');
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expect(section.getByRole('listitem').first()).toContainText('This browser');
  await section
    .getByRole('button', { name: /^Sign out ?: Firefox on Windows$/ })
    .first()
    .click();
  await expect(section.getByRole('status')).toHaveText('Signed out: Firefox on Windows.');
  await expect(section.getByRole('listitem')).toHaveCount(2);
  expect([await first(), await second()].filter(Boolean)).toHaveLength(1);

  await section.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.no }).click();
  await section.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.yes }).click();
  await expect(page).toHaveURL(/\/login\?done=signed-out$/);
  await expect(main(page).getByText('You are signed out everywhere.')).toBeVisible();
  expect([await first(), await second()]).toEqual([false, false]);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await logIn(page, customer.email, customer.password);
  await expect(page).toHaveURL(new RegExp(`${profile}$`));
});

test.describe('a busy shop', () => {
  test.use({ expectedStatuses: [503] });

  test('says that nobody was signed out where the question had been', async ({ page }) => {
    await page.goto(profile);
    const section = part(page, 'Where you are signed in');
    await page.route('**/api/identity/**', (route) =>
      route.request().method() === 'POST' ? route.fulfill(busy) : route.continue(),
    );
    await section.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.yes }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(section).toContainText('The shop is busy.');
  });
});

test.describe('the second factor', () => {
  test.use({ expectedStatuses: [401] });

  test('is turned on, asked for, and turned off by keyboard only', async ({ page, customer }) => {
    const { keyboard } = page;
    const section = part(page, 'Second factor');
    const act = async (name: string) => {
      await reach(page, section.getByRole('button', { name, exact: true }));
      await keyboard.press('Enter');
    };
    const type = async (field: Locator, text: string) => {
      await reach(page, field);
      await keyboard.type(text);
    };
    await page.goto(profile);
    await expect(section.getByText('your e-mail address has to be confirmed')).toBeVisible();
    await confirmAddress(page, customer.email);
    await type(section.getByLabel('Your password'), customer.password);
    await act('Turn on');
    await expect(
      section.getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    const key = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await expect(codeField(section)).toBeFocused();
    await keyboard.type(codeOfApp(key));
    await keyboard.press('Enter');
    await expect(section.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
    const recoveryCode = await section
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .first()
      .textContent();
    await act('I have kept them');
    await expect(section.getByText('It is on.')).toBeVisible();

    await reach(page, page.getByRole('banner').getByRole('button', { name: customer.name }));
    await keyboard.press('Enter');
    await reach(
      page,
      page.getByRole('banner').getByRole('button', { name: texts.signOut, exact: true }),
    );
    await keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
    await page.goto('/login');
    const logInByKeyboard = async () => {
      await type(page.getByLabel('Email'), customer.email);
      await type(page.getByLabel('Password'), customer.password);
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeFocused();
    };
    await logInByKeyboard();
    await reach(page, codeField(page));
    // The code that turned it on is used up.
    await keyboard.type('abcdef');
    await keyboard.press('Enter');
    await expect(main(page).getByText('This code is not right.', { exact: false })).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await keyboard.press('Control+A');
    await keyboard.type(codeOfApp(key, Date.now() + 30_000));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${profile}$`));
    await type(section.getByLabel('Your password'), customer.password);
    await type(codeField(section), (recoveryCode ?? '').toUpperCase());
    await act('Turn off');
    await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible();
  });

  test('is asked for by Google too', async ({ page, customer }) => {
    const key = await beginFactor(page, customer);
    const section = part(page, 'Second factor');
    await codeField(section).fill(codeOfApp(key));
    await section.getByRole('button', { name: 'Confirm' }).click();
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await signOut(page, customer.name);
    await page.goto('/login');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    const popup = await opened;
    await popup.getByLabel('E-mail').fill(customer.email);
    await popup.getByLabel('Name').fill(customer.name);
    await popup.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).fill(codeOfApp(key, Date.now() + 30_000));
    await button(page, texts.login).click();
    await expect(
      page.getByRole('banner').getByRole('button', { name: customer.name }),
    ).toBeVisible();
  });
});

test.describe('an outage just after the second factor was turned on', () => {
  test.use({ expectedStatuses: [503] });

  test('does not hide the recovery codes', async ({ page, customer }) => {
    const key = await beginFactor(page, customer);
    const section = part(page, 'Second factor');
    const allOthers = /\/api\/(?!identity\/two-factor\/confirm$)/;
    await page.route(allOthers, (route) => route.fulfill(busy));
    await codeField(section).fill(codeOfApp(key));
    await section.getByRole('button', { name: 'Confirm' }).click();
    await expect(section.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await page.unroute(allOthers);
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section.getByText('It is on.')).toBeVisible();
  });
});

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const) {
  test.describe(`in ${colorScheme} colours, ${width} pixels wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });

    test('every sight of it can be read and worked by everybody', async ({ page, customer }) => {
      const section = part(page, 'Second factor');
      const look = (sight: string) => expectWorkable(page, sight);
      await page.goto(profile);
      await confirmAddress(page, customer.email);
      await section.getByLabel('Your password').fill(customer.password);
      await look('off');
      await section.getByRole('button', { name: 'Turn on' }).click();
      await expect(section.getByRole('img')).toBeVisible();
      await look('scanning');
      const key = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
      await codeField(section).fill(codeOfApp(key));
      await section.getByRole('button', { name: 'Confirm' }).click();
      await expect(section.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
      await look('recovery codes');
      await section.getByRole('button', { name: 'I have kept them' }).click();
      await look('on');
      await signOut(page, customer.name);
      await page.goto('/login');
      await logIn(page, customer.email, customer.password);
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
      await look('code step');
    });
  });
}
