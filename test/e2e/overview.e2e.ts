import { expect, test, type Locator, type Page } from '@playwright/test';
import { dayMs } from '#contract/durations.ts';
import { countEmptySearch } from '#server/search/empty-searches-store.ts';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { axeFaults, expectReadable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { reach } from './keyboard.ts';
import { pagesOf } from './pdf-text.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop of its own: its days go by when the test says so, and its first orders are those of the test. */
let shop: PageShop;
let admin: Person;
let bea: Person;
let cem: Person;
let part: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
  bea = await shop.person('Bea Buyer', { tokenHours: 10_000 });
  cem = await shop.person('Cem Newcomer', { tokenHours: 10_000 });
  part = await samplePart(shop.db, { name: 'Brake disc, rear', inStock: 9000 });
  await samplePart(shop.db, { name: 'Old gasket', inStock: 300 });
});

test.afterAll(async () => shop.close());

async function open(page: Page, search = '', person = admin): Promise<void> {
  await signInAs(page.context(), person);
  await page.clock.setFixedTime(shop.clock.now());
  await page.goto(`${shop.address}/dashboard/overview${search}`);
}

async function buy(person: Person, pieces: number, of = part) {
  const order = await shop.order(person, of, pieces);
  return { order, intent: await shop.pay(person, order) };
}

async function refund(order: string, amount: number): Promise<void> {
  const { status } = await shop.request('POST', `/api/order/${order}/refund`, {
    as: admin,
    body: { amount, reason: 'Scratched', restock: false },
  });
  expect(status).toBe(200);
}

const block = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const table = (page: Page, name: string) => main(page).getByRole('table', { name });
const tile = (page: Page, name: string | RegExp) =>
  block(page, 'To do now').getByRole('link', { name });
/** What a key figure is, and how it differs from the days before. */
const keyFigure = (page: Page, name: string) =>
  block(page, 'How it goes')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');
const slider = (page: Page, name: string) => main(page).getByRole('slider', { name });
const told = (page: Page, name: string): Locator =>
  main(page).getByRole('figure').filter({ hasText: name }).locator('[data-told]');

test('a shop that sold nothing has nothing to do, and says so calmly', async ({ page }) => {
  await open(page);
  await expect(tile(page, /^Orders to ship 0$/)).toBeVisible();
  await expect(block(page, 'To do now').getByRole('link')).toHaveCount(10);
  await expect(block(page, 'To do now').getByRole('link', { name: / 0$/ })).toHaveCount(9);
  await expect(tile(page, 'Doctor')).toContainText('Not run yet');
  await expect(block(page, 'To do now').locator('.text-error')).toHaveCount(0);
  await expect(keyFigure(page, 'Revenue')).toHaveText(['$0.00', 'No orders before']);
  await expect(main(page).getByText('Nothing was sold in these days.')).toHaveCount(2);
  await expect(main(page).getByText('No order waits for its payment.')).toBeVisible();
  await expect(main(page).getByText('The stock has not been counted yet.')).toHaveCount(2);
  await expect(main(page).getByRole('slider')).toHaveCount(0);
  await expectReadable(page);
});

