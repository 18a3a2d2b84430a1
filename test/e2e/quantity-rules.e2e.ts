import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expect, test } from './admin.ts';
import { expectReadable, expectWorkable } from './axe-faults.ts';
import { main, orderRow, purchaseNow, quantityField, toast } from './checkout.ts';
import { customerBeside, delivery, type Customer } from './customer.ts';
import { addPart, fillRequired, openGroup } from './part-form.ts';

const prices = (page: Page) =>
  main(page).getByRole('list', { name: 'Price by quantity' }).getByRole('listitem');

/** Types what follows into the fields that Tab reaches one after another. */
async function typeInto(page: Page, typed: readonly string[]): Promise<void> {
  for (const text of typed) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

/** An admin adds a part with rules of its quantities, with the keyboard alone; answers its id. */
async function addRuledPart(page: Page, name: string): Promise<string> {
  await fillRequired(page, name);
  const rules = await openGroup(page, 'Quantities and prices');
  await expect(rules.locator('summary')).toContainText('none');
  await typeInto(page, ['50', '1200', 'box of 50']);
  await expect(page.getByLabel('Pack label')).toBeFocused();
  await page.keyboard.press('Tab');
  for (const [from, price] of [
    ['400', '11.50'],
    ['600', '10.75'],
    ['800', '10.80'],
  ] as const) {
    const addBreak = rules.getByRole('button', { name: 'Add price break' });
    while (!(await addBreak.evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type(from);
    await typeInto(page, [price]);
  }
  await expect(rules.locator('summary')).toContainText('6');
  await page.getByRole('button', { name: 'Add product' }).press('Enter');
  await expect(
    rules.getByText('Each price must be for more pieces than the one before, and lower.'),
  ).toBeVisible();
  await rules.getByRole('group', { name: 'Price break 3' }).getByLabel('Price each').fill('9.99');
  await expectWorkable(page, 'the open group of quantities and prices');
  await expectReadable(page, 'the open group of quantities and prices');
  return addPart(page, name);
}

/** A customer orders the part at its second break, from the page of the part. */
async function orderAtBreak(page: Page, id: string): Promise<void> {
  await expect(prices(page)).toHaveText([
    'from 100$12.50',
    'from 400$11.50',
    'from 600$10.75',
    'from 800$9.99',
  ]);
  await main(page).getByRole('link', { name: texts.purchaseNow, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/purchase/${id}$`));
  await expect(main(page).getByText('From 100 to 1200, in steps of 50 (box of 50).')).toBeVisible();
  await quantityField(page).fill('430');
  await expect(main(page).getByText('430 does not fit. Next valid: 400 or 450')).toBeVisible();
  await main(page).getByRole('button', { name: 'Set quantity to 450' }).click();
  await expect(main(page).getByText('450 pieces for $5175.00 at $11.50 each')).toBeVisible();
  await expect(prices(page).and(page.locator('[aria-current=true]'))).toHaveText('from 400$11.50');
  await main(page)
    .getByRole('button', { name: 'Take 600: $10.75 each, saves $450.00' })
    .press('Enter');
  await expect(quantityField(page)).toHaveValue('600');
  await expect(main(page).getByText('600 pieces for $6450.00 at $10.75 each')).toBeVisible();
  await expectReadable(page, 'the order form');
  await page.getByLabel('Address').fill(delivery.address);
  await page.getByLabel('Phone', { exact: true }).fill(delivery.phone);
  await purchaseNow(page).click();
  await expect(toast(page, texts.orderPlaced)).toBeVisible();
  await expect(main(page).getByText('Ordered: 600 pieces for $6450.00.')).toBeVisible();
  await expect(main(page).getByText('The price changed')).toHaveCount(0);
}

/** The order, its page and its payment are at the price of the break, also after the part has another one. */
async function expectPriceKept(page: Page, customer: Customer, name: string): Promise<void> {
  const [order] = await customer.listOrders();
  expect(order).toMatchObject({ price: 10.75, total: 6450, quantity: 600 });
  await page.goto('/dashboard/my-orders');
  await expect(orderRow(page, name)).toContainText('$6450.00');
  await page.goto(`/payment/${order?._id}`);
  await expect(main(page).getByText('$10.75 / pice')).toBeVisible();
  await page.goto(`/dashboard/my-orders/${order?._id}`);
  await expect(main(page).getByText('600 pieces at $10.75')).toBeVisible();
}

test('an admin sets how a part is sold in bulk by keyboard, and a customer orders at the lower price', async ({
  page,
  admin,
  browser,
  baseURL,
}) => {
  const name = `Bulk disc of journey ${Date.now()}`;
  const id = await addRuledPart(page, name);

  await page.goto(`/dashboard/manage-products?q=${encodeURIComponent(name)}`);
  await expect(main(page).getByRole('row').filter({ hasText: name })).toContainText(
    '$12.50$9.99 from 800',
  );
  for (const view of ['', '&view=table']) {
    await page.goto(`/parts?q=${encodeURIComponent(name)}${view}`);
    await expect(main(page).getByText('$9.99 from 800')).toBeVisible();
    await expectReadable(page, `the list of parts ${view}`);
  }
  await page.goto(`/parts?q=${encodeURIComponent(name)}`);
  await main(page).getByRole('link', { name, exact: true }).click();
  await expectReadable(page, 'the page of the part');

  const { page: buyersPage, customer } = await customerBeside(browser, baseURL);
  await buyersPage.goto(page.url());
  await orderAtBreak(buyersPage, id);
  await admin.edit(id, { price: 14, priceBreaks: [{ from: 400, price: 13 }] });
  await expectPriceKept(buyersPage, customer, name);
});

test('a phone shows the lower prices, and the valid quantities beside a typed one', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await addRuledPart(page, `Bulk disc on a phone ${Date.now()}`);
  const { page: buyersPage } = await customerBeside(browser, baseURL);
  await buyersPage.setViewportSize({ width: 390, height: 844 });
  await buyersPage.goto(`/parts?q=Bulk disc on a phone`);
  await expect(main(buyersPage).getByText('$9.99 from 800').first()).toBeVisible();
  await buyersPage.goto(`/parts/${id}`);
  await orderAtBreak(buyersPage, id);
});
