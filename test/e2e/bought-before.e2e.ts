import { expect, test, type Page } from '@playwright/test';
import { hourMs } from '#contract/durations.ts';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable } from './axe-faults.ts';
import { expectAlive } from './hold-scripts.ts';
import { signInAs } from './sign-in-as.ts';
import { chooser } from './vehicle-tool.ts';

/** A shop with a customer who bought four parts: of these one is dearer now, one is cheaper and scarce, one gone. */
let shop: PageShop;
let cora: Person;
let dearer: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  cora = await shop.person('Cora Customer');
  const bought = async (partNumber: string, name: string, quantity: number) => {
    const id = await samplePart(shop.db, { partNumber, name, inStock: 5000 });
    shop.clock.advance(hourMs);
    await shop.pay(cora, await shop.order(cora, id, quantity));
    return id;
  };
  const gone = await bought('GO-1', 'Gone hose', 200);
  const scarce = await bought('SC-1', 'Scarce pads', 300);
  dearer = await bought('DE-1', 'Dearer disc', 200);
  await bought('SA-1', 'Steady sensor', 400);
  shop.clock.advance(hourMs);
  await shop.pay(cora, await shop.order(cora, dearer, 300));
  const change = (id: string, to: Record<string, unknown>) =>
    shop.db.updateTable('parts').set(to).where('id', '=', id).execute();
  await change(dearer, { price_cents: 1300 });
  await change(scarce, { price_cents: 1200, in_stock: 250 });
  await change(gone, { archived_at: shop.clock.now() });
});

test.afterAll(async () => shop.close());

const open = async (page: Page) => {
  await page.goto(`${shop.address}/dashboard/bought-before`);
  await expect(page.getByRole('row')).toHaveCount(5);
};
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /selected|on your list/ });
const onPad = (page: Page) =>
  page.getByRole('table', { name: 'Lines of the list' }).getByRole('textbox');
const valuesOf = (page: Page) =>
  onPad(page).evaluateAll((fields) =>
    fields.map((field) => [field.getAttribute('aria-label'), (field as HTMLInputElement).value]),
  );

test.describe('what was bought before', () => {
  test.beforeEach(({ context }) => signInAs(context, cora));

  test('is listed with then and now, and searched', async ({ page }) => {
    await open(page);
    await expect(row(page, 'Dearer disc')).toContainText('300 at $12.50');
    await expect(row(page, 'Dearer disc')).toContainText('500in 2 orders');
    await expect(row(page, 'Dearer disc')).toContainText('Higher:$13.00');
    await expect(row(page, 'Scarce pads')).toContainText('Lower:$12.00');
    await expect(row(page, 'Scarce pads')).toContainText(
      'Only 250 in stock. You ordered 300. The nearest that can be ordered: 200.',
    );
    await expect(row(page, 'Gone hose')).toContainText('No longer sold.');
    await expect(row(page, 'Gone hose').getByRole('button')).toHaveCount(0);
    await expectReadable(page, 'what was bought before');
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('sa 1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, 'Steady sensor')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('gearbox');
    await page.keyboard.press('Enter');
    await expect(page.getByText('You bought nothing that is called “gearbox”.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page.getByRole('row')).toHaveCount(5);
  });

  test('is not searched for a VIN, which stands in no address and opens the choice of a vehicle', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await open(page);
    const field = page.getByRole('searchbox', { name: 'Name or number' });
    await field.fill('1HGCM82633A004352');
    await field.press('Enter');
    await expect(chooser(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(field).toHaveAccessibleDescription(
      'A VIN is not searched for here, and was not kept.',
    );
    expect([page.url(), ...asked].join(' ')).not.toContain('1HGCM');
    await expect(page.getByRole('row')).toHaveCount(5);
    // An address that somebody has kept with one.
    await page.goto(`${shop.address}/dashboard/bought-before?q=1HGCM82633A004352`);
    await expect(page).toHaveURL(`${shop.address}/dashboard/bought-before#vin-note`);
    await expect(field).toHaveAccessibleDescription(
      'A VIN is not searched for here, and was not kept.',
    );
    await field.fill('sa 1');
    await field.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(field).toHaveAccessibleDescription('');
  });

  test('goes on the list by keyboard, one part or several at once, and can be taken back', async ({
    page,
  }) => {
    await open(page);
    await page.getByRole('checkbox', { name: 'Select Dearer disc' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Select Steady sensor' }).focus();
    await page.keyboard.press('Space');
    await expect(bar(page)).toContainText('2 selected');
    await page.getByRole('button', { name: 'Add 2 parts to list' }).focus();
    await page.keyboard.press('Enter');
    await expect(bar(page)).toContainText('2 parts are on your list now.');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await expectReadable(page, 'parts put on the list');
    await page.getByRole('button', { name: 'Add to list: 400 of SA-1' }).focus();
    await page.keyboard.press('Enter');
    await expect(bar(page)).toContainText('It was there before: the pieces are added together.');
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect(bar(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Order pad, 2 lines' }).focus();
    await page.keyboard.press('Enter');
    await expect(onPad(page)).toHaveCount(2);
    expect(await valuesOf(page)).toEqual([
      ['Pieces of DE-1', '300'],
      ['Pieces of SA-1', '400'],
    ]);
    await page.getByRole('link', { name: 'Bought before' }).click();
    await expect(page.getByRole('heading', { name: 'Bought before' })).toBeFocused();
  });

  test('has the focus at its heading, however late that comes', async ({ page }) => {
    await page.goto(`${shop.address}/order-pad`);
    await expectAlive(page);
    const { promise: asked, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/api/user/*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Bought before' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    answer(undefined);
    await expect(page.getByRole('heading', { name: 'Bought before' })).toBeFocused();
  });

  test("is said on the part's page", async ({ page }) => {
    await page.goto(`${shop.address}/parts/dearer-disc-${dearer}`);
    await expect(page.getByText(/^You bought 300 on \w+ \d+, \d+ at \$12\.50\.$/)).toBeVisible();
    await page.goto(`${shop.address}/dashboard/bought-before`);
    await row(page, 'Steady sensor').getByRole('link', { name: 'Steady sensor' }).click();
    await expect(page.getByText(/^You bought 400 on /)).toBeVisible();
  });
});

test("a part's page tells guests nothing of it, and asks nothing", async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${shop.address}/parts/dearer-disc-${dearer}`);
  await expect(page.getByRole('button', { name: /^Add to list/ }).first()).toBeEnabled();
  await expect(page.getByText('You bought')).toHaveCount(0);
  expect(asked).not.toContain('/api/bought-before');
});

test('who has bought nothing yet is told so', async ({ page, context }) => {
  await signInAs(context, await shop.person('Nora New'));
  await page.goto(`${shop.address}/dashboard/bought-before`);
  await expect(page.getByText('Once an order is paid, its part is here.')).toBeVisible();
});
