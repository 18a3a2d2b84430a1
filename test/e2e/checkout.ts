import { expect, type Locator, type Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';

export const main = (page: Page): Locator => page.getByRole('main');
export const toast = (page: Page, text: string): Locator =>
  page.locator('.toast-card', { hasText: text });
export const purchaseNow = (page: Page): Locator =>
  main(page).getByRole('button', { name: texts.purchaseNowButton });
export const quantityField = (page: Page): Locator =>
  main(page).getByRole('spinbutton', { name: 'Quantity' });
/** The Pay button of the payment page; it names the sum. */
export const payButton = (page: Page): Locator =>
  main(page).getByRole('button', { name: new RegExp(`^${texts.pay} \\$`) });
/** The row of a part on My Orders. */
export const orderRow = (page: Page, partName: string): Locator =>
  main(page).getByRole('row').filter({ hasText: partName });

/** The pieces in stock that a part's own page shows. */
export const stockShown = (page: Page): Locator =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.getByText('In stock', { exact: true }) })
    .getByRole('definition');

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  wrongNumber: '4242424242424241',
  threeDSecure: '4000002500003155',
} as const;

/** Any month that is not over yet. */
export const expiry = `12${String(new Date().getFullYear() + 3).slice(2)}`;

/** Fills in the card form and presses Pay. */
export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill(expiry);
  await page.getByLabel('Security code').fill('123');
  await payButton(page).click();
}

/** The payment went through: Spec §8's toast, then the home page. */
export async function expectPaid(page: Page): Promise<void> {
  await expect(toast(page, texts.paymentSuccessful)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
}

/** Pays an order on its own payment page. */
export async function pay(page: Page, orderId: string): Promise<void> {
  await page.goto(`/payment/${orderId}`);
  await payWith(page, cards.good);
  await expectPaid(page);
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Every request of the page that is no GET, from now on. */
export function sentBy(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') return;
    sent.push({
      method: request.method(),
      path: new URL(request.url()).pathname,
      body: request.postData() ?? '',
    });
  });
  return sent;
}

/** Makes the session expire: the shop's token is unknown, the identity service's cookie gone. */
export async function expireSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('accessToken', 'no-longer-known'));
  await page.context().clearCookies();
}
