import { expect, test, type Page } from '@playwright/test';
import { runningClock, type Person } from '#test/harness.ts';
import { startPublicPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { main } from './checkout.ts';
import { delivery } from './customer.ts';
import { addLines, openOrderDialog, openPad, orderDialog, placeButton } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop at its own address, whose answer to an ordered list takes as long as a journey wants. */
let shop: PageShop;
let ana: Person;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPublicPageShop({ clock: runningClock() });
  await samplePart(shop.db, { partNumber: 'BD-1', name: 'Disc BD-1', inStock: 100_000 });
});

test.afterAll(async () => shop.close());

test.beforeEach(async ({ context }) => {
  ana = await shop.person('Ana Duarte');
  await signInAs(context, ana);
});

/** Holds what is sent next, as to order a list; answers how to let it go. */
async function hold(page: Page, address = '**/api/batches'): Promise<() => void> {
  const { promise: mayGo, resolve: go } = Promise.withResolvers<undefined>();
  await page.route(
    address,
    async (route) => {
      await mayGo;
      await route.fallback();
    },
    { times: 1 },
  );
  return () => go(undefined);
}

async function fillIn(page: Page): Promise<void> {
  await openOrderDialog(page);
  await orderDialog(page).getByLabel('Address').fill(delivery.address);
  await orderDialog(page).getByLabel('Phone').fill(delivery.phone);
}

/** Opens the order pad from another page, so that Back leads there, and sends a list that stays on its way. */
async function sendList(page: Page): Promise<() => void> {
  await page.goto(`${shop.address}/parts`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Order pad/ })
    .click();
  await addLines(page, 'BD-1;200');
  await fillIn(page);
  return place(page);
}

/** Sends the list of the dialog that is open; it stays on its way. */
async function place(page: Page): Promise<() => void> {
  const go = await hold(page);
  const sent = page.waitForRequest('**/api/batches');
  await placeButton(page).click();
  await sent;
  return go;
}

/** Goes back while the list is on its way, and comes back to it when it is answered. */
async function backAndForth(page: Page, go: () => void, status = 201): Promise<void> {
  await page.goBack();
  await expect(page).toHaveURL(/\/parts$/);
  const answered = page.waitForResponse('**/api/batches');
  go();
  expect((await answered).status()).toBe(status);
  await (await answered).finished();
  await page.goForward();
  await expect(page.getByRole('textbox', { name: 'Pieces of BD-1' })).toHaveValue('200');
}

/** Sends a list and is not told that it was ordered; it is cancelled by now, and its dialog open again. */
async function orderUntold(page: Page): Promise<void> {
  await backAndForth(page, await sendList(page));
  const [batch] = await batches();
  const cancelled = await shop.request('DELETE', `/api/batches/${batch?.id}`, { as: ana });
  expect(cancelled.status).toBe(200);
  await openOrderDialog(page);
}

const batches = () =>
  shop.db
    .selectFrom('batches')
    .innerJoin('users', 'users.id', 'batches.user_id')
    .where('users.email', '=', ana.email)
    .select('batches.id')
    .execute();

const isToPay = (page: Page) =>
  expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible();

test('a list that is left by Back while it is ordered is ordered once, and is the next one only then', async ({
  page,
}) => {
  await backAndForth(page, await sendList(page));
  await openOrderDialog(page);
  await expect(orderDialog(page).getByLabel('Address')).toHaveValue(delivery.address);
  await placeButton(page).click();
  await isToPay(page);
  expect(await batches()).toHaveLength(1);
  // The answer was told, so the same lines are another list now.
  await openPad(page, shop.address);
  await expect(main(page).getByText(/^No lines yet/)).toBeVisible();
  await addLines(page, 'BD-1;200');
  await fillIn(page);
  await placeButton(page).click();
  await isToPay(page);
  expect(await batches()).toHaveLength(2);
});

test('a list that was left by Back and is cancelled by now is said to be ordered before', async ({
  page,
}) => {
  await orderUntold(page);
  await placeButton(page).click();
  await expect(orderDialog(page)).toContainText('This list was ordered before,');
  expect(await batches()).toHaveLength(1);
  await placeButton(page).click();
  await isToPay(page);
  expect(await batches()).toHaveLength(2);
});

test('a list ordered before is said to be also to somebody who left by Back while it was sent again', async ({
  page,
}) => {
  await orderUntold(page);
  await backAndForth(page, await place(page), 422);
  await openOrderDialog(page);
  await placeButton(page).click();
  await expect(orderDialog(page)).toContainText('This list was ordered before,');
  expect(await batches()).toHaveLength(1);
});

test('lines that came after a failed check are not said to have failed', async ({ page }) => {
  await openPad(page, shop.address);
  await page.route('**/api/order-list/check', (route) => route.abort());
  await addLines(page, 'BD-1;200');
  const failed = main(page).getByText(/The list is kept\.$/);
  await expect(failed).toBeVisible();
  const go = await hold(page, '**/api/order-list/check');
  await addLines(page, 'BD-1;300\nBD-2;100');
  await expect(page.getByRole('textbox', { name: 'Pieces of BD-2' })).toBeVisible();
  await expect(failed).toBeHidden();
  go();
  await expect(failed).toBeVisible();
});

test('Escape, pressed again and again, does not close the dialog of a list on its way', async ({
  page,
}) => {
  const go = await sendList(page);
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  await shop.db.updateTable('parts').set({ in_stock: 0 }).execute();
  go();
  await expect(
    orderDialog(page).getByRole('status').filter({ hasText: 'Nothing was ordered.' }),
  ).toBeVisible();
  // It can be closed again, and opened.
  await page.keyboard.press('Escape');
  await expect(orderDialog(page)).toBeHidden();
  await openOrderDialog(page);
  await expect(orderDialog(page)).toBeVisible();
});
