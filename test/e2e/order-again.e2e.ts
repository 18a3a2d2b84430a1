import { expect, test, type Page } from '@playwright/test';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable } from './axe-faults.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop with a customer's list of five parts; afterwards one is dearer, one scarce, one replaced and one gone. */
let shop: PageShop;
let cora: Person;
let orders: readonly string[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  cora = await shop.person('Cora Customer');
  const part = (partNumber: string, name: string) => samplePart(shop.db, { partNumber, name });
  const dearer = await part('DE-1', 'Dearer disc');
  const scarce = await part('SC-1', 'Scarce pads');
  const old = await part('OL-1', 'Old caliper');
  const next = await part('NE-1', 'New caliper');
  const gone = await part('GO-1', 'Gone hose');
  const same = await part('SA-1', 'Steady sensor');
  const ids = [dearer, scarce, old, gone, same];
  const placed = await placeBatch(
    shop,
    cora,
    ids.map((id) => [id, 300]),
  );
  orders = placed.body.orders.map(({ _id }: { _id: string }) => _id);
  const change = (id: string, to: Record<string, unknown>) =>
    shop.db.updateTable('parts').set(to).where('id', '=', id).execute();
  await change(dearer, { price_cents: 1300 });
  await change(scarce, { in_stock: 250 });
  await change(old, { archived_at: shop.clock.now(), replaced_by: next });
  await change(gone, { archived_at: shop.clock.now() });
});

test.afterAll(async () => shop.close());

test.beforeEach(({ context }) => signInAs(context, cora));

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Undo' });
const lines = (page: Page) => page.getByRole('table', { name: 'Lines of the list' });
const pieces = (page: Page, of: string) => page.getByRole('textbox', { name: `Pieces of ${of}` });
const openOrder = (page: Page, at: number) =>
  page.goto(`${shop.address}/dashboard/my-orders/${orders[at]}`);

test('a list is put on the order pad as it can be ordered now, and what has changed is said first', async ({
  page,
}) => {
  await openOrder(page, 0);
  await page.getByRole('button', { name: /^Order its whole list again: list UB-/ }).click();
  await expect(page).toHaveURL(/\/order-pad$/);
  await expect(strip(page)).toContainText(/4 parts of list UB-\w+ are on your list now\./);
  await expect(strip(page)).toContainText('4 of 5 are not as they were:');
  for (const change of [
    /DE-1 Dearer disc\$12\.50 a piece then, \$13\.00 now\./,
    /SC-1 Scarce padsOnly 250 in stock\. You ordered 300\. The nearest that can be ordered: 200\./,
    /NE-1 New caliperTakes the place of Old caliper, which you ordered\./,
    /Gone hoseNo longer sold\./,
  ])
    await expect(strip(page).getByRole('listitem').filter({ hasText: change })).toHaveCount(1);
  await expect(lines(page).getByRole('row')).toHaveCount(5);
  for (const number of ['DE-1', 'SC-1', 'NE-1', 'SA-1'])
    await expect(pieces(page, number)).toHaveValue('300');
  await expectReadable(page, 'a list that is ordered again');
  await page.reload();
  await expect(strip(page)).toContainText('4 of 5 are not as they were:');

  await test.step('asked for twice, it is there once', async () => {
    await page.goto(`${shop.address}/dashboard/my-orders`);
    await page.getByRole('button', { name: /^Again: list UB-/ }).click();
    await expect(strip(page)).toContainText(
      /The 4 parts of list UB-\w+ are on your list already\./,
    );
    await expect(pieces(page, 'DE-1')).toHaveValue('300');
  });

  await test.step('it can be taken back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^No lines yet/)).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Order pad' })).toBeFocused();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
});

test('an order joins what is on the list, by keyboard', async ({ page }) => {
  const typeLine = async () => {
    await expect(page.getByRole('button', { name: 'Add line', exact: true })).toBeEnabled();
    await page.getByRole('combobox', { name: 'Number or name' }).fill('SA-1');
    await page.keyboard.press('Enter');
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    await expect(pieces(page, 'SA-1')).toHaveValue('200');
  };
  const again = async () => {
    await openOrder(page, 4);
    await page.getByRole('button', { name: /^Order again: Steady sensor/ }).focus();
    await page.keyboard.press('Enter');
    await expect(strip(page)).toContainText(/1 part of order UH-\w+ is on your list now\./);
    await expect(strip(page)).toContainText('It was there before: the pieces are added together.');
    await expect(strip(page)).toContainText('Prices and stock: nothing has changed since.');
    await expect(pieces(page, 'SA-1')).toHaveValue('500');
  };
  await page.goto(`${shop.address}/order-pad`);
  await typeLine();
  await again();
  await page.getByRole('button', { name: 'All right' }).click();
  await expect(strip(page)).toHaveCount(0);
  await expect(pieces(page, 'SA-1')).toHaveValue('500');
  // What left the list and was typed anew did not come from the order.
  await page.getByRole('button', { name: 'Remove line 1, SA-1' }).click();
  await typeLine();
  await again();
});

test('a cancelled order of a part that is gone says so, and puts nothing on the list', async ({
  page,
}) => {
  const cancelled = await shop.request('DELETE', `/api/order?id=${orders[3]}`, { as: cora });
  expect(cancelled.status).toBe(200);
  await openOrder(page, 3);
  await page.getByRole('button', { name: /^Order again: Gone hose/ }).click();
  const told = page.getByRole('status').filter({ hasText: 'Nothing of order UH-' });
  await expect(told).toContainText('Gone hoseNo longer sold.');
  await expect(pieces(page, 'GO-1')).toHaveCount(0);
});
