import { expect, test } from '@playwright/test';
import type { Api } from '#contract/api.ts';
import { mountSite } from '#server/http/site.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';

/** The built pages with a shop whose reads a test can delay or break. */
let shop: PageShop;
let address: string;
let reads = async (): Promise<void> => {};
/** Clears the page cache. */
let partsChanged: () => void;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop({
    pages: async (app, pages) =>
      mountSite(app, {
        ...pages,
        api: hindered(pages.api),
        onChange: (clear) => {
          partsChanged = clear;
          pages.onChange(clear);
        },
      }),
  });
  for (let number = 1; number <= 7; number += 1)
    await samplePart(shop.db, { name: `Brake disc ${number}` });
  ({ address } = shop);
  // Read to its end: from now on every answer is there.
  await (await fetch(address)).text();
});

test.afterAll(async () => shop.close());

test.beforeEach(() => {
  reads = async () => {};
  partsChanged();
});

/** Answers are read once and then repeated, so that only `reads` decides how long they take. */
function hindered(api: Api): Api {
  const answers = new Map<string, Promise<unknown>>();
  const replayed = async (key: string, read: () => Promise<unknown>): Promise<never> => {
    // The set-up is no read: it does not come from the database.
    if (key !== 'call getSite') await reads();
    const answer = answers.get(key) ?? read();
    answers.set(key, answer);
    return (await answer) as never;
  };
  return {
    call: async (name, input) => replayed(`call ${name}`, async () => api.call(name, input)),
    page: async (name, input) => replayed(`page ${name}`, async () => api.page(name, input)),
  };
}

/** The chunks of the home page as they arrive. */
async function arrivals(of = address): Promise<{
  readonly pieces: readonly string[];
  readonly policy: string;
}> {
  const answer = await fetch(of);
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const piece of answer.body ?? []) pieces.push(decoder.decode(piece, { stream: true }));
  return { pieces, policy: answer.headers.get('content-security-policy') ?? '' };
}

const cardsIn = (html: string): number => html.split('>Purchase now</a>').length - 1;
/** The text of spinners and placeholders. */
const spinner = 'Loading…</span>';

test('a home page whose data is quick has no spinner, and the next reader gets the same one', async () => {
  const first = (await arrivals()).pieces.join('');
  expect(cardsIn(first)).toBe(6);
  expect(first).not.toContain(spinner);
  const { pieces, policy } = await arrivals();
  expect(cardsIn(pieces.join(''))).toBe(6);
  expect(policy).toContain("script-src 'self' 'sha256-");
});

test('a home page whose data is slow begins with a spinner and ends with six parts', async () => {
  reads = async () => new Promise((resolve) => setTimeout(resolve, 300));
  const { pieces, policy } = await arrivals();
  expect(policy).toContain("script-src 'self' 'nonce-");
  const firstWithCards = pieces.findIndex((piece) => cardsIn(piece) > 0);
  // One for the parts, one for the reviews.
  expect(pieces.slice(0, firstWithCards).join('').split(spinner)).toHaveLength(3);
  expect(cardsIn(pieces.join(''))).toBe(6);
});

test("a part's page waits for its reviews, so that they are there without scripts", async () => {
  const part = await samplePart(shop.db, { name: 'Awaited disc' });
  reads = async () => new Promise((resolve) => setTimeout(resolve, 100));
  const page = (await arrivals(new URL(`/parts/${part}`, address).href)).pieces.join('');
  expect(page).toContain('Nobody has reviewed this part yet.');
  expect(page).not.toContain(spinner);
});

test('a slow page is made once for all who wait for it', async () => {
  let made = 0;
  reads = async () => {
    made += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const pages = await Promise.all(Array.from({ length: 10 }, () => arrivals()));
  expect(pages.map(({ pieces }) => cardsIn(pieces.join('')))).toEqual(
    Array.from({ length: 10 }, () => 6),
  );
  // One rendering reads the parts, the reviews and the makes.
  expect(made).toBe(3);
});

test('a list that cannot be read is a neutral line with Retry, and the next reader is served again', async ({
  page,
}) => {
  reads = async () => Promise.reject(new Error('no database'));
  await page.goto(address);
  await expect(page.getByText('The parts are not available right now.')).toBeVisible();
  await expect(page.getByText('The reviews are not available right now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(2);
  await expect(page.locator('.toast-card')).toHaveCount(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(/error|fail|wrong|no database/i);
  reads = async () => {};
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.locator('#parts').getByRole('link', { name: /Purchase now/ })).toHaveCount(6);
  expect(cardsIn((await arrivals()).pieces.join(''))).toBe(6);
});
