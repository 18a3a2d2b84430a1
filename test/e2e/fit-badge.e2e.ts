import { expect, test, type Locator, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable } from './axe-faults.ts';
import { sentBy } from './checkout.ts';
import { expectAlive, holdScripts } from './hold-scripts.ts';
import { openPad, orderDialog, placeButton } from './order-pad.ts';
import { signInAs } from './sign-in-as.ts';
import { chooser } from './vehicle-tool.ts';

/** A shop with three parts for a petrol Golf: one that fits, one that does not, one that names no vehicle. */
let shop: PageShop;
let cora: Person;
let disc: string;
let pads: string;
let hose: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  await storeTaxonomy(shop.db);
  cora = await shop.person('Cora Customer');
  const part = (partNumber: string, name: string) =>
    samplePart(shop.db, { partNumber, name, inStock: 10_000 });
  disc = await part('FD-1', 'Fitting disc');
  pads = await part('DP-1', 'Diesel pads');
  hose = await part('UH-1', 'Unbound hose');
  await sql`update parts set type_id = 'brake-disc', category_id = 'braking'`.execute(shop.db);
  for (const [id, engine] of [
    [disc, ''],
    [pads, '2.0 diesel'],
  ])
    await sql`insert into fitments (part_id, make, model, year_from, year_to, engine)
      values (${id}, 'Volkswagen', 'Golf', 2013, 2020, ${engine})`.execute(shop.db);
});

test.afterAll(async () => shop.close());

test.beforeEach(({ context }) => signInAs(context, cora));

const golf: ChosenVehicle = { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '2.0 petrol' };
const reasons = {
  fits: 'Fits Volkswagen Golf 2013–2020.',
  not: '2.0 diesel only.',
  check: 'No vehicle is named yet. Compare the numbers and measures.',
} as const;

/** Chooses a vehicle as a chooser does, before the first page is opened. */
const remember = (page: Page, vehicle: ChosenVehicle | undefined = golf) =>
  page.addInitScript((stored) => {
    if (localStorage.getItem('underhood.my-vehicle') === null)
      localStorage.setItem('underhood.my-vehicle', stored);
  }, JSON.stringify(vehicle));

/** Every call that asks whether parts fit: how many parts it names. */
function askedBy(page: Page): number[] {
  const asked: number[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/fits') asked.push(searchParams.getAll('ids').length);
  });
  return asked;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

/** How far from the top of the page each of these stands. */
const heightsOf = (places: Locator): Promise<number[]> =>
  places.evaluateAll((nodes) =>
    nodes.map((node) => node.getBoundingClientRect().top + globalThis.scrollY),
  );

/** Opens a page without its scripts, which may take a while, then lets them through; answers a check that nothing of this has been moved by them. */
async function openStill(page: Page, address: string, places: Locator) {
  const letThrough = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeVisible();
  await expect(places.first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await heightsOf(places);
  await letThrough();
  return async () => expect(await heightsOf(places)).toEqual(before);
}

/** Expects the three badges in rows or cards, each with its reason. */
async function expectBadges(rows: Locator): Promise<void> {
  const row = (name: string) => rows.filter({ hasText: name });
  await expect(row('Fitting disc')).toContainText(reasons.fits);
  await expect(row('Diesel pads')).toContainText(`Does not fit: ${reasons.not}`);
  await expect(row('Unbound hose')).toContainText(`Check: ${reasons.check}`);
}

for (const [sight, address, rowsOf] of [
  ['cards of the home page', '/', (page: Page) => page.locator('#parts').getByRole('listitem')],
  ['found cards', '/parts', (page: Page) => page.locator('.found-card')],
  ['a table', '/parts?view=table', (page: Page) => page.getByRole('row')],
] as const)
  test(`${sight} say of each part whether it fits, by one call, and nothing moves`, async ({
    page,
  }) => {
    const asked = askedBy(page);
    await remember(page);
    const rows = rowsOf(page);
    const places = rows.or(page.locator('footer'));
    const expectStill = await openStill(page, `${shop.address}${address}`, places);
    await expectBadges(rows);
    expect(asked).toEqual([3]);
    await expectStill();
    await expect(page.getByTitle(reasons.not)).toBeVisible();
    await page.getByRole('button', { name: /^Does not fit/ }).press('Enter');
    await expect(page.getByText(reasons.not, { exact: true })).toBeInViewport({ ratio: 1 });
    await expectStill();
    await expectReadable(page, sight);
  });

test('without a vehicle nobody is asked, and no list has room for badges', async ({ page }) => {
  const asked = askedBy(page);
  await page.goto(`${shop.address}/parts?view=table`);
  await expectAlive(page);
  await expect(page.getByRole('columnheader', { name: 'Fits' })).toBeHidden();
  await page.goto(`${shop.address}/parts/part-${disc}`);
  await expectAlive(page);
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('your Volkswagen')).toBeHidden();
  expect(asked).toEqual([]);
});

