import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { signInAsAdmin } from './admin.ts';
import { expectWorkable } from './axe-faults.ts';
import { main, pay, toast } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';
import { loseAnswer } from './journey.ts';
import { reach } from './keyboard.ts';

const profile = '/dashboard/my-profile';
const section = (page: Page) => page.getByRole('region', { name: 'Close this account' });
const opener = (page: Page) => section(page).getByRole('button', { name: 'Close this account' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Close this account?' });
const field = (page: Page) => dialog(page).getByLabel('E-mail address of the account');
const close = (page: Page) => dialog(page).getByRole('button', { name: 'Close the account' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens the dialog, types the address and presses the button. */
async function askToClose(page: Page, email: string): Promise<void> {
  await page.goto(profile);
  await opener(page).click();
  await field(page).fill(email);
  await close(page).click();
}

async function expectRefused(page: Page, sentence: string): Promise<void> {
  await expect(field(page)).toHaveAccessibleDescription(sentence);
  await expect(field(page)).toBeFocused();
}

test.describe('an account', () => {
  test.use({ expectedStatuses: [401, 404, 409, 502] });

  test('is not closed while a paid order waits; later it is, with its unpaid order, and its review stays', async ({
    page,
    customer,
    request,
    playwright,
    baseURL,
  }) => {
    const part = await partOf(request, 'fluids');
    const paid = await customer.order(part, part.orderQuantity);
    await pay(page, paid);
    const words = `Fits well. Journey ${Date.now()}`;
    await customer.review(paid, words);
    const unpaid = await customer.order(part, part.orderQuantity);

    await askToClose(page, customer.email);
    await expectRefused(
      page,
      'A paid order has not been shipped yet. You can close the account when it has, or when its money went back.',
    );
    expect((await customer.listOrders()).map(({ _id }) => _id)).toContain(unpaid);

    const calls = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const { admin } = await signInAsAdmin(calls, new URL(baseURL ?? '').origin);
    await admin.ship(paid);
    await calls.dispose();
    const otherTab = await page.context().newPage();
    await otherTab.goto('/dashboard/my-orders');
    await expect(main(otherTab).getByRole('row').filter({ hasText: part.name })).toHaveCount(2);
    await page.bringToFront();
    await close(page).click();

    await expect(page).toHaveURL(/\/account-closed$/);
    await expect(heading(page, 'Account closed')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
    await expect(otherTab).toHaveURL(/\/login$/);
    expect(
      await page.evaluate(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage)].join(),
      ),
    ).not.toMatch(/token|session|draft/);
    expect((await page.request.get(`/api/orders/${unpaid}`)).status()).toBe(404);
    expect(
      ((await (await page.request.get('/api/identity/get-session')).json()) as { user: unknown })
        .user,
    ).toBeNull();

    await main(page).getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page).toHaveURL(/\/$/);
    const review = main(page).getByRole('listitem').filter({ hasText: words });
    await expect(review).toContainText('A customer');
    await expect(review).not.toContainText(customer.name);
    await page.goto('/login');
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await main(page).getByRole('button', { name: texts.login }).click();
    await expect(toast(page, texts.accountDoesNotExist)).toBeVisible();
  });

  test('that only its answer was kept from is closed at the second press', async ({
    page,
    customer,
  }) => {
    await loseAnswer(page, '**/api/user/*/close', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<p>Bad Gateway</p>' }),
    );
    await askToClose(page, customer.email);
    await expectRefused(
      page,
      'No answer came, so the account may be closed already. Please press the button again.',
    );
    await close(page).click();
    await expect(heading(page, 'Account closed')).toBeVisible();
    await expect(page.locator('.toast-card')).toHaveCount(0);
  });
});

test.describe('by keyboard only', () => {
  test.use({ expectedStatuses: [422] });

  test('somebody thinks twice, mistypes the address, and closes the account', async ({
    page,
    customer,
  }) => {
    const { keyboard } = page;
    await page.goto(profile);
    await reach(page, opener(page));
    await keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await keyboard.press('Escape');
    await expect(opener(page)).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await expectRefused(page, texts.emailRequired);
    for (const wrong of ['somebody.else@example.com', 'nobody']) {
      await keyboard.press('Control+A');
      await keyboard.type(wrong);
      await keyboard.press('Enter');
      await expectRefused(page, 'This is not the e-mail address of this account.');
    }
    await reach(page, dialog(page).getByRole('button', { name: 'Keep it' }));
    await keyboard.press('Enter');
    await expect(opener(page)).toBeFocused();
    await keyboard.press('Enter');
    await expect(field(page)).toHaveValue('');
    await keyboard.type(` ${customer.email.toUpperCase()} `);
    await keyboard.press('Enter');
    await expect(heading(page, 'Account closed')).toBeVisible();
    await reach(page, main(page).getByRole('link', { name: 'Back to the shop' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/$/);
  });
});

/** Refusals that journeys cannot cause, as the shop would answer them. */
const refusals = [
  [409, 'last_admin', 'You are the last admin. Make somebody else an admin first.'],
  [
    409,
    'order_being_paid',
    'A payment of one of your orders is under way. Please try again in a few minutes.',
  ],
  [
    503,
    'cards_unavailable',
    'An unpaid order cannot be cancelled, because the card provider does not answer. Please try again in a moment.',
  ],
] as const;

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
] as const) {
  test.describe(`in ${colorScheme} colours, ${width} pixels wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, expectedStatuses: [409, 503] });

    test('every sight of it can be read and worked by everybody', async ({ page, customer }) => {
      const look = (sight: string) => expectWorkable(page, sight);
      await page.goto(profile);
      await expect(opener(page)).toBeVisible();
      await look('the sections of My Profile');
      await opener(page).click();
      await look('the dialog');
      await field(page).fill(customer.email);
      for (const [status, error, sentence] of refusals) {
        await page.route(
          '**/api/user/*/close',
          (route) => route.fulfill({ status, json: { acknowledged: false, error } }),
          { times: 1 },
        );
        await close(page).click();
        await expectRefused(page, sentence);
      }
      await look('a refusal');
      await close(page).click();
      await expect(heading(page, 'Account closed')).toBeVisible();
      await look('closed');
    });
  });
}
