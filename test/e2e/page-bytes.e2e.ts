import type { Page, Response } from '@playwright/test';
import { addressOf } from './address-of.ts';
import { expect, test } from './journey.ts';
import { expectAlive } from './hold-scripts.ts';
import { test as admins } from './admin.ts';
import { openAccount, partOf, test as signedIn } from './customer.ts';

/** What a page may load in brotli, without anything being done on it (docs/decisions/0055). */
interface Budget {
  readonly scripts: number;
  readonly styles: number;
  readonly files: number;
}

const usual = { scripts: 130_000, styles: 15_000, files: 10 };
const still = { scripts: 118_000, styles: 15_000, files: 8 };

const budgets: Readonly<Record<string, Budget>> = {
  '/': usual,
  '/parts': usual,
  '/parts?view=table': { scripts: 145_000, styles: 15_000, files: 12 },
  '/parts/PART': usual,
  '/vehicles': usual,
  '/vehicles/volkswagen/golf/2015': usual,
  '/login': usual,
  '/register': usual,
  '/forget-password': usual,
  '/verify-email': usual,
  '/reset-password': usual,
  '/my-portfolio': still,
  '/blog': still,
  '/order-pad': usual,
  '/confirm-browser': { scripts: 122_700, styles: 15_000, files: 8 },
  '/account-closed': { scripts: 116_900, styles: 15_000, files: 6 },
};

/** The bytes of each file of a kind, as they travelled. */
async function bytesOf(responses: readonly Response[], kind: 'script' | 'stylesheet') {
  const files = responses.filter((response) => response.request().resourceType() === kind);
  const sized = await Promise.all(
    files.map(async (response) => {
      const headers = await response.allHeaders();
      expect(headers['content-encoding'], response.url()).toBe('br');
      return { name: new URL(response.url()).pathname, bytes: Number(headers['content-length']) };
    }),
  );
  return sized.toSorted((one, other) => other.bytes - one.bytes);
}

/** Opens a page, and answers what it loads until nothing more is coming. */
async function loadedBy(page: Page, address: string) {
  const responses: Response[] = [];
  const listen = (response: Response) => void responses.push(response);
  page.on('response', listen);
  await page.goto(address);
  await expectAlive(page);
  // On a busy machine it comes when the page has been quiet for a while.
  if ((await page.locator('html').getAttribute('data-session')) !== null)
    await expect(page.locator('#profile-menu')).toBeAttached();
  await page.waitForLoadState('networkidle');
  page.off('response', listen);
  return {
    scripts: await bytesOf(responses, 'script'),
    styles: await bytesOf(responses, 'stylesheet'),
  };
}

async function expectWithin(page: Page, address: string, budget: Budget): Promise<void> {
  const { scripts, styles } = await loadedBy(page, address);
  const sum = (files: typeof scripts) => files.reduce((all, { bytes }) => all + bytes, 0);
  const told = [...scripts, ...styles].map(({ name, bytes }) => `${bytes} ${name}`).join('\n');
  expect.soft(sum(scripts), `bytes of scripts\n${told}`).toBeLessThanOrEqual(budget.scripts);
  expect.soft(sum(styles), `bytes of styles\n${told}`).toBeLessThanOrEqual(budget.styles);
  expect.soft(scripts.length, `scripts\n${told}`).toBeLessThanOrEqual(budget.files);
  // Without these the page would have loaded nothing, and passed.
  expect(scripts.length).toBeGreaterThan(3);
  expect(styles.length).toBeGreaterThan(0);
}

for (const [path, budget] of Object.entries(budgets))
  test(`${path} loads no more than it may`, async ({ page }) => {
    await expectWithin(page, await addressOf(page, path), budget);
  });

test.describe('an address that leads nowhere', () => {
  test.use({ expectedStatuses: [404] });

  test('loads no more than it may', async ({ page }) => {
    await expectWithin(page, '/nowhere', { scripts: 117_000, styles: 15_000, files: 7 });
  });
});

test('a payment page loads no more for a guest than it may', async ({
  page,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const customer = await openAccount(request, new URL(baseURL ?? '').origin, 'Nadia Buyer');
  const part = await partOf(request, 'braking');
  const order = await customer.order(part, part.orderQuantity);
  await request.dispose();
  // The order form's page sends guests to the login before they have its scripts.
  await expectWithin(page, `/payment/${order}`, { scripts: 139_300, styles: 15_000, files: 10 });
});

signedIn('what a buyer signed in opens loads no more than it may', async ({ page, customer }) => {
  const part = await partOf(page.request, 'braking');
  const order = await customer.order(part, part.orderQuantity);
  // The profile menu and the list of the account are more than guests load.
  const buying = { scripts: 145_000, styles: 15_000, files: 14 };
  const following = { scripts: 160_000, styles: 16_000, files: 14 };
  await expectWithin(page, `/purchase/${part._id}`, buying);
  await expectWithin(page, `/payment/${order}`, buying);
  await expectWithin(page, '/dashboard/my-orders', following);
  // Those of the dashboard with the most files.
  await expectWithin(page, `/dashboard/pay?orders=${order}`, { ...following, scripts: 163_500 });
  await expectWithin(page, '/dashboard/my-vehicles', following);
  await expectWithin(page, '/dashboard/my-profile', { ...following, scripts: 165_900 });
});

admins('the overview loads its charts for itself alone, and they are small', async ({ page }) => {
  const known = new Set<string>();
  for (const other of ['doctor', 'manage-orders', 'empty-searches']) {
    const { scripts, styles } = await loadedBy(page, `/dashboard/${other}`);
    for (const { name } of [...scripts, ...styles]) known.add(name);
  }
  const { scripts, styles } = await loadedBy(page, '/dashboard/overview');
  const own = [...scripts, ...styles].filter(({ name }) => !known.has(name));
  const bytes = own.reduce((all, file) => all + file.bytes, 0);
  const told = own.map(({ name, bytes: its }) => `${its} ${name}`).join('\n');
  expect(bytes, told).toBeLessThanOrEqual(60_000);
  // The charts are among them.
  expect(bytes, told).toBeGreaterThan(9000);
});
