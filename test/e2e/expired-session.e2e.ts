import { texts } from '#contract/texts.ts';
import { expireSession, main, orderRow, purchaseNow, quantityField, toast } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';

test.describe('a session that expired', () => {
  test.use({ expectedStatuses: [401] });

  test("says 'Login Expired' on the order form, orders nothing and keeps what was typed over the next login", async ({
    page,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'filters');
    const quantity = String(part.orderQuantity + 100);
    await page.goto(`/purchase/${part._id}`);
    await page.getByLabel('Address').fill('Gate 4, Kiln Street, Leeds');
    await page.getByLabel('Phone').fill('+44 113 496 0999');
    await quantityField(page).fill(quantity);
    await expireSession(page);
    await purchaseNow(page).click();
    await expect(toast(page, texts.loginExpired)).toHaveCount(1);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    expect(await customer.listOrders()).toEqual([]);

    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await main(page).getByRole('button', { name: texts.login }).click();
    await expect(page).toHaveURL(new RegExp(`/purchase/${part._id}$`));
    await expect(page.getByLabel('Address')).toHaveValue('Gate 4, Kiln Street, Leeds');
    await expect(page.getByLabel('Phone')).toHaveValue('+44 113 496 0999');
    await expect(quantityField(page)).toHaveValue(quantity);
    await purchaseNow(page).click();
    await expect(toast(page, texts.orderPlaced)).toBeVisible();
    expect(await customer.listOrders()).toMatchObject([
      { quantity: Number(quantity), address: 'Gate 4, Kiln Street, Leeds' },
    ]);
  });

  test("says 'Login Expired' instead of cancelling", async ({ page, request, customer }) => {
    const part = await partOf(request, 'fuel');
    const orderId = await customer.order(part, part.orderQuantity);
    await page.goto('/dashboard/my-orders');
    await orderRow(page, part.name).getByRole('button', { name: texts.cancel }).click();
    await expireSession(page);
    await page.getByRole('dialog').getByRole('button', { name: texts.yes }).click();
    await expect(toast(page, texts.loginExpired)).toHaveCount(1);
    await expect(page).toHaveURL(/\/login$/);
    await expect(toast(page, texts.cancelFailed)).toHaveCount(0);
    expect(await customer.seeOrder(orderId)).toMatchObject({ paid: false });
  });
});
