import path from 'node:path';
import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expect, rowOf, search, test } from './admin.ts';
import { main, toast } from './checkout.ts';
import { busy, loseAnswer } from './journey.ts';

// In order: one journey expects its part to be the newest on the home page.
test.describe.configure({ mode: 'serial' });

const picture = (name: string) =>
  path.join(import.meta.dirname, '..', '..', 'web', 'public', 'pictures', `${name}.webp`);
const status = (page: Page, text: string) =>
  main(page).getByRole('status').filter({ hasText: text });

async function fillPart(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Minimum order quantity').fill('100');
  await page.getByLabel('In stock').fill('1500');
  await page
    .getByLabel('Details')
    .fill('Forged, ground and balanced. Sold to workshops by the hundred.');
  await page.getByLabel('Image').setInputFiles(picture('alternator'));
}

/** Adds a part by the form; answers its id. */
async function addPart(page: Page, name: string): Promise<string> {
  await page.goto('/dashboard/add-products');
  await fillPart(page, name);
  await expect(status(page, 'The picture is ready.')).toBeVisible();
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(toast(page, texts.productAdded)).toBeVisible();
  const address = await status(page, texts.productAdded)
    .getByRole('link', { name })
    .getAttribute('href');
  return address?.split('/').at(-1) ?? '';
}