test('each number of what is to do is that of the rows to which it leads', async ({ page }) => {
  const { dashboard } = shop.sandbox.sandbox;
  await buy(bea, 200);
  await dashboard.dispute((await buy(bea, 200)).intent);
  const failed = await buy(bea, 200);
  await refund(failed.order, 100);
  const [promised] = await shop.db.selectFrom('refunds').selectAll().execute();
  await dashboard.failRefund(promised?.provider_id ?? '');
  await shop.sandbox.sendEvents();
  const sent = await buy(bea, 200);
  await shop.request('PATCH', `/api/order/${sent.order}`, {
    as: admin,
    body: { status: 'shipped' },
  });
  await shop.request('POST', `/api/orders/${sent.order}/returns`, {
    as: bea,
    body: { reason: 'faulty', quantity: 10 },
  });
  await buy(bea, 200, await samplePart(shop.db, { name: 'Last clutch', inStock: 200 }));
  await samplePart(shop.db, { name: 'Never bought', inStock: 0 });
  await shop.order(cem, part, 400);
  await countEmptySearch(shop, 'flux capacitor');

  for (const [name, rows, address] of [
    ['Orders to ship', 4, 'manage-orders?state=pending'],
    ['Returns asked', 1, 'returns?status=asked'],
    ['Sold out parts', 1, 'manage-products?show=sold-out'],
    ['Unpaid, by newcomers', 1, 'manage-orders?state=never-paid'],
    ['Searches without result', 1, 'empty-searches'],
    ['Disputed orders', 1, 'manage-orders?state=disputed'],
    ['Failed refunds', 1, 'manage-orders?state=refund-failed'],
  ] as const) {
    await open(page);
    await expect(tile(page, name)).toHaveText(`${name}${rows}`);
    await reach(page, tile(page, name));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${shop.address}/dashboard/${address}`);
    await expect(main(page).locator('tbody tr, .grid > li'), name).toHaveCount(rows);
  }
  await page.goto(`${shop.address}/dashboard/manage-products?show=sold-out`);
  await expect(main(page).getByRole('row', { name: /Last clutch/ })).toBeVisible();
  await open(page);
  // What went wrong stands out, and not by its colour alone.
  await expect(tile(page, 'Disputed orders').locator('svg')).toHaveCount(1);
  await expect(tile(page, 'Orders to ship').locator('svg')).toHaveCount(0);
  await expect(
    table(page, 'Unpaid orders by age').getByRole('row', { name: 'Less than an hour' }),
  ).toContainText('$5,000.00');
});

test('figures that are not added up yet are not shown', async ({ page }) => {
  shop.clock.advance(40 * dayMs);
  // As after an update of a shop that has sold for long.
  await shop.db.deleteFrom('daily_sums').execute();
  await open(page);
  await expect(main(page).getByText('The shop is adding up its orders')).toHaveCount(2);
  await expect(main(page).getByText('Revenue', { exact: true })).toHaveCount(0);
  await expect(table(page, 'Parts by what was paid')).toHaveCount(0);
  await shop.everyMinute();
  await page.reload();
  await expect(main(page).getByText('The shop is adding up its orders')).toHaveCount(0);
  await expect(keyFigure(page, 'Orders')).toHaveText(['0', 'Down 100% from 5']);
  await expect(
    table(page, 'Stock by how long it lasts').getByRole('row', { name: /^No sale in 180 days/ }),
  ).toContainText('$3,750.00');
  await expect(table(page, 'Parts without a sale').getByRole('row').nth(1)).toHaveText(
    /Old gasket\s*Never\s*300\s*\$3,750\.00/,
  );
});

test('key figures stand against the days before, and are those of the orders', async ({ page }) => {
  await buy(bea, 400);
  await refund((await buy(cem, 200)).order, 100);
  await shop.sandbox.sendEvents();
  await open(page);
  await expect(main(page).getByText('Dec 1 to Dec 30, 2026, beside Nov 2026.')).toBeVisible();
  await expect(main(page).getByText('Days are those of UTC.')).toBeVisible();
  for (const [name, figure, change] of [
    ['Revenue', '$7,400.00', 'Down 40% from $12,400.00'],
    ['Orders', '2', 'Down 60% from 5'],
    ['Pieces', '600', 'Down 40% from 1,000'],
    ['Average order', '$3,750.00', 'Up 50% from $2,500.00'],
    ['New customers', '1', 'As before: 1'],
    ['Returning customers', '1', 'Up From 0'],
  ] as const)
    await expect(keyFigure(page, name)).toHaveText([figure, change]);
  await expect(
    table(page, 'Parts by what was paid').getByRole('row', { name: /Brake disc, rear/ }),
  ).toHaveText(/2\s*600\s*\$7,500\.00/);
  await expect(table(page, 'Refunds and returns by part type').getByRole('row').nth(1)).toHaveText(
    /Without a type\s*\$7,500\.00\s*\$100\.00\s*1\.3%\s*600\s*0\s*None/,
  );
  await open(page, '?from=2026-11-01&to=2026-11-30&compare=no');
  await expect(table(page, 'Refunds and returns by part type').getByRole('row').nth(1)).toHaveText(
    /1,000\s*10\s*1%\s*Faulty: 10/,
  );
  await expect(keyFigure(page, 'Revenue')).toHaveText(['$12,400.00']);
});

test('arrow keys move through the values of a chart, which are those of its table', async ({
  page,
}) => {
  await open(page);
  const revenue = slider(page, 'Revenue by day');
  await reach(page, revenue);
  const today = 'Dec 30, 2026: $7,400.00. Before, Nov 30, 2026: $0.00';
  await expect(revenue).toHaveAttribute('aria-valuetext', today);
  await expect(told(page, 'Revenue by day')).toHaveText(today);
  await page.keyboard.press('Home');
  await expect(told(page, 'Revenue by day')).toContainText('Dec 1, 2026: $0.00. Before, Nov 1');
  for (let presses = 0; presses < 19; presses += 1) await page.keyboard.press('ArrowRight');
  const day = 'Dec 20, 2026: $0.00. Before, Nov 20, 2026: $12,400.00';
  await expect(told(page, 'Revenue by day')).toHaveText(day);
  await expect(revenue).toHaveAttribute('aria-valuetext', day);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(told(page, 'Revenue by day')).toContainText('press the arrow keys');
  await expect(told(page, 'Orders by day')).toContainText('Dec 30, 2026: 2 orders. Before, Nov 30');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const rows = table(page, 'Sales by day').getByRole('row');
  await expect(rows).toHaveCount(31);
  await expect(rows.nth(30)).toContainText('$7,400.00');
  await expect(rows.nth(20)).toContainText('Nov 20, 2026');
  await expect(rows.nth(20)).toContainText('$12,400.00');
  await expectReadable(page);
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true });

  test('a chart can be read with a finger', async ({ page }) => {
    await open(page);
    const figure = main(page).getByRole('figure').filter({ hasText: 'Orders by day' });
    const plot = figure.locator('.chart-plot');
    await plot.scrollIntoViewIfNeeded();
    const { width = 0 } = (await plot.boundingBox()) ?? {};
    await plot.tap({ position: { x: width - 2, y: 90 } });
    await expect(told(page, 'Orders by day')).toContainText('Dec 30, 2026: 2 orders');
    await plot.tap({ position: { x: 2, y: 20 } });
    await expect(told(page, 'Orders by day')).toContainText('Dec 1, 2026: 0 orders');
    const box = await figure.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await axeFaults(page)).toEqual([]);
  });
});

test('days, their grouping and the comparison stand in the address', async ({ page }) => {
  await open(page);
  const usual = main(page).getByRole('navigation', { name: 'Usual days' });
  await expect(usual.locator('[aria-current]')).toHaveText('30 days');
  await usual.getByRole('link', { name: '12 months' }).press('Enter');
  await expect(page).toHaveURL(/\?from=2026-01-01&to=2026-12-30&by=month$/);
  await expect(slider(page, 'Revenue by month')).toHaveAttribute('aria-valuetext', /^Dec 1 to/);
  await expect(keyFigure(page, 'Revenue')).toHaveText(['$19,800.00', 'No orders before']);
  await usual.getByRole('link', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/\?from=2026-11-01&to=2026-11-30$/);
  await expect(keyFigure(page, 'Orders').first()).toHaveText('5');

  const form = main(page).getByRole('form', { name: 'Days' });
  await form.getByLabel('From day').fill('2026-11-18');
  await form.getByLabel('To day').fill('2026-12-01');
  await form.getByLabel('By').selectOption('week');
  await form.getByLabel('Compare with').selectOption('Nothing');
  await form.getByLabel('To day').press('Enter');
  await expect(page).toHaveURL(/\?from=2026-11-18&to=2026-12-01&by=week&compare=no$/);
  await expect(keyFigure(page, 'Orders')).toHaveText(['5']);
  await slider(page, 'Orders by week').focus();
  await page.keyboard.press('Home');
  await expect(told(page, 'Orders by week')).toHaveText('Nov 18 to Nov 22, 2026: 5 orders');
  await expect(main(page).getByText('The days before').locator('visible=true')).toHaveCount(0);
  await page.reload();
  await expect(form.getByLabel('Compare with')).toHaveValue('no');
  await page.goBack();
  await expect(keyFigure(page, 'Orders')).toHaveText(['5', 'No orders before']);
});

test('days that cannot be shown are named at their field', async ({ page }) => {
  await open(page, '?from=2026-12-20&to=2026-12-01');
  const last = main(page).getByRole('form', { name: 'Days' }).getByLabel('To day');
  await expect(last).toHaveValue('2026-12-01');
  await expect(last).toHaveAttribute('aria-invalid', 'true');
  await expect(last).toBeFocused();
  await expect(last).toHaveAccessibleDescription(
    'The last day comes before the first. The last 30 days are shown.',
  );
  await expect(keyFigure(page, 'Orders').first()).toHaveText('2');
  await expectReadable(page);
});

test('a block that cannot be read says so by itself, and Retry reads it', async ({ page }) => {
  await page.route('**/api/admin/figures?*', (route) => route.abort());
  await open(page);
  await expect(block(page, 'How it goes').getByText('not available right now')).toBeVisible();
  await expect(tile(page, 'Orders to ship')).toBeVisible();
  await expect(table(page, 'Parts by what was paid')).toBeVisible();
  await expect(table(page, 'Parts without a sale')).toBeVisible();
  await page.unroute('**/api/admin/figures?*');
  await block(page, 'How it goes').getByRole('button', { name: 'Retry' }).click();
  await expect(keyFigure(page, 'Orders').first()).toHaveText('2');
});

test('each block is a file, of the days that are shown', async ({ page }) => {
  await open(page, '?from=2026-12-29&to=2026-12-30');
  for (const [name, file, line] of [
    ['How it goes', 'sales', '2026-12-30,2026-12-30,2,600,'],
    ['Best sellers', 'best-sellers', '"Brake disc, rear",2,600,7500.00'],
    ['Refunds and returns', 'types', 'Without a type'],
    ['Unpaid orders', 'unpaid', 'Less than an hour,0,0.00'],
    ['Stock by months of supply', 'supply', 'Nothing in stock,2,0,0.00'],
    ['Dead stock', 'dead-stock', 'Old gasket,300,3750.00,'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await main(page)
      .getByRole('button', { name: `CSV of ${name}` })
      .press('Enter');
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^underhood-${file}-.*\\.csv$`));
    const chunks = (await (await download.createReadStream()).toArray()) as Buffer[];
    expect(Buffer.concat(chunks).toString('utf8'), name).toContain(line);
  }
});