test('a part’s page says whether the part fits, why, and opens the choice of another vehicle', async ({
  page,
}) => {
  const asked = askedBy(page);
  await remember(page);
  const box = page.getByText('your Volkswagen Golf 2015, 2.0 petrol');
  const places = page.locator('h1, h2, footer');
  const expectStill = await openStill(page, `${shop.address}/parts/part-${pads}`, places);
  await expect(box).toHaveText('Does not fit your Volkswagen Golf 2015, 2.0 petrol');
  await expect(page.getByText(reasons.not, { exact: true })).toBeVisible();
  await expectStill();
  await expectReadable(page, 'a part that does not fit');
  // And of the related parts below; each is asked about once.
  const related = page.getByRole('region', { name: 'Related parts' });
  await expect(related.getByRole('listitem').filter({ hasText: 'Unbound' })).toContainText('Check');
  expect(sumOf(asked)).toBe(3);
  await related.getByRole('link', { name: 'Fitting disc' }).press('Enter');
  await expect(box).toHaveText('Fits your Volkswagen Golf 2015, 2.0 petrol');
  await expect(page.getByText(reasons.fits, { exact: true })).toBeVisible();
  expect(sumOf(asked)).toBe(3);
  const change = page.getByRole('button', { name: 'Change your vehicle' });
  await change.press('Enter');
  await expect(chooser(page).getByLabel('Engine')).toHaveValue('2.0 petrol');
  await page.keyboard.press('Escape');
  await expect(chooser(page)).toBeHidden();
  await expect(change).toBeFocused();
});

test('where the engine is not known, the page asks for it and carries it', async ({ page }) => {
  await remember(page, { make: 'Volkswagen', model: 'Golf', year: 2015 });
  await page.goto(`${shop.address}/parts/part-${pads}`);
  await expect(page.getByText('Check whether it fits your Volkswagen Golf 2015')).toBeVisible();
  await expect(page.getByText('2.0 diesel only: choose the engine.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose the engine' }).click();
  await chooser(page).getByLabel('Engine').selectOption('2.0 diesel');
  await chooser(page).getByRole('button', { name: 'Use this vehicle' }).click();
  await expect(page.getByText('Fits your Volkswagen Golf 2015, 2.0 diesel')).toBeVisible();
});

test('a vehicle that is changed in another tab changes the badges; one that is forgotten takes them away', async ({
  page,
  context,
}) => {
  await remember(page);
  await page.goto(`${shop.address}/parts`);
  const cards = page.locator('.found-card');
  await expectBadges(cards);
  const other = await context.newPage();
  await other.goto(`${shop.address}/blog`);
  const choose = (vehicle: string) =>
    other.evaluate((stored) => localStorage.setItem('underhood.my-vehicle', stored), vehicle);
  await choose(JSON.stringify({ ...golf, engine: '2.0 diesel' }));
  await expect(cards.filter({ hasText: 'Diesel pads' })).toContainText(
    'Fits Volkswagen Golf 2013–2020, 2.0 diesel.',
  );
  await choose('');
  await expect(cards.filter({ hasText: 'Diesel pads' })).not.toContainText('Fits');
  await page.goto(`${shop.address}/parts?view=table`);
  await expectAlive(page);
  await expect(page.getByRole('columnheader', { name: 'Fits' })).toBeHidden();
});

test('a shop that cannot say it shows the page without badges', async ({ page }) => {
  await remember(page);
  await page.route('**/api/fits?*', (route) => route.fulfill({ status: 503, json: {} }));
  const answered = page.waitForResponse('**/api/fits?*');
  await page.goto(`${shop.address}/parts`);
  await answered;
  await expect(page.locator('.found-card')).toHaveCount(3);
  await expect(page.getByText('Does not fit')).toHaveCount(0);
  await expect(page.locator('.toast-card')).toHaveCount(0);
  await page.goto(`${shop.address}/parts/part-${disc}`);
  await expect(page.getByText('Your vehicle: Volkswagen Golf 2015, 2.0 petrol')).toBeVisible();
});