test('an admin adds a product with a picture, and it is the first card on the home page', async ({
  page,
}) => {
  const name = `Brake disc of journey ${Date.now()}`;
  await page.goto('/dashboard/add-products');
  await expect(page.getByRole('heading', { level: 1, name: texts.addProducts })).toBeVisible();
  await expect(page.getByLabel('Price')).toHaveAttribute('type', 'number');
  await page.getByRole('button', { name: 'Add product' }).click();
  for (const field of ['Name', 'Price', 'Minimum order quantity', 'In stock', 'Details']) {
    await expect(main(page).getByText(`${field} is required`)).toBeVisible();
  }
  await expect(main(page).getByText('Please choose a picture.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.locator('.toast-card')).toHaveCount(0);

  const sent = Promise.withResolvers<undefined>();
  await page.route('**/api/images', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.getByLabel('Image').setInputFiles(picture('alternator'));
  await expect(page.getByRole('progressbar', { name: 'Upload of the picture' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Preview of the product' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add product' })).toBeDisabled();
  sent.resolve(undefined);
  await expect(status(page, 'The picture is ready.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  await addPart(page, name);
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Image')).toHaveValue('');
  await expect(main(page).getByText('No picture chosen')).toBeVisible();

  await page.goto('/');
  const first = page.locator('#parts').getByRole('listitem').first();
  await expect(first).toContainText(name);
  await expect(first).toContainText('$12.50 / pice');
  await expect(first).toContainText('1500 - In Stock');
  const shown = first.locator('img');
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toHaveAttribute('src', /\/images\/[0-9a-f]{64}-\d+\.webp$/);
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test.describe('what the shop refuses', () => {
  test.use({ expectedStatuses: [422, 503] });

  test('a file that is no picture, and a product that cannot be stored, are told in place; the form stays filled', async ({
    page,
  }) => {
    await page.goto('/dashboard/add-products');
    await page.getByLabel('Image').setInputFiles({
      name: 'disc.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload=alert(1)>'),
    });
    await expect(
      main(page).getByText('This file is not a picture the shop can take.'),
    ).toBeVisible();

    await fillPart(page, 'Never stored');
    await expect(status(page, 'The picture is ready.')).toBeVisible();
    await page.route('**/api/part', (route) => route.fulfill(busy));
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(
      status(page, 'It is not known whether this was done. The shop is busy.'),
    ).toBeVisible();
    await expect(page.locator('.toast-card')).toHaveCount(0);
    await expect(page.getByLabel('Name')).toHaveValue('Never stored');

    await page.unroute('**/api/part');
    await page.route('**/api/part', async (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), price: '99999' } }),
    );
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(
      main(page).getByText('Price times minimum order must be between $0.50 and $999999.99.'),
    ).toBeVisible();
    await expect(page.getByLabel('Price')).toBeFocused();
  });
});

test.describe('an answer that is lost', () => {
  test.use({ expectedStatuses: [503, 422] });

  test('makes nobody add a product or a delivery twice', async ({ page, admin }) => {
    const name = `Radiator of journey ${Date.now()}`;
    await page.goto('/dashboard/add-products');
    await fillPart(page, name);
    await expect(status(page, 'The picture is ready.')).toBeVisible();
    await loseAnswer(page, '**/api/part');
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(
      status(page, 'It is not known whether this was done. The shop is busy.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add product' }).click();
    await status(page, texts.productAdded).getByRole('link', { name }).click();

    await page.getByLabel('Change').fill('300');
    await page.getByLabel('Reason').fill('Delivery 4711');
    await loseAnswer(page, '**/api/part/*/stock');
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    await expect(status(page, 'The shop is busy.')).toBeVisible();
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    await expect(status(page, 'Stock adjusted by 300.')).toBeVisible();
    await expect(main(page).getByText('1800 pieces in stock')).toBeVisible();

    await page.getByLabel('Change').fill('100');
    await page.getByLabel('Reason').fill('Delivery 4712');
    await loseAnswer(page, '**/api/part/*/stock');
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    await expect(status(page, 'The shop is busy.')).toBeVisible();
    await page.getByLabel('Change').fill('200');
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    await expect(status(page, 'An earlier try of yours was done after all.')).toBeVisible();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await admin.seePart(id)).inStock).toBe(1900);
  });
});

test('an admin edits price and stock; the shop sells at the new price, and the ledger tells who, what and why', async ({
  page,
  admin,
}) => {
  const name = `Clutch kit of journey ${Date.now()}`;
  const id = await addPart(page, name);
  await page.goto('/dashboard/manage-products');
  await search(page, name);
  await rowOf(page, name).getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/manage-products/${id}$`));
  await page.getByLabel('Price').fill('13.75');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(status(page, 'Product saved.')).toBeVisible();

  await page.getByLabel('Change').fill('-50');
  await page.getByLabel('Reason').fill('Counted: one box was wet');
  await page.getByRole('button', { name: 'Adjust stock' }).click();
  await expect(status(page, 'Stock adjusted by -50.')).toBeVisible();
  await expect(page.getByLabel('Change')).toHaveValue('');
  await expect(main(page).getByText('1450 pieces in stock')).toBeVisible();
  await expect(rowOf(page, 'Counted: one box was wet')).toContainText('-50');
  await expect(rowOf(page, 'Counted: one box was wet')).toContainText(admin.email);
  await expect(rowOf(page, 'Opening stock')).toContainText('+1500');

  await page.goto('/dashboard/audit-log');
  await search(page, id);
  const logged = (action: string) => rowOf(page, action).filter({ hasText: name });
  await expect(logged('Part edited')).toContainText('Price: $12.50 → became $13.75');
  await expect(logged('Stock adjusted')).toContainText('In stock: 1500 → became 1450');
  await page.goto('/');
  await expect(
    page.locator('#parts').getByRole('listitem').filter({ hasText: name }),
  ).toContainText('$13.75 / pice');
});

test.describe('somebody else was faster', () => {
  test.use({ expectedStatuses: [409] });

  test('an edit of what somebody else changed shows the changes, and takes them over', async ({
    page,
    admin,
  }) => {
    const name = `Starter of journey ${Date.now()}`;
    const id = await addPart(page, name);
    await page.goto(`/dashboard/manage-products/${id}`);
    await page.getByLabel('Minimum order quantity').fill('300');
    await admin.edit(id, {
      price: 20,
      description: 'Forged, ground and balanced. Sold to workshops by the thousand.',
    });
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(
      page.getByRole('heading', { name: 'Somebody else changed this product in the meantime' }),
    ).toBeFocused();
    const changed = page.getByRole('table', { name: 'What changed' }).getByRole('row');
    await expect(changed.nth(1).getByRole('cell')).toHaveText([
      'Details',
      '… and balanced. Sold to workshops by the hundred.',
      '… and balanced. Sold to workshops by the thousand.',
      '… and balanced. Sold to workshops by the hundred.',
    ]);
    await expect(changed.nth(2).getByRole('cell')).toHaveText([
      'Price',
      '$12.50',
      '$20.00',
      '$12.50',
    ]);
    expect(await admin.seePart(id)).toMatchObject({ price: 20, orderQuantity: 100 });

    await page.getByRole('button', { name: 'Take over the new values' }).click();
    await expect(page.getByLabel('Price')).toHaveValue('20');
    await expect(page.getByLabel('Minimum order quantity')).toHaveValue('300');
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(status(page, 'Product saved.')).toBeVisible();
    expect(await admin.seePart(id)).toMatchObject({ price: 20, orderQuantity: 300 });
  });
});

test('an admin deletes a product and puts it back', async ({ page, request }) => {
  const name = `Alternator of journey ${Date.now()}`;
  const id = await addPart(page, name);
  await page.goto('/dashboard/manage-products');
  await search(page, name);
  await expect(rowOf(page, name).getByRole('cell')).toContainText([
    '1',
    name,
    '$12.50',
    '1500',
    '100',
    'Edit',
  ]);
  await rowOf(page, name).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: texts.confirmCancelTitle });
  await expect(dialog.getByRole('button', { name: texts.no })).toBeFocused();
  await dialog.getByRole('button', { name: texts.no }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await rowOf(page, name).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: texts.yes }).click();
  await expect(toast(page, texts.productDeleted)).toBeVisible();
  await expect(main(page).getByText('No product fits this search.')).toBeVisible();
  expect((await request.get(`/api/parts/${id}`)).status()).toBe(404);

  await page.getByLabel('Show').selectOption('Deleted');
  await expect(page).toHaveURL(/show=archived/);
  await rowOf(page, name).getByRole('button', { name: 'Restore' }).click();
  await expect(main(page).getByText('No product fits this search.')).toBeVisible();
  expect((await request.get(`/api/parts/${id}`)).status()).toBe(200);
});
