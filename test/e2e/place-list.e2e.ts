import type { APIRequestContext, Page } from '@playwright/test';
import type { Part } from '#contract/parts.ts';
import { expectReadable } from './axe-faults.ts';
import { cards, expectPaid, expiry, main, payButton } from './checkout.ts';
import { customerBeside, delivery, expect, test } from './customer.ts';
import { openPad, orderDialog, placeButton } from './order-pad.ts';

/** Parts with numbers of which an order can be placed. */
async function partsOf(request: APIRequestContext, count: number): Promise<Part[]> {
  const answer = await request.get('/api/parts', { params: { limit: 500 } });
  const parts = (await answer.json()) as Part[];
  return parts
    .filter(
      ({ partNumber, inStock, orderQuantity, price, quantityStep }) =>
        partNumber !== null &&
        inStock >= orderQuantity + 300 &&
        price * orderQuantity < 20_000 &&
        !quantityStep,
    )
    .slice(100, 100 + count);
}

const toList = (parts: readonly Part[]): string =>
  parts.map(({ partNumber, orderQuantity }) => `${partNumber}\t${orderQuantity}`).join('\n');
const sumOf = (parts: readonly Part[]): string => {
  const cents = parts.reduce(
    (sum, one) => sum + Math.round(one.price * 100) * one.orderQuantity,
    0,
  );
  return `$${(cents / 100).toFixed(2)}`;
};

/** What a spreadsheet puts into the clipboard, pasted on the page. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

test('twenty known parts are pasted, ordered and paid by keyboard, with few keys', async ({
  page,
  request,
  customer,
}) => {
  const parts = await partsOf(request, 20);
  const [known] = await partsOf(request, 1);
  // A customer who has ordered before: the address is known.
  if (known) await customer.order(known, known.orderQuantity);
  await openPad(page);
  let keys = 0;
  const press = async (key: string) => {
    keys += key.split('+').length;
    await page.keyboard.press(key);
  };
  await paste(page, toList(parts));
  await expect(main(page).getByText('20 lines added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Order 20 lines' }).first()).toBeEnabled();
  await press('Control+Enter');
  await expect(orderDialog(page)).toContainText(`20 lines, ${sumOf(parts)}. One payment.`);
  await expect(orderDialog(page).getByLabel('Address')).toHaveValue(delivery.address);
  await expectReadable(page);
  await press('Control+Enter');
  await expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible();
  await expect(payButton(page)).toHaveText(`Pay ${sumOf(parts)}`);
  await expect(payButton(page)).toBeEnabled();
  const card = page.getByLabel('Card number');
  while (!(await card.evaluate((field) => field === document.activeElement))) {
    await press('Tab');
    expect(keys).toBeLessThanOrEqual(25);
  }
  // The card's own keys do not count, but those between its fields do.
  await page.keyboard.type(cards.good);
  await press('Tab');
  await page.keyboard.type(expiry);
  await press('Tab');
  await page.keyboard.type('123');
  await press('Enter');
  await expectPaid(page);
  expect(keys).toBeLessThanOrEqual(25);
  await expect(
    page.getByRole('heading', { name: `20 orders are paid: ${sumOf(parts)}` }),
  ).toBeVisible();
  const orders = (await customer.listOrders()).filter(({ batchId }) => batchId !== null);
  expect(orders).toHaveLength(20);
  expect(new Set(orders.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(orders.every(({ paid }) => paid)).toBe(true);
  await page.goto('/order-pad');
  await expect(main(page).getByText(/^No lines yet/)).toBeVisible();
});

test('Ctrl and Enter order the list from the moment at which its button does', async ({
  page,
  request,
  customer,
}) => {
  const parts = (await partsOf(request, 2)).slice(1);
  await page.goto('/order-pad');
  await expect(page.getByRole('button', { name: customer.name })).toBeVisible();
  // Faster than anybody: before the browser shows the button, or does anything else.
  await page.evaluate(() => {
    const isThere = () =>
      [...document.querySelectorAll('button')].some(
        ({ textContent, disabled }) => textContent === 'Order 1 line' && !disabled,
      );
    new MutationObserver((_changes, observer) => {
      if (!isThere()) return;
      observer.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }),
      );
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await paste(page, toList(parts));
  await expect(orderDialog(page)).toBeVisible();
});

test.describe('what cannot be ordered any more', () => {
  test.use({ expectedStatuses: [422] });

  test('is named, and the others are ordered without it', async ({
    page,
    request,
    customer,
    browser,
    baseURL,
  }) => {
    const parts = (await partsOf(request, 23)).slice(20);
    const [gone] = parts;
    await openPad(page);
    await paste(page, toList(parts));
    await page.getByRole('button', { name: 'Order 3 lines' }).first().click();
    await expect(orderDialog(page)).toBeVisible();
    // Meanwhile somebody else takes all of one part.
    const other = await customerBeside(browser, baseURL);
    if (gone)
      await other.customer.order(
        gone,
        Math.floor((gone.inStock - gone.orderQuantity) / 100) * 100 + gone.orderQuantity,
      );
    await orderDialog(page).getByLabel('Address').fill(delivery.address);
    await orderDialog(page).getByLabel('Phone').fill(delivery.phone);
    await placeButton(page).click();
    await expect(
      orderDialog(page).getByRole('status').filter({ hasText: 'Nothing was ordered.' }),
    ).toBeVisible();
    await expect(orderDialog(page).getByRole('listitem')).toContainText(String(gone?.partNumber));
    expect(await customer.listOrders()).toEqual([]);
    // A try that is held up does not make the next one an order of some lines.
    const others = orderDialog(page).getByRole('button', { name: 'Order only the other 2 lines' });
    await orderDialog(page).getByLabel('Phone').fill('');
    await others.click();
    await expect(orderDialog(page).getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    await orderDialog(page).getByLabel('Phone').fill(delivery.phone);
    const refused = page.waitForResponse('**/api/batches');
    await placeButton(page).click();
    expect((await refused).status()).toBe(422);
    expect(await customer.listOrders()).toEqual([]);
    await others.click();
    await expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible();
    expect(await customer.listOrders()).toHaveLength(2);
    await page.goto('/order-pad');
    await expect(
      page.getByRole('textbox', { name: `Pieces of ${gone?.partNumber}` }),
    ).toBeVisible();
  });
});
