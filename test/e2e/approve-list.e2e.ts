import { texts } from '#contract/texts.ts';
import { expect, search, test } from './admin.ts';
import { expectReadable } from './axe-faults.ts';
import { cards, expectPaid, main, payWith } from './checkout.ts';
import { customerBeside, partOf } from './customer.ts';

test('an admin finds a list by its PO number and approves all of its lines that are paid, at once', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const buyer = await customerBeside(browser, baseURL);
  const parts = [
    await partOf(request, 'timing'),
    await partOf(request, 'wipers'),
    await partOf(request, 'fluids'),
  ];
  const poNumber = `PO-${Date.now()}`;
  const list = await buyer.customer.orderList(parts, { poNumber });
  const lines = (await buyer.customer.listOrders()).map(({ _id }) => _id);
  await buyer.page.goto(`/dashboard/pay?orders=${lines.slice(0, 2).join()}`);
  await payWith(buyer.page, cards.good);
  await expectPaid(buyer.page);

  await page.goto('/dashboard/manage-orders');
  await search(page, poNumber);
  await expect(main(page).getByText('3 orders')).toBeVisible();
  await main(page).getByRole('link', { name: 'Lists', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Lists');
  await search(page, poNumber);
  await page.getByLabel('With a line that is').selectOption(texts.pending);
  await expect(main(page).getByText('1 list', { exact: true })).toBeVisible();
  const row = main(page).getByRole('row').filter({ hasText: poNumber });
  await expect(row).toContainText('2 of its 3 lines fit');
  await expect(row).toContainText(buyer.customer.email);
  await expect(row).toContainText('2 Pending');
  await main(page)
    .getByRole('link', { name: /^Lines of list UB-/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`[?&]batch=${list}$`));
  await expect(main(page)).toContainText(`PO ${poNumber}`);
  await expectReadable(page);
  await main(page)
    .getByRole('button', { name: `${texts.approve} 2 lines` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Order Approve' });
  await expect(dialog).toContainText('Are 2 orders on their way?');
  await expect(dialog).toContainText('1 of those chosen cannot be approved and stays as it is');
  await expectReadable(page);
  await dialog.getByRole('button', { name: texts.yes }).click();
  await expect(main(page)).toContainText('Approved: 2 of 2');
  await expect(main(page).getByRole('cell', { name: texts.completed, exact: true })).toHaveCount(2);
  await expect(main(page).getByRole('button', { name: /^Approve \d+ lines?$/ })).toHaveCount(0);

  await main(page)
    .getByRole('link', { name: /^list UB-/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/my-orders/list/${list}$`));
  await expect(main(page).getByRole('list', { name: 'What happened' })).toContainText(
    '2 of 3 lines',
  );
  await buyer.page.goto(`/dashboard/my-orders/list/${list}`);
  await expect(main(buyer.page).getByText('Shipped', { exact: true })).toHaveCount(3);
});
