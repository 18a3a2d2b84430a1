import { expect, test, type Page } from '@playwright/test';
import { runningClock, type Person } from '#test/harness.ts';
import { startPublicPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { main, payButton } from './checkout.ts';
import { loseAnswer } from './journey.ts';
import { addLines, openOrderDialog, openPad, orderDialog, placeButton } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop at its own address, whose stock changes while somebody orders a list. */
let shop: PageShop;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPublicPageShop({ clock: runningClock() });
  for (const partNumber of ['BD-1', 'BD-2', 'BD-3'])
    await samplePart(shop.db, { partNumber, name: `Disc ${partNumber}`, inStock: 100_000 });
});

test.afterAll(async () => shop.close());

async function write(page: Page, list: string): Promise<void> {
  await openPad(page, shop.address);
  await addLines(page, list);
}

const typed = {
  Address: '7 Quay Street, Porto',
  Phone: '+351 22 555 0100',
  'Your PO number (optional)': 'PO-77',
  'Note to us (optional)': 'Ring at gate 2',
};

async function type(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(typed))
    await orderDialog(page).getByLabel(label).fill(text);
}

async function expectFields(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await expect(orderDialog(page).getByLabel(label)).toHaveValue(text);
}

/** The lists of a customer, with the address of their lines. */
const batchesOf = ({ email }: Person) =>
  shop.db
    .selectFrom('batches')
    .innerJoin('orders', 'orders.batch_id', 'batches.id')
    .innerJoin('users', 'users.id', 'batches.user_id')
    .where('users.email', '=', email)
    .select(['batches.id', 'orders.address', 'po_number', 'note', 'quantity'])
    .orderBy('batches.created_at')
    .execute();

test.describe('a list whose answer was lost', () => {
  test('is not said to be unordered, and is ordered once however often it is sent', async ({
    page,
    context,
  }) => {
    const who = await shop.person('Ana Duarte');
    await signInAs(context, who);
    await loseAnswer(page, '**/api/batches');
    await write(page, 'BD-1;200');
    await openOrderDialog(page);
    await type(page);
    await placeButton(page).click();
    const refusal = orderDialog(page).getByRole('status').filter({ hasText: 'The shop is busy.' });
    await expect(refusal).toContainText('It is not known whether your list was ordered;');
    await expect(refusal).not.toContainText('Nothing was ordered');
    await orderDialog(page).getByRole('button', { name: 'Back to the list' }).click();
    // The key under which the list was sent is the tab's, not the page's.
    await page.reload();
    await openOrderDialog(page);
    await placeButton(page).click();
    await expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible();
    expect(await batchesOf(who)).toHaveLength(1);
  });

  test('is said to be ordered when it is another by now, and the next one is ordered', async ({
    page,
    context,
  }) => {
    const who = await shop.person('Ines Prado');
    await signInAs(context, who);
    await loseAnswer(page, '**/api/batches', (route) => route.abort());
    await write(page, 'BD-1;200');
    await openOrderDialog(page);
    await type(page);
    await placeButton(page).click();
    await expect(orderDialog(page)).toContainText('It is not known whether your list was ordered;');
    await orderDialog(page).getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('textbox', { name: 'Pieces of BD-1' }).fill('300');
    await openOrderDialog(page);
    await placeButton(page).click();
    await expect(orderDialog(page)).toContainText('Your list before was ordered:');
    await placeButton(page).click();
    await expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible();
    expect((await batchesOf(who)).map(({ quantity }) => quantity)).toEqual([200, 300]);
  });
});

test.describe('what is typed of a list', () => {
  test('is kept until the list is ordered, whatever closes its dialog', async ({
    page,
    context,
  }) => {
    const who = await shop.person('Rui Costa');
    await signInAs(context, who);
    // An order before: its address is what the dialog begins with.
    await write(page, 'BD-1;200');
    await openOrderDialog(page);
    await orderDialog(page).getByLabel('Address').fill('1 Old Road, Leeds');
    await orderDialog(page).getByLabel('Phone').fill('+44 20 7946 0111');
    await placeButton(page).click();
    await expect(payButton(page)).toBeEnabled();

    await write(page, 'BD-2;200\nBD-3;200');
    await openOrderDialog(page);
    await expectFields(page, { Address: '1 Old Road, Leeds' });
    await type(page);
    await shop.db
      .updateTable('parts')
      .set({ in_stock: 0 })
      .where('part_number', '=', 'BD-3')
      .execute();
    await placeButton(page).click();
    await orderDialog(page).getByRole('button', { name: 'Look at the lines' }).click();
    await page.getByRole('button', { name: /^Remove line \d, BD-3$/ }).click();
    await openOrderDialog(page);
    await expectFields(page, typed);
    await page.keyboard.press('Escape');
    await page.reload();
    await openOrderDialog(page);
    await expectFields(page, typed);
    await placeButton(page).click();
    await expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible();
    expect((await batchesOf(who)).at(-1)).toMatchObject({
      address: typed.Address,
      po_number: 'PO-77',
      note: 'Ring at gate 2',
    });

    await write(page, 'BD-1;200');
    await openOrderDialog(page);
    await expectFields(page, {
      ...typed,
      'Your PO number (optional)': '',
      'Note to us (optional)': '',
    });
  });
});
