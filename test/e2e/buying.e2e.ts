import { formatDollars } from '#contract/money.ts';
import { limits, texts } from '#contract/texts.ts';
import {
  cards,
  expectPaid,
  main,
  orderRow,
  pay,
  payWith,
  purchaseNow,
  quantityField,
  sentBy,
  stockShown,
  toast,
} from './checkout.ts';
import { delivery, expect, openAccount, partOf, test } from './customer.ts';
import { partsInList } from './finding.ts';
import { test as asGuest } from './journey.ts';

asGuest(
  'somebody registers, confirms the address, orders 200 brake discs, pays and reads the transaction id',
  async ({ page, request }) => {
    const disc = await partOf(request, 'braking', 'brake disc');
    const email = `e2e.${Date.now()}.newcomer@example.com`;
    await page.goto(`/purchase/${disc._id}`);
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByLabel('Name').fill('Omar Newcomer');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('bulk-order');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(new RegExp(`/purchase/${disc._id}$`));
    await page.goto('/dev/outbox');
    const mail = page
      .getByRole('listitem')
      .filter({ hasText: 'Confirm your e-mail address' })
      .filter({ hasText: email });
    await mail.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(main(page).getByText('Your e-mail address is confirmed.')).toBeVisible();

    await page.goto(`/purchase/${disc._id}`);
    await expect(page.getByLabel('Name')).toHaveValue('Omar Newcomer');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByLabel('Address').fill(delivery.address);
    await page.getByLabel('Phone').fill(delivery.phone);
    await quantityField(page).fill('200');
    await expect(
      main(page).getByText('Until you pay, the pieces are held for you for 3 days.'),
    ).toBeVisible();
    await purchaseNow(page).click();
    await expect(toast(page, texts.orderPlaced)).toBeVisible();
    await expect(
      main(page).getByText(
        /^The pieces are held until .* at .*\. An order that is not paid by then is cancelled\.$/,
      ),
    ).toBeVisible();

    await main(page).getByRole('link', { name: texts.myOrders }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Omar Newcomer's Orders");
    await expect(main(page).getByRole('columnheader')).toHaveText([
      'Product name',
      'Quantity',
      'Total price',
      'Status',
      'Action',
    ]);
    const row = orderRow(page, disc.name);
    await expect(row.getByRole('cell').nth(1)).toHaveText('200');
    await expect(row.getByRole('cell').nth(2)).toHaveText(formatDollars(disc.price * 200));
    await expect(row.getByRole('cell').nth(3)).toHaveText('Unpaid');
    await row.getByRole('link', { name: texts.pay }).click();
    await expect(page).toHaveURL(/\/payment\/[\w-]+$/);
    await payWith(page, cards.good);
    await expectPaid(page);

    await page.goto('/dashboard/my-orders');
    await expect(row.getByRole('cell').nth(3)).toHaveText('Pending');
    await expect(row.getByRole('link', { name: texts.pay })).toHaveCount(0);
    await expect(row.getByRole('button', { name: texts.cancel })).toHaveCount(0);
    const details = toast(page, 'Transaction id: pi_');
    await row.getByRole('button', { name: texts.details }).click();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toHaveCount(0, { timeout: 3000 });

    // This one is not closed: it has to disappear by itself, although the last one was closed by hand.
    await row.getByRole('button', { name: texts.details }).click();
    await expect(details).toBeVisible();
    const shown = Date.now();
    await page.waitForTimeout(limits.detailsToastMs - 1000);
    await expect(details).toBeVisible();
    await expect(details).toHaveCount(0, { timeout: 4000 });
    expect(Date.now() - shown).toBeGreaterThan(limits.detailsToastMs - 200);
  },
);

asGuest(
  "a guest who presses 'Purchase now' comes back to the part after the login",
  async ({ page, request, baseURL }) => {
    const { email, password } = await openAccount(request, baseURL ?? '', 'Nadia Buyer');
    await page.goto('/parts?category=wipers');
    const card = partsInList(page).first();
    const name = (await card.getByRole('heading').textContent()) ?? '';
    await card.getByRole('link', { name: texts.purchaseNow }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await main(page).getByRole('button', { name: texts.login }).click();
    await expect(page).toHaveURL(/\/purchase\/[\w-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    // The login is replaced in the history.
    await page.goBack();
    await expect(page).toHaveURL(/\/parts\?category=wipers$/);
  },
);

test('a quantity out of range sends nothing, says nothing new and leaves the focus; the next valid one is ordered', async ({
  page,
  request,
}) => {
  const part = await partOf(request, 'ignition');
  await page.goto(`/purchase/${part._id}`);
  await page.getByLabel('Address').fill(delivery.address);
  await page.getByLabel('Phone').fill(delivery.phone);
  const quantity = quantityField(page);
  await expect(quantity).toHaveValue(String(part.orderQuantity));
  // It comes by a call of its own; the page says nothing more after it.
  await expect(main(page).getByText('Until you pay')).toBeVisible();
  // So does the menu of whoever is signed in.
  await expect(page.getByRole('button', { name: 'Nadia Buyer' })).toBeVisible();
  const sent = sentBy(page);
  for (const wrong of [
    '0',
    '-100',
    part.orderQuantity - 1,
    part.orderQuantity + 1,
    part.inStock + 100,
    '1e9',
  ]) {
    await quantity.fill(String(wrong));
    const before = await page.locator('body').innerText();
    await quantity.press('Enter');
    await page.waitForTimeout(100);
    await expect(quantity).toBeFocused();
    await purchaseNow(page).click();
    await page.waitForTimeout(100);
    await expect(purchaseNow(page)).toBeFocused();
    expect(await page.locator('body').innerText()).toBe(before);
  }
  expect(sent).toEqual([]);
  await quantity.fill(String(part.orderQuantity));
  await purchaseNow(page).click();
  await expect(toast(page, texts.orderPlaced)).toBeVisible();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/orders']);
});

test('an order without address, phone or quantity is not sent, and the fields say what is missing', async ({
  page,
  request,
}) => {
  const part = await partOf(request, 'ignition');
  await page.goto(`/purchase/${part._id}`);
  const sent = sentBy(page);
  await page.getByLabel('Address').fill('  ');
  await quantityField(page).fill('');
  await purchaseNow(page).click();
  for (const [label, field] of [
    ['Address', page.getByLabel('Address')],
    ['Phone', page.getByLabel('Phone')],
    ['Quantity', quantityField(page)],
  ] as const) {
    await expect(field).toHaveAccessibleDescription(new RegExp(`${label} is required`));
  }
  await expect(page.getByLabel('Address')).toBeFocused();
  for (const [missing, given] of [
    ['Phone', 'Address'],
    ['Address', 'Phone'],
  ] as const) {
    await quantityField(page).fill(String(part.orderQuantity));
    await page.getByLabel(given).fill(delivery[given === 'Phone' ? 'phone' : 'address']);
    await page.getByLabel(missing).fill('');
    await purchaseNow(page).click();
    await expect(page.getByLabel(missing)).toBeFocused();
  }
  expect(sent).toEqual([]);
});

test('an error goes from beside a field that a button has filled', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'ignition');
  await customer.order(part, part.orderQuantity);
  const { email, name, accessToken } = customer;
  const kiln = { address: '4 Kiln Lane, York', phone: '+44 1904 960222' };
  await request.put(`/api/users/${email}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { name, email, ...kiln, education: '', linkedin: '' },
  });
  await page.goto(`/purchase/${part._id}`);
  const [address, phone] = [page.getByLabel('Address'), page.getByLabel('Phone')];
  await expect(address).toHaveValue(delivery.address);
  const fields = [address, phone, quantityField(page)];
  for (const field of fields) await field.fill('');
  await purchaseNow(page).click();
  for (const field of fields) await expect(field).toHaveAccessibleDescription(/is required/);

  await page.getByRole('button', { name: `Set quantity to ${part.orderQuantity}` }).click();
  await expect(quantityField(page)).not.toHaveAccessibleDescription(/is required/);
  await expect(phone).toHaveAccessibleDescription('Phone is required');
  await page.getByRole('button', { name: 'As in my profile' }).click();
  await expect(address).toHaveValue(kiln.address);
  await expect(main(page).getByText(/is required/)).toHaveCount(0);
});

test("a double click on 'Purchase Now' makes one order", async ({ page, request, customer }) => {
  const part = await partOf(request, 'engine');
  await page.goto(`/purchase/${part._id}`);
  await page.getByLabel('Address').fill(delivery.address);
  await page.getByLabel('Phone').fill(delivery.phone);
  const sent = sentBy(page);
  await purchaseNow(page).dblclick();
  await expect(toast(page, texts.orderPlaced)).toBeVisible();
  await expect(stockShown(page)).toHaveText(String(part.inStock - part.orderQuantity));
  await page.goto('/dashboard/my-orders');
  await expect(orderRow(page, part.name)).toHaveCount(1);
  expect(sent.filter(({ path }) => path === '/api/orders')).toHaveLength(1);
  expect(await customer.listOrders()).toHaveLength(1);
});

test.describe('an unpaid order on My Orders', () => {
  test.use({ expectedStatuses: [409] });

  test('stays after No; after Yes it is gone and its pieces are back in stock', async ({
    page,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'timing');
    const orderId = await customer.order(part, part.orderQuantity + 100);
    await page.goto(`/purchase/${part._id}`);
    await expect(stockShown(page)).toHaveText(String(part.inStock - part.orderQuantity - 100));
    await page.goto('/dashboard/my-orders');
    const row = orderRow(page, part.name);
    const dialog = page.getByRole('dialog', { name: texts.confirmCancelTitle });
    await row.getByRole('button', { name: texts.cancel }).click();
    await expect(dialog.getByText(texts.confirmCancelQuestion)).toBeVisible();
    await dialog.getByRole('button', { name: texts.no }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('button', { name: texts.cancel })).toBeFocused();
    expect(await customer.seeOrder(orderId)).toMatchObject({ paid: false });

    await row.getByRole('button', { name: texts.cancel }).click();
    await dialog.getByRole('button', { name: texts.yes }).click();
    await expect(toast(page, texts.orderCancelled)).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(main(page).getByText(texts.noOrders)).toBeVisible();
    await expect(main(page).getByRole('link', { name: texts.orderNow })).toBeVisible();
    // A page that everybody is sent may be a second old.
    const stock = async () => {
      await page.goto(`/purchase/${part._id}`);
      return stockShown(page).textContent();
    };
    await expect.poll(stock).toBe(String(part.inStock));
  });

  test("cannot be cancelled once it was paid in another tab: 'Failed to cancel order!', and the row shows it as it is", async ({
    page,
    context,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'cooling');
    const orderId = await customer.order(part, part.orderQuantity);
    await page.goto('/dashboard/my-orders');
    const row = orderRow(page, part.name);
    await row.getByRole('button', { name: texts.cancel }).click();
    const other = await context.newPage();
    await pay(other, orderId);

    await page.getByRole('dialog').getByRole('button', { name: texts.yes }).click();
    await expect(toast(page, texts.cancelFailed)).toBeVisible();
    await expect(row.getByRole('cell').nth(3)).toHaveText('Pending');
    await expect(row.getByRole('status')).toHaveText(/^Not cancelled\. /);
    await page.getByLabel('Status').selectOption(texts.pending);
    await expect(page).toHaveURL(/[?&]state=pending/);
    await expect(row.getByRole('status')).toHaveText('');
    expect(await customer.seeOrder(orderId)).toMatchObject({ paid: true });
  });
});
