import type { APIRequestContext, Page } from '@playwright/test';
import type { DocumentLink } from '#contract/documents.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Part } from '#contract/parts.ts';
import { signInAsAdmin } from './admin.ts';
import { expectReadable } from './axe-faults.ts';
import { cards, expectPaid, main, payWith } from './checkout.ts';
import { delivery, expect, openAccount, partOf, test } from './customer.ts';
import { pagesOf, type PdfPage } from './pdf-text.ts';

const lines = 60;
const sheet = (page: Page) => main(page).getByRole('article');

/** Parts of which an order can be placed, as many as a list has lines here. */
async function partsToOrder(request: APIRequestContext): Promise<Part[]> {
  const answer = await request.get('/api/parts', { params: { limit: 500 } });
  const parts = ((await answer.json()) as Part[]).filter(
    ({ inStock, orderQuantity, price, quantityStep }) =>
      inStock >= orderQuantity + 300 && price * orderQuantity < 10_000 && !quantityStep,
  );
  return parts.slice(-lines);
}

/** Texts are broken into lines on paper, so they are compared without spaces; the font draws an x between figures as ×. */
const packed = (text: string): string => text.replaceAll(/\s+/g, '').replaceAll('×', 'x');

/** What the page prints on paper of a size, with its texts packed. */
async function print(
  page: Page,
  paper: Pick<NonNullable<Parameters<Page['pdf']>[0]>, 'format' | 'width' | 'height'>,
): Promise<PdfPage[]> {
  const pages = pagesOf(await page.pdf({ ...paper, printBackground: true }));
  return pages.map((one) => ({ ...one, text: packed(one.text) }));
}

/** Every page has the size, its number and the head of the table; no row is cut, and nothing beside the sheet is printed. */
function expectWhole(
  pages: readonly PdfPage[],
  { rows, size }: { rows: readonly string[]; size: 'A4' | 'Letter' },
): void {
  for (const [place, { text, width, height }] of pages.entries()) {
    expect([Math.floor(width), Math.floor(height)]).toEqual(
      size === 'A4' ? [595, 842] : [612, 792],
    );
    expect(text).toContain(`Page${place + 1}of${pages.length}`);
    if (rows.some((row) => text.includes(row))) expect(text).toContain('No.Part');
    for (const beside of ['MyOrders', 'Printson', 'Allrightsreserved'])
      expect(text).not.toContain(beside);
  }
  expectRows(pages, rows);
}

/** Every row is whole on one page, and on no other. */
function expectRows(pages: readonly PdfPage[], rows: readonly string[]): void {
  for (const row of rows)
    expect(
      pages.filter(({ text }) => text.includes(row)),
      row,
    ).toHaveLength(1);
}

test('the documents of a list of 60 lines print on A4 and Letter, with a head on every page and nothing cut', async ({
  page,
  request,
  customer,
  playwright,
  baseURL,
}) => {
  const parts = await partsToOrder(request);
  expect(parts).toHaveLength(lines);
  const headers = { authorization: `Bearer ${customer.accessToken}` };
  const placed = await request.post('/api/batches', {
    headers,
    data: {
      ...delivery,
      poNumber: 'PO 2026-117',
      note: 'Deliver to the back door.',
      lines: parts.map(({ _id, orderQuantity }) => ({ productId: _id, quantity: orderQuantity })),
    },
  });
  expect(placed.status()).toBe(201);
  const batch = (await placed.json()) as {
    insertedId: string;
    orders: { _id: string; productId: string }[];
  };
  // The part's name, its number and the order's, as a row has them.
  const rows = batch.orders.map(({ _id, productId }) => {
    const part = parts.find((one) => one._id === productId);
    const facts = [part?.partNumber, orderNumber(_id)].filter(Boolean).join(' · ');
    return packed(`${part?.name}${facts}`);
  });

  await page.goto(`/dashboard/pay?batch=${batch.insertedId}`);
  await payWith(page, cards.good);
  await expectPaid(page);
  await main(page).getByRole('link', { name: 'Receipt' }).click();
  await expect(sheet(page).getByRole('heading', { level: 1 })).toHaveText('Receipt');
  await expect(sheet(page).getByText(/^R-\d{4}-\d{6}$/)).toBeVisible();

  const admin = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const { state, admin: doer } = await signInAsAdmin(admin, new URL(baseURL ?? '').origin);
  const token = state.origins[0]?.localStorage[0]?.value ?? '';
  await doer.ship(batch.orders[0]?._id ?? '');
  const refunded = await admin.post(`/api/order/${batch.orders[1]?._id}/refund`, {
    headers: { authorization: `Bearer ${token}` },
    data: { amount: 12.5, reason: 'Two boxes were dented', restock: false },
  });
  expect(refunded.status()).toBe(200);
  await admin.dispose();
  const listed = await request.get(`/api/batches/${batch.insertedId}/documents`, { headers });
  const documents = (await listed.json()) as DocumentLink[];
  expect(documents.map(({ kind }) => kind)).toEqual([
    'confirmation',
    'receipt',
    'packing-slip',
    'credit-note',
  ]);

  for (const { kind, _id } of documents) {
    await page.goto(`/dashboard/documents/${kind}/${_id}`);
    await expect(sheet(page)).toContainText(delivery.address);
    const whole = kind === 'confirmation' || kind === 'receipt';
    const shown = rows.filter((_row, place) => whole || place === Number(kind === 'credit-note'));
    for (const size of ['A4', 'Letter'] as const) {
      const pages = await print(page, { format: size });
      expect(pages.length, `${kind} on ${size}`)[whole ? 'toBeGreaterThan' : 'toBe'](whole ? 2 : 1);
      expectWhole(pages, { rows: shown, size });
      for (const fact of [customer.email, delivery.address, 'PO2026-117', 'Underhood'])
        expect(pages[0]?.text).toContain(packed(fact));
    }
    if (!whole) continue;
    // Wherever in a row a page ends: a row is some 11 mm high.
    for (let height = 286; height < 297; height += 2)
      expectRows(await print(page, { width: '210mm', height: `${height}mm` }), rows);
  }
});

test('a document on the screen is a sheet of paper in both colour schemes, and prints alone and black on white', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'gaskets');
  const orderId = await customer.order(part, part.orderQuantity);
  await page.goto(`/dashboard/my-orders/${orderId}`);
  await main(page)
    .getByRole('link', { name: `Order confirmation ${orderNumber(orderId)}` })
    .click();
  await expect(page).toHaveTitle(`Order confirmation ${orderNumber(orderId)} | Underhood`);
  await expect(sheet(page).getByText('To be paid')).toBeVisible();
  await expectReadable(page);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await main(page).getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const place of [page.locator('html'), page.locator('body'), sheet(page)])
    await expect(place).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(sheet(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print' }),
  ])
    await expect(hidden).toBeHidden();
});

test.describe("somebody else's document", () => {
  test.use({ expectedStatuses: [404] });

  test('is no document at all', async ({ page, request, playwright, baseURL }) => {
    const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const other = await openAccount(elsewhere, new URL(baseURL ?? '').origin, 'Olga Other');
    const part = await partOf(request, 'gaskets');
    const orderId = await other.order(part, part.orderQuantity);
    await elsewhere.dispose();
    for (const address of [`confirmation/${orderId}`, `invoice/${orderId}`, 'receipt/x']) {
      await page.goto(`/dashboard/documents/${address}`);
      await expect(main(page).getByText('There is no such document.')).toBeVisible();
    }
  });
});