test('the page prints its figures and nothing around them', async ({ page }) => {
  await open(page);
  await expect(tile(page, 'Orders to ship')).toBeVisible();
  await expect(keyFigure(page, 'Revenue').first()).toHaveText('$7,400.00');
  await expect(table(page, 'Parts by what was paid')).toBeVisible();
  await expect(table(page, 'Parts without a sale')).toBeVisible();
  const pages = pagesOf(await page.pdf({ format: 'A4' }));
  const text = pages
    .map((one) => one.text)
    .join('')
    .replaceAll(/\s+/g, '');
  for (const shown of ['Todonow', 'Dec1toDec30,2026', '$7,400.00', 'Revenuebyday', 'Deadstock'])
    expect(text).toContain(shown);
  for (const beside of ['ManageUsers', 'Allrightsreserved', 'Comparewith', 'CSV', 'arrowkeys'])
    expect(text).not.toContain(beside);
});

test('guests, customers and somebody who is no admin any more get nothing of it', async ({
  page,
  browser,
}) => {
  const asked: string[] = [];
  const listen = (to: Page) =>
    to.on('request', (request) => {
      if (request.url().includes('/api/admin/')) asked.push(request.url());
    });
  listen(page);
  await open(page, '', bea);
  await expect(page).toHaveURL(`${shop.address}/`);
  const guest = await browser.newContext();
  const stranger = await guest.newPage();
  listen(stranger);
  await stranger.goto(`${shop.address}/dashboard/overview`);
  await expect(stranger).toHaveURL(/\/login/);
  await guest.close();
  expect(asked).toEqual([]);

  const former = await browser.newContext();
  const tab = await former.newPage();
  await open(tab);
  await expect(keyFigure(tab, 'Orders').first()).toHaveText('2');
  const role = (to: 'admin' | null) =>
    shop.db.updateTable('users').set({ role: to }).where('id', '=', admin.userId).execute();
  await role(null);
  await main(tab).getByRole('link', { name: '7 days' }).click();
  await expect(block(tab, 'How it goes').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(main(tab).getByText('$7,400.00')).toHaveCount(0);
  await block(tab, 'How it goes').getByRole('button', { name: 'Retry' }).click();
  await expect(tab).toHaveURL(`${shop.address}/`);
  await former.close();
  await role('admin');
});
