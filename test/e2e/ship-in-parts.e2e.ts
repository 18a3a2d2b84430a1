import type { Page } from '@playwright/test';
import { orderNumber } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';
import { expect, rowOf, search, test } from './admin.ts';
import { main, toast } from './checkout.ts';
import { loseAnswer } from './journey.ts';
import { paidBeside } from './paid-order.ts';

test.use({ expectedStatuses: [422, 503] });

test('an admin ships an order in two loads and refunds what will not come; the customer follows both', async ({
  page,
  browser,
  baseURL,
}) => {
  const { buyer, part, order } = await paidBeside(browser, baseURL, 100);
  const pieces = part.orderQuantity + 100;

  await test.step('the first load, from the table: more than are left is not sent', async () => {
    await page.goto('/dashboard/manage-orders');
    await search(page, order);
    const row = rowOf(page, orderNumber(order));
    await row.getByRole('button', { name: texts.approve }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Order Approve' });
    await expect(dialog.getByLabel('Pieces')).toHaveValue(String(pieces));
    await dialog.getByLabel('Pieces').fill(String(pieces + 1));
    await dialog.getByRole('button', { name: texts.yes }).click();
    await expect(dialog.getByText(`At most ${pieces} are left to ship`)).toBeVisible();
    await dialog.getByLabel('Pieces').fill('50');
    await dialog.getByLabel('Carrier').fill('Northline Freight');
    await dialog.getByLabel('Tracking number').fill('NF-1');
    await dialog.getByLabel('Tracking link').fill('https://northline.example/NF-1');
    // The answer is lost: the same shipment, asked for once more, is not made twice.
    await loseAnswer(page, '**/api/orders/*/shipments');
    await dialog.getByRole('button', { name: texts.yes }).click();
    await expect(row).toContainText('It is not known whether this was done.');
    await expect(row).toContainText(`Shipped 50 of ${pieces}`);
    await row.getByRole('button', { name: texts.approve }).click();
    await dialog.getByLabel('Pieces').fill('50');
    await dialog.getByLabel('Carrier').fill('Northline Freight');
    await dialog.getByLabel('Tracking number').fill('NF-1');
    await dialog.getByLabel('Tracking link').fill('https://northline.example/NF-1');
    await dialog.getByRole('button', { name: texts.yes }).click();
    await expect(toast(page, 'This shipment was made already.')).toBeVisible();
    await expect(row).toContainText(`Shipped 50 of ${pieces}`);
  });

  await test.step('the customer reads how much of it is on its way', async () => {
    await buyer.page.goto('/dashboard/my-orders');
    await expect(rowOf(buyer.page, part.name)).toContainText(`Shipped 50 of ${pieces}`);
    await buyer.page.goto(`/dashboard/my-orders/${order}`);
    await expect(
      main(buyer.page).getByText(`We are preparing the other ${pieces - 50} pieces.`),
    ).toBeVisible();
  });

  await test.step('the second load, from the page of the order; the last ten will not come', async () => {
    await page.goto(`/dashboard/my-orders/${order}`);
    const form = main(page).getByRole('form', { name: 'Ship' });
    await form.getByLabel('Pieces').fill(String(pieces - 60));
    await form.getByLabel('Carrier').fill('Halvfreight');
    await form.getByRole('button', { name: 'Ship order' }).click();
    const ship = page.getByRole('dialog', { name: 'Confirm Order Approve' });
    await expect(ship).toContainText('Then 10 are left to ship.');
    await ship.getByRole('button', { name: texts.yes }).click();
    await expect(toast(page, 'Shipped, 10 are left to ship')).toBeVisible();
    // The page is loaded anew after that, and its forms with it.
    await expect(form.getByLabel('Pieces')).toHaveValue('10');

    // On an older page the same refund is refused afterwards: that is told though its form is gone.
    const older = await page.context().newPage();
    await older.goto(`/dashboard/my-orders/${order}`);
    const refundOf = (its: Page) => main(its).getByRole('form', { name: 'Refund' });
    await expect(refundOf(older).getByLabel('What for')).toBeEnabled();
    const refund = refundOf(page);
    await refund.getByLabel('What for').selectOption('Pieces that will not be shipped');
    await expect(refund.getByLabel('Pieces', { exact: true })).toHaveValue('10');
    await refund.getByLabel('Reason').fill('The supplier is out');
    await refund.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Refund' });
    await expect(dialog).toContainText('10 pieces will then not be shipped.');
    await dialog.getByRole('button', { name: texts.yes }).click();
    await expect(toast(page, '10 pieces refunded')).toBeVisible();
    await refundOf(older).getByLabel('What for').selectOption('Pieces that will not be shipped');
    await refundOf(older).getByLabel('Reason').fill('The supplier is out');
    await refundOf(older).getByRole('button', { name: 'Refund' }).click();
    await older.getByRole('dialog').getByRole('button', { name: texts.yes }).click();
    await expect(toast(older, 'Not refunded.')).toBeVisible();
    await older.close();
    await expect(form).toHaveCount(0);
    await expect(main(page).getByText(texts.completed, { exact: true })).toBeVisible();
  });

  await test.step('the customer sees both shipments, and that the rest was refunded', async () => {
    await buyer.page.reload();
    const shipments = main(buyer.page)
      .getByRole('listitem')
      .filter({ hasText: /^Shipment \d/ });
    await expect(shipments).toHaveText([
      /^Shipment 1: 50 piecesNorthline Freight, NF-1, left /,
      new RegExp(`^Shipment 2: ${pieces - 60} piecesHalvfreight, left `),
    ]);
    const link = shipments.getByRole('link', { name: 'NF-1' });
    await expect(link).toHaveAttribute('href', 'https://northline.example/NF-1');
    await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
    await expect(
      main(buyer.page).getByText('Of 10 pieces that will not be shipped.'),
    ).toBeVisible();
    await expect(main(buyer.page).getByText(texts.shipped, { exact: true })).toBeVisible();
  });
  await buyer.page.context().close();
});
