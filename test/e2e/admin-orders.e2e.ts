import type { Page } from '@playwright/test';
import { orderNumber } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';
import { expect, rowOf, search, test } from './admin.ts';
import { main, pay, toast } from './checkout.ts';
import { customerBeside, partOf } from './customer.ts';

const yes = (page: Page) => page.getByRole('dialog').getByRole('button', { name: texts.yes });

test.describe('orders', () => {
  test.use({ expectedStatuses: [409] });

  test('an admin ships a paid order, and the customer sees it as shipped', async ({
    page,
    browser,
    baseURL,
  }) => {
    const buyer = await customerBeside(browser, baseURL);
    const part = await partOf(buyer.request, 'gaskets');
    const order = await buyer.customer.order(part, part.orderQuantity);
    await page.goto('/dashboard/manage-orders');
    await search(page, order);
    const row = rowOf(page, orderNumber(order));
    await expect(row).toContainText('Unpaid');
    await expect(row.getByRole('button', { name: texts.cancel })).toBeVisible();

    await pay(buyer.page, order);

    // The list is old by now: the order can no longer be cancelled, and the row says so.
    await row.getByRole('button', { name: texts.cancel }).click();
    await expect(page.getByRole('dialog', { name: texts.confirmCancelTitle })).toContainText(
      texts.confirmCancelQuestion,
    );
    await yes(page).click();
    await expect(toast(page, texts.cancelFailed)).toBeVisible();
    await expect(row).toContainText('This order is paid already.');
    await expect(row).toContainText(texts.pending);

    await row.getByRole('button', { name: /^Ordered/ }).click();
    const details = rowOf(page, order);
    for (const fact of [
      buyer.customer.name,
      buyer.customer.email,
      '12 Dock Road, Leeds',
      '+44 20 7946 0111',
    ]) {
      await expect(details).toContainText(fact);
    }
    await row.getByRole('button', { name: texts.approve }).click();
    await yes(page).click();
    await expect(toast(page, texts.orderShipped)).toBeVisible();
    await expect(row).toContainText(texts.completed);
    await expect(row.getByRole('button', { name: texts.approve })).toHaveCount(0);
    await row.getByRole('link', { name: /^Order UH-/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order UH-/);
    await expect(main(page).getByText(texts.completed, { exact: true })).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: texts.dashboard }).locator('[aria-current="page"]'),
    ).toHaveText([texts.manageOrders]);

    await buyer.page.goto('/dashboard/my-orders');
    await expect(rowOf(buyer.page, part.name)).toContainText(texts.shipped);
    await buyer.page.context().close();
  });

  test('an admin cancels an unpaid order', async ({ page, browser, baseURL }) => {
    const buyer = await customerBeside(browser, baseURL);
    const part = await partOf(buyer.request, 'gaskets');
    const order = await buyer.customer.order(part, part.orderQuantity);
    await page.goto('/dashboard/manage-orders?state=unpaid');
    await search(page, order);
    await expect(page).toHaveURL(/state=unpaid/);
    await rowOf(page, orderNumber(order)).getByRole('button', { name: texts.cancel }).click();
    await expect(page.getByRole('dialog', { name: texts.confirmCancelTitle })).toContainText(
      `${part.orderQuantity} × ${part.name}`,
    );
    await yes(page).click();
    await expect(toast(page, texts.orderCancelled)).toBeVisible();
    await expect(main(page).getByText('No order fits this search.')).toBeVisible();
    expect(await buyer.customer.listOrders()).toEqual([]);
    await buyer.page.context().close();
  });
});

test('an admin releases what an account holds that never paid', async ({
  page,
  browser,
  baseURL,
}) => {
  const buyer = await customerBeside(browser, baseURL);
  const part = await partOf(buyer.request, 'gaskets');
  const orders = [
    await buyer.customer.order(part, part.orderQuantity),
    await buyer.customer.order(part, part.orderQuantity),
  ];
  await page.goto('/dashboard/doctor');
  await main(page).getByRole('link', { name: 'Show them' }).click();
  await expect(page.getByLabel('Status')).toHaveValue('never-paid');
  await search(page, buyer.customer.email);
  await expect(
    main(page).getByText(
      `2 unpaid orders listed here by accounts that never paid hold ${2 * part.orderQuantity} pieces.`,
    ),
  ).toBeVisible();
  await main(page).getByRole('button', { name: 'Release them' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm Release' })).toContainText(
    'Cancel the 2 unpaid orders listed here?',
  );
  await yes(page).click();
  await expect(toast(page, '2 orders cancelled')).toBeVisible();
  await expect(main(page).getByText('No order fits this search.')).toBeVisible();
  expect(await buyer.customer.listOrders()).toEqual([]);
  await page.goto(`/dashboard/audit-log?q=${orders[0]}`);
  await expect(main(page).getByText('order cancelled')).toBeVisible();
  await buyer.page.context().close();
});

test('an admin makes somebody an admin', async ({ page, browser, baseURL }) => {
  const { customer, page: theirs } = await customerBeside(browser, baseURL);
  await page.goto('/dashboard/manage-users');
  await search(page, customer.email);
  const row = rowOf(page, customer.email);
  await expect(row.getByRole('cell')).toContainText([
    '1',
    customer.name,
    customer.email,
    'User',
    texts.makeAdmin,
  ]);
  await row.getByRole('button', { name: texts.makeAdmin }).click();
  const dialog = page.getByRole('dialog', { name: texts.confirmMakeAdminTitle });
  await expect(dialog).toContainText(texts.confirmMakeAdminQuestion);
  await expect(dialog).toContainText(`${customer.name}, ${customer.email}`);
  await dialog.getByRole('button', { name: texts.yes }).click();
  await expect(toast(page, texts.adminAssigned)).toBeVisible();
  await expect(row).toContainText('Admin');
  await expect(row).toContainText('once the e-mail is confirmed');
  await expect(row.getByRole('button', { name: texts.makeAdmin })).toHaveCount(0);
  await page.getByLabel('Role').selectOption('Users');
  await expect(main(page).getByText('No account fits this search.')).toBeVisible();
  await theirs.context().close();
});
