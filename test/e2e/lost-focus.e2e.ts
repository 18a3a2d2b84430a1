import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { runningClock, type Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { main } from './checkout.ts';
import { addLines, openPad } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop at its own address; two of its parts have one number. */
let shop: PageShop;

/** Ids by part number. */
const parts = new Map<string, string>();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop({ clock: runningClock() });
  for (const partNumber of ['HP-1', 'HP-2', 'BD-123456'])
    parts.set(
      partNumber,
      await samplePart(shop.db, { partNumber, name: `Part ${partNumber}`, inStock: 5000 }),
    );
  for (const partNumber of ['HP-1', 'HP-2'])
    await shop.db
      .insertInto('part_numbers')
      .values({
        part_id: parts.get(partNumber) ?? '',
        kind: 'oe',
        number: '8K0 698 451',
        number_key: '8K0698451',
        maker: 'VW',
      })
      .execute();
});

test.afterAll(async () => shop.close());

/** Presses a button by keyboard. */
async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.page().keyboard.press('Enter');
}

async function signIn(context: BrowserContext): Promise<Person> {
  const person = await shop.person('Ana Duarte');
  await signInAs(context, person);
  return person;
}

const pieces = (page: Page, number: string): Locator =>
  page.getByRole('textbox', { name: `Pieces of ${number}`, exact: true });

test('who takes another quantity or number goes on at the pieces of that line', async ({
  page,
}) => {
  await openPad(page, shop.address);
  await addLines(page, 'HP-1;250\nBD-123457;200\n8K0 698 451;300');
  await press(page.getByRole('button', { name: 'Take 200, line 1' }));
  await expect(pieces(page, 'HP-1')).toBeFocused();
  await expect(pieces(page, 'HP-1')).toHaveValue('200');
  await press(page.getByRole('button', { name: 'Take BD-123456 for BD-123457' }));
  await expect(pieces(page, 'BD-123456')).toBeFocused();
  await press(page.getByRole('button', { name: 'Take HP-2, Part HP-2' }));
  await expect(pieces(page, 'HP-2')).toBeFocused();
  // Whoever types the pieces, or steps them by a button, stays there.
  await page.keyboard.type('500');
  await expect(pieces(page, 'HP-2')).toHaveValue('500');
  const more = page.getByRole('button', { name: 'More of HP-2' });
  await more.click();
  await expect(pieces(page, 'HP-2')).toHaveValue('600');
  await expect(more).toBeFocused();
});

test('who has read that a list was changed elsewhere goes on at its heading', async ({
  page,
  context,
}) => {
  const ana = await signIn(context);
  await openPad(page, shop.address);
  await addLines(page, 'HP-1;200');
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible();
  const { body } = await shop.request('GET', '/api/order-list', { as: ana });
  const { version } = body as { version: number };
  const lines = [{ number: 'HP-2', quantity: 200 }];
  await shop.request('PUT', '/api/order-list', { as: ana, body: { version, lines } });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const right = main(page).getByRole('button', { name: 'All right' });
  await press(right);
  await expect(right).toBeHidden();
  await expect(main(page).getByRole('heading', { name: 'Order pad', exact: true })).toBeFocused();
});

test('who chooses one of their vehicles stays in its row', async ({ page, context }) => {
  const ana = await signIn(context);
  const golf = { make: 'Volkswagen', model: 'Golf' };
  const body = { vehicles: [2014, 2015].map((year) => ({ ...golf, year })) };
  await shop.request('POST', '/api/my-vehicles', { as: ana, body });
  await page.goto(`${shop.address}/dashboard/my-vehicles`);
  for (const year of [2015, 2014]) {
    const choose = page.getByRole('button', { name: `Choose: Volkswagen Golf ${year}` });
    await press(choose);
    await expect(choose).toBeHidden();
    await expect(page.getByRole('button', { name: `Name: Volkswagen Golf ${year}` })).toBeFocused();
  }
});

test('who chooses none of their orders any more goes on at the orders', async ({
  page,
  context,
}) => {
  const ana = await signIn(context);
  for (const id of parts.values()) await shop.order(ana, id, 200);
  await page.goto(`${shop.address}/dashboard/my-orders`);
  await main(page).getByRole('checkbox').first().check();
  const bar = main(page).getByRole('region', { name: 'Chosen orders' });
  await press(bar.getByRole('button', { name: 'Clear' }));
  await expect(bar).toBeHidden();
  await expect(page.locator(':focus').getByRole('table')).toBeVisible();
});
