import type { Browser, Page } from '@playwright/test';
import { formatDollars } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { cards, expectPaid, main, payWith, toast } from './checkout.ts';
import { delivery, expect, openAccount, partOf, test } from './customer.ts';

const timeline = (page: Page) => main(page).getByRole('list', { name: 'What happened' });
const documents = (page: Page) =>
  main(page)
    .getByRole('link')
    .filter({ hasText: /^(?:Order confirmation|Receipt|Packing slip|Credit note)/ });
const sheet = (page: Page) => main(page).getByRole('article');

/** Another browser, in which the demo's admin is signed in. */
async function adminBrowser(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoAccounts.admin.email);
  await page.getByLabel('Password').fill(demoAccounts.admin.password);
  await main(page).getByRole('button', { name: texts.login }).click();
  await expect(page).toHaveURL(/\/$/);
  return page;
}

test("an order's page tells its customer its story and leads to its documents; what an admin ships and refunds is seen there", async ({
  page,
  request,
  customer,
  browser,
  context,
}) => {
  const part = await partOf(request, 'gaskets');
  const orderId = await customer.order(part, part.orderQuantity);
  const total = part.price * part.orderQuantity;
  const number = orderNumber(orderId);

  await test.step('unpaid: how long its pieces are held, and the way to pay', async () => {
    await page.goto('/dashboard/my-orders');
    await main(page).getByRole('link', { name: number }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
    await expect(main(page).getByText(`${part.orderQuantity} pieces are held until`)).toBeVisible();
    await expect(timeline(page).getByRole('listitem')).toHaveText([
      /^Placed.* by you$/,
      'UnpaidWaits for your payment',
      'Paid',
    ]);
    await expect(documents(page)).toHaveText([/^Order confirmation UH-/]);
    await main(page).getByRole('link', { name: texts.pay, exact: true }).click();
    await payWith(page, cards.good);
    await expectPaid(page);
  });

  await test.step('the page after paying says so, and leads to the receipt', async () => {
    const strip = main(page).getByRole('region', {
      name: `Order ${number} is paid: ${formatDollars(total)}`,
    });
    await expect(strip).toContainText(`${part.orderQuantity} × ${part.name}`);
    await expect(strip).toContainText(customer.email);
    await page.reload();
    await strip.getByRole('link', { name: 'Receipt' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/documents/receipt/${orderId}$`));
    await expect(sheet(page).getByText(/^R-\d{4}-\d{6}$/)).toBeVisible();
    await page.goBack();
    await strip.getByRole('button', { name: 'Dismiss' }).click();
    await expect(strip).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: texts.heroTitle })).toBeVisible();
    await expect(strip).toHaveCount(0);
  });
  const { transactionId } = await customer.seeOrder(orderId);

  await test.step('paid: the story so far, the transaction to copy, and the receipt with all facts', async () => {
    await page.goto(`/dashboard/my-orders/${orderId}`);
    await expect(timeline(page).getByRole('listitem')).toHaveText([
      /^Placed/,
      /^Payment started/,
      /^Paid/,
      'PendingWe write to you when it leaves',
      'Shipped',
    ]);
    await expect(timeline(page).locator('[aria-current="step"]')).toHaveText(/^Pending/);
    await expect(main(page).getByText('We are preparing it.')).toBeVisible();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await main(page).getByRole('button', { name: 'Copy the transaction id' }).click();
    await expect(main(page).getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(transactionId);
    await documents(page).filter({ hasText: 'Receipt' }).click();
    for (const fact of [
      number,
      part.name,
      delivery.address,
      customer.email,
      transactionId ?? 'none',
      formatDollars(total),
    ])
      await expect(sheet(page)).toContainText(fact);
  });

  const desk = await adminBrowser(browser, new URL(page.url()).origin);

  await test.step('the admin refunds a part of it, after what was missing is said beside its field', async () => {
    await desk.goto(`/dashboard/manage-orders?q=${orderId}`);
    await main(desk).getByRole('link', { name: number }).click();
    await expect(timeline(desk)).toContainText(customer.email);
    const form = main(desk).getByRole('form', { name: 'Refund' });
    await form.getByLabel('Amount in dollars').fill(String(total + 1));
    await form.getByRole('button', { name: 'Refund' }).click();
    await expect(
      form.getByText(`At most ${formatDollars(total)} are left to refund`),
    ).toBeVisible();
    await expect(form.getByText('Reason is required')).toBeVisible();
    await form.getByLabel('Amount in dollars').fill('12.50');
    await form.getByLabel('Reason').fill('Two boxes arrived dented');
    await form.getByRole('button', { name: 'Refund' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Confirm Refund' });
    await expect(dialog).toContainText(`Give $12.50 back to the card of ${customer.name}?`);
    await dialog.getByRole('button', { name: texts.yes }).click();
    await expect(toast(desk, '$12.50 refunded')).toBeVisible();
    await expect(form.getByText(`${formatDollars(total - 12.5)} are left to refund`)).toBeVisible();
  });

  await test.step('and ships it with a parcel to follow', async () => {
    const form = main(desk).getByRole('form', { name: 'Ship' });
    await form.getByLabel('Carrier').fill('Northline Freight');
    await form.getByLabel('Tracking number').fill('NF-4471');
    await form.getByRole('button', { name: 'Ship order' }).click();
    await desk
      .getByRole('dialog', { name: 'Confirm Order Approve' })
      .getByRole('button', { name: texts.yes })
      .click();
    await expect(toast(desk, texts.orderShipped)).toBeVisible();
    await expect(form).toHaveCount(0);
  });

  await test.step('the customer sees both, and not who of the shop it was', async () => {
    await page.goto(`/dashboard/my-orders/${orderId}`);
    const events = timeline(page).getByRole('listitem');
    await expect(events).toHaveText([
      /^Placed/,
      /^Payment started/,
      /^Paid/,
      /^Refunded \$12\.50.* by the shopTwo boxes arrived dented$/,
      /^Shipped.* by the shopWith Northline Freight, tracking number NF-4471$/,
    ]);
    await expect(main(page).getByText('We have handed it to Northline Freight.')).toBeVisible();
    await expect(main(page)).not.toContainText(demoAccounts.admin.email);
    await expect(documents(page)).toHaveText([
      /^Order confirmation UH-/,
      /^Receipt R-/,
      /^Packing slip US-/,
      /^Credit note/,
    ]);
    await documents(page).filter({ hasText: 'Credit note' }).click();
    await expect(sheet(page)).toContainText('Two boxes arrived dented');
    await expect(sheet(page)).toContainText('Refunded$12.50');
    await page.goBack();
    await expect(main(page).locator(`a[href$="/add-a-review/${orderId}"]`)).toBeVisible();
  });

  await test.step('when all pieces come back, the admin gives the rest back too and puts them on sale', async () => {
    const form = main(desk).getByRole('form', { name: 'Refund' });
    await form.getByLabel('Reason').fill('Wrong gasket');
    await form.getByLabel('Pieces back on sale').selectOption('Yes, all that are not on sale yet');
    await form.getByRole('button', { name: 'Refund' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Confirm Refund' });
    await expect(dialog).toContainText(
      'All pieces that are not on sale yet go on sale again, without those that were refunded and kept off sale, or that a return found unfit.',
    );
    await dialog.getByRole('button', { name: texts.yes }).click();
    await expect(toast(desk, `${formatDollars(total - 12.5)} refunded`)).toBeVisible();
    await expect(form).toHaveCount(0);
    await desk.context().close();

    await page.reload();
    await expect(
      timeline(page).getByRole('listitem').filter({ hasText: 'Wrong gasket' }),
    ).toHaveText(/^Refunded/);
    await expect(main(page).getByText('Refunded', { exact: true })).toBeVisible();
    await expect(main(page).locator(`a[href$="/add-a-review/${orderId}"]`)).toHaveCount(0);
    await expect(documents(page).filter({ hasText: 'Credit note' })).toHaveCount(2);
  });
});

test('an unpaid order says until when its pieces are held, wherever it is shown, and when that is over', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'gaskets');
  const orderId = await customer.order(part, part.orderQuantity);
  await page.clock.install();
  for (const [address, held, over] of [
    ['/dashboard/my-orders', 'Held until', 'Hold ended'],
    [
      `/dashboard/my-orders/${orderId}`,
      `${part.orderQuantity} pieces are held until`,
      `${part.orderQuantity} pieces were held until`,
    ],
    [`/payment/${orderId}`, 'The pieces are held until', 'The pieces were held until'],
  ] as const) {
    await page.clock.setSystemTime(Date.now());
    await page.goto(address);
    await expect(main(page).getByText(held)).toBeVisible();
    await page.clock.fastForward(72 * 3_600_000 + 1000);
    await expect(main(page).getByText(over)).toBeVisible();
    await expect(main(page).getByText(held)).toHaveCount(0);
  }
});

test('an order that is cancelled can still be read on its own page', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'gaskets');
  const orderId = await customer.order(part, part.orderQuantity);
  await page.goto(`/dashboard/my-orders/${orderId}`);
  await main(page).getByRole('button', { name: texts.cancel }).click();
  await page
    .getByRole('dialog', { name: texts.confirmCancelTitle })
    .getByRole('button', { name: texts.yes })
    .click();
  await expect(toast(page, texts.orderCancelled)).toBeVisible();
  await expect(timeline(page).getByRole('listitem')).toHaveText([
    /^Placed/,
    /^Cancelled.* by you$/,
  ]);
  await expect(main(page).getByRole('link', { name: texts.pay, exact: true })).toHaveCount(0);
});

test.describe("an order that is somebody else's", () => {
  test.use({ expectedStatuses: [404] });

  test('is no order at all', async ({ page, request, playwright, baseURL }) => {
    const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const other = await openAccount(elsewhere, new URL(baseURL ?? '').origin, 'Olga Other');
    const part = await partOf(request, 'gaskets');
    const orderId = await other.order(part, part.orderQuantity);
    await elsewhere.dispose();
    await page.goto(`/dashboard/my-orders/${orderId}`);
    await expect(main(page).getByText('There is no such order.')).toBeVisible();
    await main(page).getByRole('link', { name: 'Show all orders' }).click();
    await expect(page).toHaveURL(/\/dashboard\/my-orders$/);
  });
});
