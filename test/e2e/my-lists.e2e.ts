import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Part } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { expectReadable } from './axe-faults.ts';
import { cards, expectPaid, main, payWith } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';

const row = (page: Page, text: string | RegExp) =>
  main(page).getByRole('row').filter({ hasText: text });
const dollars = (...parts: readonly Part[]) =>
  `$${(parts.reduce((sum, { price, orderQuantity }) => sum + Math.round(price * 100) * orderQuantity, 0) / 100).toFixed(2)}`;

/** Three parts, of which the first two are on the list. */
async function threeParts(request: APIRequestContext): Promise<[Part, Part, Part]> {
  return [
    await partOf(request, 'sensors'),
    await partOf(request, 'electrical'),
    await partOf(request, 'engine'),
  ];
}

/** Moves on by Tab until the element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'checkbox') {
  const wanted = main(page).getByRole(role, { name }).first();
  for (let keys = 0; keys < 60; keys += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${String(name)}.`);
}

test('a list is found by keyboard, opened, exported, and paid together with a single order', async ({
  page,
  request,
  customer,
}) => {
  const [one, two, single] = await threeParts(request);
  const list = await customer.orderList([one, two], { poNumber: '4500-1187' });
  const orderId = await customer.order(single, single.orderQuantity);
  await page.goto('/dashboard/my-orders');
  await expect(main(page).getByRole('checkbox')).toHaveCount(2);
  await expect(row(page, 'List of 2 parts')).toContainText('PO 4500-1187');
  await expectReadable(page);

  await page.getByRole('searchbox').focus();
  await page.keyboard.type('4500-11');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/my-orders\?q=4500-11$/);
  await expect(row(page, single.name)).toHaveCount(0);
  const opener = main(page).getByRole('button', { name: /^Lines of list UB-/ });
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await tabTo(page, /^Lines of list UB-/, 'button');
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(row(page, two.name)).toContainText(dollars(two));
  await expectReadable(page);
  await page.keyboard.press('Enter');
  await expect(row(page, two.name)).toHaveCount(0);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of these orders' }).click(),
  ]);
  const saved = await readFile(await file.path(), 'utf8');
  expect(saved.trim().split('\r\n')).toHaveLength(3);
  expect(saved).toContain(',4500-1187,');
  expect(saved).not.toContain(single.partNumber ?? '-');

  await page.getByLabel('Status').selectOption('Shipped');
  await expect(page).toHaveURL(/[?&]state=shipped/);
  await expect(main(page).getByText('No order fits this search.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all orders' }).click();

  await opener.click();
  const line = main(page).getByRole('checkbox', { name: `Select ${one.name}` });
  const whole = main(page).getByRole('checkbox', { name: /^Select list UB-.*, 2 unpaid$/ });
  const bar = main(page).getByRole('region', { name: 'Chosen orders' });
  await line.check();
  await expect(bar).toContainText(`1 selected: ${dollars(one)}`);
  await expect(whole).not.toBeChecked();
  await whole.check();
  await expect(line).toBeChecked();
  await expect(line).toBeDisabled();
  await main(page)
    .getByRole('checkbox', { name: `Select ${single.name}` })
    .check();
  await expect(bar).toContainText(`2 selected: ${dollars(one, two, single)}`);
  await expect(bar).toContainText('one payment for 3 orders');
  await bar.getByRole('link', { name: texts.pay }).click();
  await expect(main(page).getByRole('list', { name: 'Orders of this payment' })).toBeVisible();
  await payWith(page, cards.good);
  await expectPaid(page);
  expect((await customer.seeOrder(orderId)).paid).toBe(true);
  const orders = (await customer.listOrders()).filter(({ batchId }) => batchId === list);
  expect(orders.map(({ paid }) => paid)).toEqual([true, true]);
});

test("a list's own page shows its lines and sums, cancels a line, and is made for paper", async ({
  page,
  request,
  customer,
}) => {
  const [one, two] = await threeParts(request);
  const list = await customer.orderList([one, two], { poNumber: 'PO <b>7</b>', note: 'Back door' });
  await page.goto('/dashboard/my-orders');
  await main(page).getByRole('link', { name: 'List of 2 parts' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/my-orders/list/${list}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^List UB-[\dA-F]{10}$/);
  await expect(main(page)).toContainText('PO <b>7</b>');
  const pay = main(page).getByRole('link', { name: `${texts.pay} ${dollars(one, two)}` });
  await expect(pay).toBeVisible();
  await expectReadable(page);
  await main(page)
    .getByRole('button', { name: new RegExp(`^${texts.cancel} ?: `) })
    .nth(1)
    .click();
  await page.getByRole('dialog').getByRole('button', { name: texts.yes }).click();
  await expect(row(page, two.name)).toContainText('Cancelled');
  await expect(
    main(page).getByRole('link', { name: `${texts.pay} ${dollars(one)}` }),
  ).toBeVisible();
  const story = main(page).getByRole('list', { name: 'What happened' });
  await expect(story.getByRole('listitem')).toHaveText([
    /^Placed.*by you/,
    new RegExp(`^Cancelled.*${two.orderQuantity} × `),
  ]);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(main(page).getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(pay).toBeHidden();
  await expect(row(page, one.name)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('all unpaid lines of a list are cancelled by one question, on My Orders and on the list’s own page', async ({
  page,
  request,
  customer,
}) => {
  const [one, two] = await threeParts(request);
  const lists = [await customer.orderList([one, two]), await customer.orderList([one, two])];
  const dialog = page.getByRole('dialog', { name: texts.confirmCancelTitle });
  await page.goto('/dashboard/my-orders');
  await main(page)
    .getByRole('button', { name: new RegExp(`^${texts.cancel} ?: unpaid lines of list`) })
    .first()
    .click();
  await expect(dialog).toContainText('cancel all 2 unpaid lines of this list?');
  await expect(dialog).toContainText(`${dollars(one, two)} not paid`);
  await expectReadable(page);
  await dialog.getByRole('button', { name: texts.yes }).click();
  await expect(page.getByText('2 lines cancelled').first()).toBeVisible();
  await expect(row(page, 'List of 2 parts')).toHaveCount(1);

  await page.goto(`/dashboard/my-orders/list/${lists[0]}`);
  await main(page).getByRole('button', { name: 'Cancel all 2 unpaid lines' }).click();
  // The dialog gives the focus back to the button, which goes when the slow list is there.
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    if (route.request().method() === 'GET') await new Promise((go) => setTimeout(go, 500));
    await route.fulfill({ response: answer });
  });
  await dialog.getByRole('button', { name: texts.yes }).click();
  await expect(row(page, one.name)).toContainText('Cancelled');
  await expect(main(page).getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await customer.listOrders()).toEqual([]);
});

test.describe('what is not there', () => {
  test.use({ expectedStatuses: [404] });

  test('and what is somebody else’s look the same', async ({ page, request, customer }) => {
    const [one] = await threeParts(request);
    const list = await customer.orderList([one]);
    await page.goto(
      `/dashboard/my-orders/list/${list.replace(/^./, (it) => (it === 'a' ? 'b' : 'a'))}`,
    );
    await expect(main(page)).toContainText('There is no such list.');
    await expectReadable(page);
  });
});
