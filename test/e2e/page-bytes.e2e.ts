import type { Page, Response } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectAlive } from './hold-scripts.ts';
import { partOf, test as signedIn } from './customer.ts';

/** What a page may load in brotli, without anything being done on it (docs/decisions/0055). */
interface Budget {
  readonly scripts: number;
  readonly styles: number;
  readonly files: number;
}

const usual = { scripts: 130_000, styles: 15_000, files: 14 };
const still = { scripts: 117_500, styles: 15_000, files: 8 };

const budgets: Readonly<Record<string, Budget>> = {
  '/': usual,
  '/parts': usual,
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

async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.endsWith('PART')) return path;
  const list = await (await page.request.get('/parts')).text();
  return /href="(\/parts\/[^"?]+)"/.exec(list)?.[1] ?? '';
}

/** Opens a page, and measures what it loads until nothing more is coming. */
async function expectWithin(page: Page, address: string, budget: Budget): Promise<void> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(address);
  await expectAlive(page);
  await page.waitForLoadState('networkidle');
  const scripts = await bytesOf(responses, 'script');
  const styles = await bytesOf(responses, 'stylesheet');
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

signedIn('what a buyer signed in opens loads no more than it may', async ({ page, customer }) => {
  const part = await partOf(page.request, 'braking');
  const order = await customer.order(part, part.orderQuantity);
  // Two files more than for guests: the profile menu, and the list of the account.
  const buying = { scripts: 145_000, styles: 15_000, files: 16 };
  const following = { scripts: 160_000, styles: 16_000, files: 20 };
  await expectWithin(page, `/purchase/${part._id}`, buying);
  await expectWithin(page, `/payment/${order}`, buying);
  await expectWithin(page, '/dashboard/my-orders', following);
});
