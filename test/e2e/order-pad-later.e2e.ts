import { expect, test, type Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { runningClock } from '#test/harness.ts';
import { startPublicPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable } from './axe-faults.ts';
import { cards, expectPaid, main, payButton, payWith, toast } from './checkout.ts';
import { delivery } from './customer.ts';
import { addLines, openOrderDialog, openPad, orderDialog, placeButton } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop at its own address whose prices change while somebody has the order pad open, and with parts that cost very much. */
let shop: PageShop;
let disc: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPublicPageShop({ clock: runningClock() });
  const part = (partNumber: string) =>
    samplePart(shop.db, { partNumber, name: `Disc ${partNumber}`, inStock: 100_000 });
  disc = await part('BD-1');
  for (const number of ['BD-2', 'BD-3']) await part(number);
});

test.afterAll(async () => shop.close());

const price = (cents: number) =>
  shop.db.updateTable('parts').set({ price_cents: cents }).where('id', '=', disc).execute();
const total = (page: Page, number: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('textbox', { name: `Pieces of ${number}` }) })
    .locator('.pad-total');

async function write(page: Page, list: string): Promise<void> {
  await openPad(page, shop.address);
  await addLines(page, list);
}

async function order(page: Page): Promise<void> {
  await openOrderDialog(page);
  await orderDialog(page).getByLabel('Address').fill(delivery.address);
  await orderDialog(page).getByLabel('Phone').fill(delivery.phone);
}

test('whoever comes back to an open order pad after a while sees the prices of now', async ({
  page,
}) => {
  let asked = 0;
  page.on('request', (made) => {
    if (made.url().endsWith('/order-list/check')) asked += 1;
  });
  await price(1250);
  await page.clock.install();
  await write(page, 'BD-1;200');
  await expect(total(page, 'BD-1')).toHaveText('$2500.00');
  await price(1300);
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.clock.fastForward('04:00');
  await comeBack();
  await page.clock.fastForward('01:30');
  expect(asked).toBe(1);
  await expect(total(page, 'BD-1')).toHaveText('$2500.00');
  await comeBack();
  await expect(total(page, 'BD-1')).toHaveText('$2600.00');
  expect(asked).toBe(2);
});

test.describe('a customer', () => {
  test.beforeEach(async ({ context }) => {
    await signInAs(context, await shop.person('Ana Duarte'));
  });

  test('is told before paying that a list was ordered at other prices than it showed', async ({
    page,
  }) => {
    await price(1250);
    await write(page, 'BD-1;200\nBD-2;200');
    await order(page);
    await price(1300);
    await placeButton(page).click();
    await expect(main(page)).toContainText(
      'Prices changed while the order pad was open: the list was ordered for $5100.00, not $5000.00.',
    );
    await expect(payButton(page)).toHaveText('Pay $5100.00');
    await expectReadable(page, 'a list that was ordered at other prices');
  });

  test('cannot leave a list that is on its way, and order it twice', async ({ page }) => {
    const { promise: mayGo, resolve: go } = Promise.withResolvers<undefined>();
    await page.route('**/api/batches', async (route) => {
      await mayGo;
      await route.continue();
    });
    await write(page, 'BD-2;200');
    await order(page);
    await placeButton(page).click();
    const back = orderDialog(page).getByRole('button', { name: 'Back to the list' });
    await expect(back).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(orderDialog(page)).toBeVisible();
    go(undefined);
    await expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible();
  });

  test('reads before ordering that a list needs several payments, and makes them one after the other', async ({
    page,
  }) => {
    await write(page, 'BD-2;79900\nBD-3;1200');
    await order(page);
    await expect(orderDialog(page)).toContainText(
      '2 lines, $1013750.00. One card payment can collect $999999.99 at most, so you pay in 2 payments.',
    );
    await placeButton(page).click();
    await expect(main(page)).toContainText('After this one another one of $15000.00 follows.');
    await expect(payButton(page)).toHaveText('Pay $998750.00');
    await payWith(page, cards.good);
    await expect(payButton(page)).toHaveText('Pay $15000.00');
    await expect(main(page)).not.toContainText('follows');
    // The first payment's words are gone before the second one's come.
    await expect(toast(page, texts.paymentSuccessful)).toHaveCount(0);
    await payWith(page, cards.good);
    await expectPaid(page);
    const orders = await shop.db
      .selectFrom('orders')
      .select(['state', 'transaction_id'])
      .where('total_cents', 'in', [99_875_000, 1_500_000])
      .execute();
    expect(orders.map(({ state }) => state)).toEqual(['paid', 'paid']);
    expect(new Set(orders.map(({ transaction_id }) => transaction_id)).size).toBe(2);
  });
});