const question = (page: Page) => page.getByRole('dialog', { name: 'This part does not fit' });

test('ordering what does not fit asks once more, by keyboard', async ({ page }) => {
  await remember(page);
  await page.goto(`${shop.address}/purchase/${pads}`);
  const submit = page.getByRole('button', { name: 'Purchase Now' });
  await expect(page.getByText('Does not fit your Volkswagen Golf 2015, 2.0 petrol')).toBeVisible();
  await page.getByLabel('Address').fill('12 Dock Road, Leeds');
  await page.getByLabel('Phone').fill('+44 20 7946 0111');
  const sent = sentBy(page);
  await submit.press('Enter');
  await expect(question(page)).toContainText(
    'This part does not fit your Volkswagen Golf 2015, 2.0 petrol: 2.0 diesel only. Order it anyway?',
  );
  await expect(question(page).getByRole('button', { name: 'Back' })).toBeFocused();
  await expectReadable(page, 'the question');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(submit).toBeFocused();
  expect(sent).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Ordered: \d+ pieces/)).toBeVisible();
  expect(sent.map(({ path }) => path)).toEqual(['/api/orders']);

  await test.step('once answered, it is not asked again on this page', async () => {
    await page.getByRole('button', { name: 'Order more' }).click();
    await submit.press('Enter');
    await expect(page.getByText(/^Ordered: \d+ pieces/)).toBeVisible();
    await expect(question(page)).toBeHidden();
  });
});

for (const [words, id] of [
  ['fits', () => disc],
  ['is to be checked', () => hose],
] as const)
  test(`a part that ${words} is ordered without a question`, async ({ page }) => {
    await remember(page);
    const known = page.waitForResponse('**/api/fits?*');
    await page.goto(`${shop.address}/purchase/${id()}`);
    await known;
    await page.getByLabel('Address').fill('12 Dock Road, Leeds');
    await page.getByLabel('Phone').fill('+44 20 7946 0111');
    await page.getByRole('button', { name: 'Purchase Now' }).press('Enter');
    await expect(page.getByText(/^Ordered: \d+ pieces/)).toBeVisible();
  });

for (const [words, failing] of [
  ['not answered, is asked again before an order, whose question comes then', 1],
  ['not answered twice, keeps nobody from ordering', Infinity],
] as const)
  test(`whether a part fits, where that was ${words}`, async ({ page }) => {
    await remember(page);
    let left = failing;
    await page.route('**/api/fits?*', (route) => {
      left -= 1;
      return left >= 0 ? route.fulfill({ status: 503, json: {} }) : route.continue();
    });
    const failed = page.waitForResponse('**/api/fits?*');
    await page.clock.install();
    await page.goto(`${shop.address}/purchase/${pads}`);
    await failed;
    await page.getByLabel('Address').fill('12 Dock Road, Leeds');
    await page.getByLabel('Phone').fill('+44 20 7946 0111');
    const [sent, submit] = [sentBy(page), page.getByRole('button', { name: 'Purchase Now' })];
    await submit.focus();
    // The second for which an order waits does not go by while the shop answers.
    if (failing === 1) await page.clock.pauseAt(Date.now() + 60_000);
    await submit.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    if (failing === 1) {
      await page.clock.runFor(300);
      await expect(question(page)).toContainText(reasons.not);
      await page.clock.resume();
      await page.keyboard.press('Escape');
      await expect(submit).toBeFocused();
      expect(sent).toEqual([]);
    } else {
      await expect(page.getByText(/^Ordered: \d+ pieces/)).toBeVisible();
      expect(sent.map(({ path }) => path)).toEqual(['/api/orders']);
    }
  });

