import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { main, payButton, toast } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';

const broken = {
  status: 500,
  json: { error: 'internal', message: 'Something went wrong on our side.' },
};

/** No toast, but a line beside the button. */
async function expectQuietLine(page: Page): Promise<void> {
  await expect(main(page).getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(page.locator('.toast-card')).toHaveCount(0);
}

test.describe('what fails without a toast (Spec §8)', () => {
  test.use({ expectedStatuses: [500] });

  test('a profile: it stays as it was typed and can be sent again', async ({ page }) => {
    await page.route('**/api/users/*', async (route) => route.fulfill(broken));
    await page.goto('/dashboard/my-profile');
    await main(page).getByLabel('Education').fill('Vehicle technician');
    const update = main(page).getByRole('button', { name: texts.updateProfile });
    await update.click();
    await expectQuietLine(page);
    await expect(main(page).getByLabel('Education')).toHaveValue('Vehicle technician');
    await page.unroute('**/api/users/*');
    await update.click();
    await expect(toast(page, texts.profileUpdated)).toBeVisible();
  });

  test('a payment that cannot be prepared: Pay rests until a retry succeeds', async ({
    page,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'drivetrain');
    const orderId = await customer.order(part, part.orderQuantity);
    await page.route('**/api/create-payment-intent', async (route) => route.fulfill(broken));
    await page.goto(`/payment/${orderId}`);
    await expect(main(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    await expectQuietLine(page);
    await expect(payButton(page)).toBeDisabled();
    await page.unroute('**/api/create-payment-intent');
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await expect(payButton(page)).toBeEnabled();
  });
});

test('Pay is disabled until the card provider and the client secret are ready', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'drivetrain');
  const orderId = await customer.order(part, part.orderQuantity);
  const secret = Promise.withResolvers<undefined>();
  await page.route('**/api/create-payment-intent', async (route) => {
    await secret.promise;
    await route.continue();
  });
  await page.goto(`/payment/${orderId}`);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  secret.resolve(undefined);
  await expect(payButton(page)).toBeEnabled();
});
