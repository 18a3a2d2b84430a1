import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expect, test } from './admin.ts';
import { main, toast } from './checkout.ts';
import { loseAnswer } from './journey.ts';
import { paidBeside } from './paid-order.ts';

test.use({ expectedStatuses: [503] });

async function refundTen(page: Page): Promise<void> {
  const form = main(page).getByRole('form', { name: 'Refund' });
  await form.getByLabel('Amount in dollars').fill('10');
  await form.getByLabel('Reason').fill('Two are scratched');
  await form.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Refund' });
  await dialog.getByRole('button', { name: texts.yes }).click();
  await expect(dialog).toBeHidden();
}

async function shipFifty(page: Page): Promise<void> {
  const form = main(page).getByRole('form', { name: 'Ship' });
  await form.getByLabel('Pieces').fill('50');
  await form.getByLabel('Carrier').fill('Northline Freight');
  await form.getByRole('button', { name: 'Ship order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Order Approve' });
  await dialog.getByRole('button', { name: texts.yes }).click();
  await expect(dialog).toBeHidden();
}

test("a refund and a shipment are made once from the order's page, though their answers were lost", async ({
  page,
  browser,
  baseURL,
}) => {
  const { buyer, part, order } = await paidBeside(browser, baseURL, 100);
  const pieces = part.orderQuantity + 100;
  await page.goto(`/dashboard/my-orders/${order}`);

  await test.step('the refund', async () => {
    await loseAnswer(page, '**/api/order/*/refund');
    await refundTen(page);
    await expect(toast(page, 'It is not known whether this was done.')).toBeVisible();
    await expect(main(page).getByText('$10.00 of it refunded')).toBeVisible();
    await refundTen(page);
    await expect(toast(page, 'This refund was made already.')).toBeVisible();
    expect((await buyer.customer.seeOrder(order)).refundedTotal).toBe(10);
  });

  await test.step('another refund is another one', async () => {
    await refundTen(page);
    await expect(main(page).getByText('$20.00 of it refunded')).toBeVisible();
  });

  await test.step('the shipment', async () => {
    // The same is told of the shipment: what was told of the refund has to be gone.
    await expect(toast(page, 'It is not known whether this was done.')).toHaveCount(0);
    await loseAnswer(page, '**/api/orders/*/shipments');
    await shipFifty(page);
    await expect(toast(page, 'It is not known whether this was done.')).toBeVisible();
    await expect(main(page).getByText(`Shipped 50 of ${pieces}`).first()).toBeVisible();
    await shipFifty(page);
    await expect(toast(page, 'This shipment was made already.')).toBeVisible();
    expect((await buyer.customer.seeOrder(order)).shippedQuantity).toBe(50);
  });
  await buyer.page.context().close();
});
