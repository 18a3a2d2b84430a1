import { expect, test, type Page } from '@playwright/test';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable } from './axe-faults.ts';
import { openPad } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop with a customer who keeps addresses and lists by names of their own. */
let shop: PageShop;
let cora: Person;
let disc: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  cora = await shop.person('Cora Customer');
  disc = await samplePart(shop.db, { partNumber: 'DE-1', name: 'Dearer disc' });
  await samplePart(shop.db, { partNumber: 'SA-1', name: 'Steady sensor' });
});

test.afterAll(async () => shop.close());

test.beforeEach(({ context }) => signInAs(context, cora));

const open = (page: Page, path: string) => page.goto(`${shop.address}${path}`);
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) =>
  page.getByRole('table').getByRole('row').filter({ hasText: name });

test('addresses are kept, changed and deleted by keyboard, and one of them begins an order', async ({
  page,
}) => {
  await open(page, '/dashboard/my-addresses');
  await expect(page.getByText(/^No addresses yet/)).toBeVisible();
  await expectReadable(page, 'an empty address book');
  await page.getByRole('button', { name: 'Add an address' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Yard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Oak Street 4, York');
  await page.keyboard.press('Tab');
  await page.keyboard.type('+44 1904 496 000');
  await expectReadable(page, 'an address that is typed');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Yard')).toContainText('Default');

  await page.getByRole('button', { name: 'Add an address' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('yard');
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill('Gate 4 <b>\nLeeds');
  await dialog(page).getByLabel('Phone').fill('2');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('has this name already')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Branch');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Branch')).toContainText('Gate 4 <b>');
  await expectReadable(page, 'an address book');

  await open(page, `/purchase/${disc}`);
  const address = page.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue('Oak Street 4, York');
  await page.getByRole('button', { name: 'Branch' }).click();
  await expect(address).toHaveValue('Gate 4 <b>\nLeeds');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('2');

  await open(page, '/dashboard/my-addresses');
  await page.getByRole('button', { name: 'Make default: Branch' }).click();
  await expect(row(page, 'Branch')).toContainText('Default');
  await page.getByRole('button', { name: 'Delete: Yard' }).click();
  await dialog(page).getByRole('button', { name: 'Yes' }).click();
  await expect(row(page, 'Yard')).toHaveCount(0);
});

test('a list is saved by name, put on the order pad again, renamed and deleted', async ({
  page,
}) => {
  const pieces = (of: string) => page.getByRole('textbox', { name: `Pieces of ${of}` });
  await openPad(page, shop.address);
  for (const [number, quantity] of [
    ['DE-1', '300'],
    ['no number', '50'],
    ['SA-1', '200'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Number or name' }).fill(number);
    await page.keyboard.press('Enter');
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Save as…' }).click();
  await dialog(page).getByRole('combobox', { name: 'Name' }).fill('Monday <i>');
  await expectReadable(page, 'a list that is saved');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved as “Monday <i>”.').first()).toBeVisible();
  await shop.db.updateTable('parts').set({ price_cents: 1300 }).where('id', '=', disc).execute();

  await page.getByRole('button', { name: 'Remove line 1, DE-1' }).click();
  await page.getByRole('button', { name: /^Remove line 1/ }).click();
  await page.getByRole('link', { name: 'My lists' }).first().click();
  await expect(row(page, 'Monday <i>')).toContainText('3');
  await expectReadable(page, 'lists by name');
  await page.getByRole('button', { name: 'Put on the order pad: Monday' }).click();
  const strip = page.getByRole('status').filter({ hasText: 'Undo' });
  await expect(strip).toContainText('3 parts of “Monday <i>” are on your list now.');
  await expect(strip).toContainText('1 of 3 is not as it was:');
  await expect(strip).toContainText('$12.50 a piece then, $13.00 now.');
  await expect(pieces('DE-1')).toHaveValue('300');
  await expect(pieces('SA-1')).toHaveValue('400');
  await strip.getByRole('button', { name: 'Undo' }).click();
  await expect(pieces('SA-1')).toHaveValue('200');
  await expect(pieces('DE-1')).toHaveCount(0);

  await test.step('another one of the name takes its place, and that is said first', async () => {
    await page.getByRole('button', { name: 'Save as…' }).click();
    await dialog(page).getByRole('combobox', { name: 'Name' }).fill('MONDAY <i>');
    await expect(dialog(page)).toContainText('“Monday <i>” has 3 parts. They will be replaced.');
    await dialog(page).getByRole('button', { name: 'Replace it' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  await open(page, '/dashboard/my-lists');
  await expect(row(page, 'MONDAY <i>')).toContainText('1');
  await page.getByRole('button', { name: 'Rename: MONDAY' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('VIN 1HGCM82633A004352');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('This looks like a VIN, which is not kept.');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Tuesday');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Tuesday')).toBeVisible();
  await page.getByRole('button', { name: 'Delete: Tuesday' }).click();
  await dialog(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(/^No lists yet/)).toBeVisible();
});

test('what was ordered is saved as a list on its page, and the address of an order form is kept by a name', async ({
  page,
}) => {
  const steady = await samplePart(shop.db, { name: 'Clean clutch' });
  await open(page, `/purchase/${steady}`);
  const keep = page.getByRole('button', { name: 'Keep this address…' });
  await page.getByRole('textbox', { name: 'Address' }).fill('Pier 9\nHull');
  await page.getByRole('textbox', { name: 'Phone' }).fill('');
  await expect(keep).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+44 1482 300 300');
  await keep.click();
  const name = page.getByRole('textbox', { name: 'What you call this address' });
  await expect(name).toBeFocused();
  await page.keyboard.type('BRANCH');
  await page.keyboard.press('Enter');
  await expect(page.getByText('has this name already')).toBeVisible();
  await expectReadable(page, 'an address of an order that is kept');
  await name.fill('Pier');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kept in your addresses as “Pier”.')).toBeVisible();
  await expect(keep).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/purchase/${steady}$`));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Pier' })).toHaveAttribute('aria-pressed', 'true');

  const order = await shop.order(cora, steady, 200);
  await open(page, `/dashboard/my-orders/${order}`);
  // Whoever is faster than the names that are taken waits for them, and presses once.
  const early = await saveEarly(page, 'Clutches');
  await expect(dialog(page)).toContainText('1 part, to be put on the order pad again');
  early.resolve(undefined);
  await expect(page.getByText('Saved as “Clutches”.').first()).toBeVisible();

  await test.step('a name that turns out to be taken waits for another press', async () => {
    await open(page, `/dashboard/my-orders/${order}`);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    const names = await saveEarly(page, 'Clutches');
    names.resolve(undefined);
    await expect(dialog(page).getByRole('button', { name: 'Replace it' })).toBeEnabled();
    await expect(dialog(page)).toContainText('“Clutches” has 1 part. They will be replaced.');
    expect(sent).toEqual([]);
  });

  await open(page, '/dashboard/my-lists');
  await expect(row(page, 'Clutches')).toContainText('1');
});

/** Presses Enter before the names that are taken are there; they come once the answer is resolved. */
async function saveEarly(page: Page, name: string) {
  const names = Promise.withResolvers<undefined>();
  await page.unroute('**/api/my-lists');
  await page.route('**/api/my-lists', async (route) => {
    if (route.request().method() === 'GET') await names.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save as a list…' }).click();
  await dialog(page).getByRole('combobox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  return names;
}