test('a list says of each line whether it fits, and asks once before it is ordered', async ({
  page,
}) => {
  await remember(page);
  await openPad(page, shop.address);
  await page.getByLabel(/^From any spreadsheet/).fill('FD-1 200\nDP-1 200\nUH-1 200');
  await page.getByRole('button', { name: 'Add 3 lines' }).click();
  const lines = page.getByRole('table', { name: 'Lines of the list' }).getByRole('row');
  await expectBadges(lines);
  await expectReadable(page, 'a list with badges');
  const sent = sentBy(page);
  await page.getByRole('button', { name: 'Order 3 lines' }).first().press('Enter');
  const place = orderDialog(page);
  await place.getByLabel('Address').fill('12 Dock Road, Leeds');
  await place.getByLabel('Phone').fill('+44 20 7946 0111');
  await place.getByLabel('Phone').press('Control+Enter');
  await expect(question(page)).toContainText('Diesel pads');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(place).toBeVisible();
  expect(sent.filter(({ path }) => path === '/api/batches')).toEqual([]);
  await placeButton(page).press('Enter');
  await question(page).getByRole('button', { name: 'Order anyway' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
});

test('rows of orders and lists say it, and an order’s page', async ({ page }) => {
  const dora = await shop.person('Dora Customer');
  for (const id of [disc, pads]) await shop.order(dora, id, 200);
  await placeBatch(
    shop,
    dora,
    [disc, pads, hose].map((id) => [id, 200]),
  );
  await signInAs(page.context(), dora);
  const asked = askedBy(page);
  await remember(page);
  await page.goto(`${shop.address}/dashboard/my-orders`);
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Fitting disc' }).first()).toContainText(reasons.fits);
  await expect(rows.filter({ hasText: 'Diesel pads' }).first()).toContainText(
    `Does not fit: ${reasons.not}`,
  );
  expect(sumOf(asked)).toBe(2);
  await page.getByRole('button', { name: /^Lines of list/ }).press('Enter');
  await expect(
    rows.filter({ hasText: 'DP-1' }).filter({ hasText: `Does not fit: ${reasons.not}` }),
  ).toBeVisible();
  await expectReadable(page, 'orders with badges');
  await page.getByRole('link', { name: /^List of 3/ }).press('Enter');
  await expectBadges(page.getByRole('table', { name: /^Lines of list/ }).getByRole('row'));
  await page.goBack();
  await rows
    .filter({ hasText: 'Diesel pads' })
    .getByRole('link', { name: /^Order UH/ })
    .first()
    .press('Enter');
  await expect(page.getByText(`Does not fit: ${reasons.not}`)).toBeVisible();
});

test('a saved list opens to its lines, each with its badge', async ({ page }) => {
  const lines = [
    { number: 'FD-1', quantity: 200 },
    { number: 'DP-1', quantity: 200 },
    { number: 'UH-1', quantity: null },
    { number: 'no <b> number', quantity: 50 },
  ];
  const id = '00000000-0000-4000-8000-00000000000a';
  const body = { name: 'Monday', lines };
  await shop.request('PUT', `/api/my-lists/${id}`, { as: cora, body });
  const asked = askedBy(page);
  await remember(page);
  await page.goto(`${shop.address}/dashboard/my-lists`);
  const opener = page.getByRole('button', { name: 'Lines of Monday' });
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  let isSlow = true;
  await page.route(`**/api/my-lists/${id}`, async (route) => {
    if (isSlow) await expect(page.getByText('Loading…')).toBeVisible();
    await route.fulfill({ status: 503, json: {} });
  });
  await opener.press('Enter');
  await expect(page.getByText('The lines are not available right now.')).toBeVisible();
  isSlow = false;
  await page.unroute(`**/api/my-lists/${id}`);
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  const rows = page.getByRole('list', { name: 'Lines of Monday' }).getByRole('listitem');
  await expectBadges(rows);
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'Fitting disc' })).toContainText('200 pieces');
  await expect(rows.last()).toHaveText('no <b> number names no part50 pieces');
  expect(asked).toEqual([3]);
  await expectReadable(page, 'a saved list with badges');
  await opener.press('Enter');
  await expect(rows).toHaveCount(0);
});

test('a saved list shows no badges without a vehicle', async ({ page }) => {
  const asked = askedBy(page);
  await page.goto(`${shop.address}/dashboard/my-lists`);
  await page.getByRole('button', { name: 'Lines of Monday' }).press('Enter');
  const rows = page.getByRole('list', { name: 'Lines of Monday' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toHaveText('Fitting disc FD-1200 pieces');
  expect(asked).toEqual([]);
});
