import { readFile } from 'node:fs/promises';
import { formatDollars } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';
import { expect, rowOf, test } from './admin.ts';
import { axeFaults } from './axe-faults.ts';
import { main, toast } from './checkout.ts';
import { openAccount, partOf } from './customer.ts';
import { paidBeside } from './paid-order.ts';

for (const { path, columns } of [
  { path: 'manage-users', columns: [/^No/, 'Name', 'Email', 'Role', 'Action', 'Orders'] },
  {
    path: 'manage-orders',
    columns: ['Product', 'Quantity', 'Total', 'Status', 'Action', 'Date', 'Customer', 'Order'],
  },
  {
    path: 'manage-products',
    columns: [/^No/, 'Name', 'Price', 'In stock', 'Min order', 'Action', 'Part number'],
  },
] as const) {
  test(`the table of ${path} has the columns of Spec §2`, async ({ page }) => {
    await page.goto(`/dashboard/${path}`);
    await expect(main(page).getByRole('columnheader')).toHaveText([...columns]);
    const rows = main(page).getByRole('row');
    expect(await rows.count()).toBeGreaterThan(2);
  });

  test(`the rows of ${path} are one line high, and its heads stay in sight`, async ({ page }) => {
    await page.goto(`/dashboard/${path}`);
    const rows = main(page).getByRole('row');
    await expect(rows.nth(2)).toBeVisible();
    const heights = await rows.evaluateAll((all) =>
      all.slice(1).map((row) => row.getBoundingClientRect().height),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(48);
    await page.mouse.wheel(0, 400);
    await expect
      .poll(async () => (await rows.first().getByRole('columnheader').first().boundingBox())?.y)
      .toBeCloseTo(64, 0);
  });
}

test("an account without a name is 'Anonymous' to admins", async ({
  page,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const { email, accessToken } = await openAccount(request, baseURL ?? '', 'Somebody');
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await request.put(`/api/users/${email}`, { headers, data: { name: '' } })).status()).toBe(
    200,
  );
  await page.goto(`/dashboard/manage-users?q=${encodeURIComponent(email)}`);
  await expect(rowOf(page, email).getByRole('cell').nth(1)).toHaveText(texts.anonymous);
  await request.dispose();
});

test('a head sorts, keeps the filters, and the paging goes on from there', async ({ page }) => {
  await page.goto('/dashboard/manage-orders?state=shipped');
  const head = (name: string) => main(page).getByRole('columnheader', { name });
  await expect(head('Date')).toHaveAttribute('aria-sort', 'descending');
  await head('Total').getByRole('link').click();
  await expect(page).toHaveURL(/\?state=shipped&sort=total$/);
  await expect(head('Total')).toHaveAttribute('aria-sort', 'ascending');
  await head('Total').getByRole('link').click();
  await expect(page).toHaveURL(/\?state=shipped&sort=-total$/);
  await expect(head('Total')).toHaveAttribute('aria-sort', 'descending');
  const figures = async () => {
    const totals = main(page).getByRole('row').getByRole('cell', { name: /^\$/ });
    return (await totals.allTextContents()).map((total) => Number(total.slice(1)));
  };
  await expect
    .poll(async () => {
      const shown = await figures();
      return (
        shown.length > 2 && shown.every((total, at) => at === 0 || total <= (shown[at - 1] ?? 0))
      );
    })
    .toBe(true);
});

test('what is filtered is counted, summed up, and taken along as a file', async ({
  page,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const { email, order } = await openAccount(request, baseURL ?? '', 'Wholesale Garage');
  const part = await partOf(request, 'gaskets');
  const quantities = [part.orderQuantity, part.orderQuantity + 100];
  for (const quantity of quantities) await order(part, quantity);
  await request.dispose();
  await page.goto(`/dashboard/manage-orders?state=unpaid&customer=${encodeURIComponent(email)}`);
  const total = quantities.reduce((sum, quantity) => sum + part.price * quantity, 0);
  await expect(main(page).getByText(`2 orders, ${formatDollars(total)}`)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('button', { name: 'CSV of these orders' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^underhood-orders-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFOrder,Ordered at,Product,/);
  expect(text.match(/^UH-/gm)).toHaveLength(2);
  expect(text.match(/,Unpaid,/g)).toHaveLength(2);
  await expect(main(page).getByText(/^Saved as underhood-orders-/)).toBeVisible();
});

test('an admin approves what is chosen; each order goes by its own rules', async ({
  page,
  browser,
  baseURL,
}) => {
  const { buyer, part, order: paid } = await paidBeside(browser, baseURL);
  const unpaid = await buyer.customer.order(part, part.orderQuantity);

  await page.goto(`/dashboard/manage-users?q=${encodeURIComponent(buyer.customer.email)}`);
  await rowOf(page, buyer.customer.email)
    .getByRole('link', { name: /^Orders/ })
    .click();
  await expect(main(page).getByText(`Orders of ${buyer.customer.email}`)).toBeVisible();
  await expect(main(page).getByText(/^2 orders, \$/)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  await expect(bar).toContainText('1 can be approved');
  expect(await axeFaults(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Approve 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Order Approve' });
  await expect(dialog).toContainText('1 of those chosen cannot be approved');
  await dialog.getByRole('button', { name: texts.yes }).click();
  const results = main(page).getByRole('status').filter({ hasText: 'Approved: 1 of 1' });
  await expect(results.getByRole('listitem').filter({ hasText: orderNumber(paid) })).toContainText(
    'Approved',
  );
  await expect(rowOf(page, orderNumber(paid))).toContainText(texts.completed);
  await expect(rowOf(page, orderNumber(unpaid))).toContainText('Unpaid');
  await expect(bar).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFaults(page)).toEqual([]);
  await buyer.page.context().close();
});

test('an admin takes chosen products out of the shop by keyboard', async ({ page }) => {
  await page.goto('/dashboard/manage-products?sort=-name');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  const names: string[] = [];
  for (const box of [boxes.nth(0), boxes.nth(1)]) {
    await box.press('Space');
    await expect(box).toBeChecked();
    names.push(((await box.getAttribute('aria-label')) ?? '').replace('Select ', ''));
  }
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Delete 2' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: texts.confirmCancelTitle });
  await expect(dialog.getByRole('button', { name: texts.no })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Deleted: 2 of 2')).toBeVisible();
  await expect(bar).toBeHidden();
  // As it was, for the journeys that come after.
  for (const name of names) {
    await page.goto(`/dashboard/manage-products?show=archived&q=${encodeURIComponent(name)}`);
    await rowOf(page, name).getByRole('button', { name: 'Restore' }).first().click();
    await expect(toast(page, 'Product restored.').first()).toBeVisible();
  }
});

test('on a phone an order is a card with its picture, name, sum and state, and nothing scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/manage-orders?state=shipped&sort=-total');
  const card = main(page).getByRole('row').nth(1);
  const [name, sum, state] = [
    card.getByRole('link').first(),
    card.getByRole('cell', { name: /^\$/ }),
    card.getByRole('cell', { name: texts.completed, exact: true }),
  ];
  for (const shown of [card.locator('img'), name, sum, state]) await expect(shown).toBeVisible();
  const [nameBox, sumBox, stateBox] = [
    await name.boundingBox(),
    await sum.boundingBox(),
    await state.boundingBox(),
  ];
  expect(sumBox?.x ?? 0).toBeGreaterThan((nameBox?.x ?? 0) + (nameBox?.width ?? 0) - 1);
  expect(stateBox?.y ?? 0).toBeGreaterThan(sumBox?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(page.getByLabel('Sort by')).toHaveValue('-total');
});
