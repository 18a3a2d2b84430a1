import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Part } from '#contract/parts.ts';
import { expectWorkable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { expect, test as customer } from './customer.ts';
import { busy, test as guest } from './journey.ts';
import { addLines, openPad } from './order-pad.ts';

/** Parts that can be ordered, with their own numbers. */
async function partsOf(request: APIRequestContext, category: string): Promise<Part[]> {
  const answer = await request.get('/api/parts', { params: { category, limit: 100 } });
  const parts = (await answer.json()) as Part[];
  return parts.filter(
    ({ partNumber, inStock, orderQuantity, price, quantityStep, priceBreaks }) =>
      partNumber !== null &&
      inStock >= orderQuantity + 300 &&
      price * (orderQuantity + 300) < 500_000 &&
      quantityStep === null &&
      priceBreaks.length === 0,
  );
}

const pad = (page: Page) => main(page).getByRole('table', { name: 'Lines of the list' });
const line = (page: Page, number: string | null): Locator =>
  pad(page)
    .getByRole('row')
    .filter({ has: page.getByRole('textbox', { name: `Pieces of ${number}`, exact: true }) });
const pieces = (page: Page, number: string | null): Locator =>
  page.getByRole('textbox', { name: `Pieces of ${number}`, exact: true });
const numberField = (page: Page) => page.getByRole('combobox', { name: 'Number or name' });
const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' });
const status = (page: Page) => main(page).getByRole('status');

guest.describe('the order pad', () => {
  guest.use({ expectedStatuses: [503] });

  guest(
    'takes twenty pasted numbers, and mends one quantity by a click',
    async ({ page, request }) => {
      const parts = (await partsOf(request, 'filters')).slice(0, 20);
      const [first] = parts as [Part];
      const asked: string[] = [];
      page.on('request', (made) => {
        if (made.url().endsWith('/order-list/check')) asked.push(made.url());
      });
      await openPad(page);
      const rows = parts.map(({ partNumber, orderQuantity }, index) =>
        [partNumber, index === 0 ? orderQuantity + 50 : orderQuantity].join('\t'),
      );
      await addLines(page, `Number\tQty\n${rows.join('\n')}`);
      await expect(status(page).getByText('20 lines added.')).toBeVisible();
      await expect(pad(page).getByRole('row')).toHaveCount(21);
      await expect(summary(page)).toContainText('19 of 20');
      expect(asked).toHaveLength(1);
      await expect(summary(page)).toContainText('1 line needs you');
      await page.getByRole('button', { name: 'Fix 1 line' }).first().click();
      await expect(page.locator(':focus')).toHaveText(`Take ${first.orderQuantity}`);
      await page.getByRole('button', { name: `Take ${first.orderQuantity + 100}, line 1` }).click();
      await expect(pieces(page, first.partNumber)).toHaveValue(String(first.orderQuantity + 100));
      await expect(summary(page)).toContainText('20 of 20');
      const cents = parts.reduce(
        (sum, { price, orderQuantity }, index) =>
          sum + Math.round(price * 100) * (orderQuantity + (index === 0 ? 100 : 0)),
        0,
      );
      await expect(summary(page)).toContainText(`$${(cents / 100).toFixed(2)}`);
      expect(asked).toHaveLength(1);
    },
  );

  guest('is filled by keyboard alone: number, Enter, pieces, Enter', async ({ page, request }) => {
    const [one, two] = (await partsOf(request, 'ignition')) as [Part, Part];
    await openPad(page);
    await numberField(page).focus();
    for (const { partNumber, orderQuantity } of [one, two]) {
      await page.keyboard.type(partNumber ?? '');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Pieces', exact: true })).toBeFocused();
      await page.keyboard.type(String(orderQuantity));
      await page.keyboard.press('Enter');
      await expect(numberField(page)).toBeFocused();
    }
    await expect(summary(page)).toContainText('2 of 2');
    // A suggestion is taken by keyboard, too.
    await page.keyboard.type((two.partNumber ?? '').slice(0, -1));
    await expect(page.getByRole('listbox', { name: 'Suggested parts' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Pieces', exact: true })).toBeFocused();
    // Nothing that cannot be a number of pieces is taken for one.
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await expect(page.getByText('“many” is no number of pieces.')).toBeVisible();
    await expect(pad(page).getByRole('row')).toHaveCount(3);
    // The quantity steps with the arrow keys, and a line goes by Enter.
    await pieces(page, one.partNumber).press('ArrowUp');
    await expect(pieces(page, one.partNumber)).toHaveValue(String(one.orderQuantity + 100));
    await page.getByRole('button', { name: `Remove line 1, ${one.partNumber}` }).press('Enter');
    await expect(line(page, one.partNumber)).toHaveCount(0);
    await expect(
      page.getByRole('button', { name: `Remove line 1, ${two.partNumber}` }),
    ).toBeFocused();
  });

  guest('keeps unknown numbers, and names the nearest', async ({ page, request }) => {
    const [known] = (await partsOf(request, 'braking')) as [Part];
    const number = known.partNumber ?? '';
    const wrong = `${number.slice(0, -1)}X`;
    await openPad(page);
    await addLines(page, `${wrong};${known.orderQuantity}`);
    await expect(pad(page).getByText('No part has this number.')).toBeVisible();
    await pad(page)
      .getByRole('button', { name: new RegExp(`^Take .+ for ${wrong}$`) })
      .first()
      .click();
    await expect(pad(page).getByText('No part has this number.')).toHaveCount(0);
    await expect(pad(page).getByRole('link')).toHaveCount(1);
  });

  guest('is kept over a reload, and other tabs follow', async ({ page, context, request }) => {
    const [one, two] = (await partsOf(request, 'engine')) as [Part, Part];
    await openPad(page);
    const other = await context.newPage();
    await openPad(other);
    await addLines(page, `${one.partNumber};${one.orderQuantity}`);
    await expect(pieces(other, one.partNumber)).toHaveValue(String(one.orderQuantity));
    await page.reload();
    await expect(pieces(page, one.partNumber)).toHaveValue(String(one.orderQuantity));
    await page.goto(`/parts/${two._id}`);
    await main(page)
      .getByRole('button', { name: `Add to list: ${two.name}` })
      .first()
      .click();
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Order pad, 2 lines' }),
    ).toBeVisible();
    await expect(pieces(other, two.partNumber)).toHaveValue(String(two.orderQuantity));
    await other.close();
  });

  guest('says so when the shop cannot be reached, and goes on', async ({ page, request }) => {
    const [one] = (await partsOf(request, 'engine')) as [Part];
    await openPad(page);
    await page.route('**/api/order-list/check', (route) => route.fulfill(busy));
    await addLines(page, `${one.partNumber};${one.orderQuantity}`);
    await expect(main(page)).toContainText('The list is kept.');
    await page.unroute('**/api/order-list/check');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(summary(page)).toContainText('1 of 1');
  });

  guest('works on a phone', async ({ page, request }) => {
    const parts = (await partsOf(request, 'braking')).slice(0, 3);
    await page.setViewportSize({ width: 390, height: 844 });
    await openPad(page);
    await addLines(
      page,
      [...parts.map((part) => `${part.partNumber};${part.orderQuantity + 50}`), 'NO-SUCH-1;5'].join(
        '\n',
      ),
    );
    await expect(summary(page)).toContainText('4 lines need you');
    await expectWorkable(page, 'the order pad on a phone');
    for (const part of parts)
      await line(page, part.partNumber)
        .getByRole('button', { name: `Take ${part.orderQuantity},` })
        .click();
    await expect(summary(page)).toContainText('3 of 4');
    await page.getByRole('button', { name: 'Remove line 4, NO-SUCH-1' }).click();
    await expect(page.getByRole('link', { name: 'Sign in to place it' }).last()).toBeInViewport();
  });
});

guest.describe('without scripts', () => {
  guest.use({ javaScriptEnabled: false });

  guest('the order pad says what it needs, and leads to the parts', async ({ page }) => {
    await page.goto('/order-pad');
    await main(page).getByRole('link', { name: 'All parts' }).click();
    await expect(page).toHaveURL(/\/parts$/);
  });
});

customer.describe('the order pad of a customer', () => {
  customer.use({ expectedStatuses: [409] });

  customer(
    'is joined with what they wrote as a guest',
    async ({ browser, baseURL, request, customer: buyer }) => {
      const [one, two] = (await partsOf(request, 'engine')) as [Part, Part];
      const headers = { authorization: `Bearer ${buyer.accessToken}` };
      const kept = (await (await request.get('/api/order-list', { headers })).json()) as {
        version: number;
      };
      const put = await request.put('/api/order-list', {
        headers,
        data: { version: kept.version, lines: [{ number: one.partNumber, quantity: 700 }] },
      });
      expect(put.ok()).toBe(true);
      const storageState = { cookies: [], origins: [] };
      const context = await browser.newContext({ baseURL: baseURL ?? '', storageState });
      const page = await context.newPage();
      await openPad(page);
      await addLines(
        page,
        `${one.partNumber};${one.orderQuantity}\n${two.partNumber};${two.orderQuantity}`,
      );
      await page.getByRole('link', { name: 'Sign in to place it' }).first().click();
      await page.getByLabel('Email').fill(buyer.email);
      await page.getByLabel('Password', { exact: true }).fill(buyer.password);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page).toHaveURL(/\/order-pad$/);
      await expect(pieces(page, one.partNumber)).toHaveValue(String(one.orderQuantity));
      await expect(pieces(page, two.partNumber)).toHaveValue(String(two.orderQuantity));
      await expect(pad(page).getByRole('row')).toHaveCount(3);
      await expect(status(page).getByText('Saved', { exact: true })).toBeVisible();
      await page.reload();
      await expect(pad(page).getByRole('row')).toHaveCount(3);
      await context.close();
    },
  );

  customer(
    'is the same on two devices, and merged when both change it',
    async ({ page, browser, account, request, baseURL }) => {
      const [one, two, three] = (await partsOf(request, 'engine')) as [Part, Part, Part];
      const device = await browser.newContext({
        storageState: account.state,
        baseURL: baseURL ?? '',
      });
      const other = await device.newPage();
      await openPad(page);
      await addLines(page, `${one.partNumber};${one.orderQuantity}`);
      await expect(status(page).getByText('Saved', { exact: true })).toBeVisible();
      await openPad(other);
      await expect(pieces(other, one.partNumber)).toHaveValue(String(one.orderQuantity));
      await addLines(other, `${two.partNumber};${two.orderQuantity}`);
      await expect(status(other).getByText('Saved', { exact: true })).toBeVisible();
      await addLines(page, `${three.partNumber};${three.orderQuantity}`);
      await expect(main(page)).toContainText('This list was changed on another device.');
      for (const part of [one, two, three])
        await expect(pieces(page, part.partNumber)).toHaveValue(String(part.orderQuantity));
      await device.close();
    },
  );
});
