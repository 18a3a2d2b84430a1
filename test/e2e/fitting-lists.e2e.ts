import type { Page } from '@playwright/test';
import { cutTexts } from './cut-texts.ts';
import { expectReadable, expectWorkable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { partsInList } from './finding.ts';
import { expectAlive } from './hold-scripts.ts';
import { expect, test } from './journey.ts';
import { reach } from './keyboard.ts';

const vehicle = 'make=Volkswagen&model=Golf&year=2015&engine=2.0+L4+petrol';
const total = (page: Page) => main(page).getByRole('status').first();
const only = (page: Page) => page.getByRole('link', { name: /^Only what fits/ });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of the list' });

/** Where the parts of this page lead, in their order. */
function shown(page: Page): Promise<string[]> {
  return partsInList(page)
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

/** The parts of all pages from this one on. */
async function listed(page: Page): Promise<string[]> {
  const all = await shown(page);
  while (await pages(page).getByRole('link', { name: 'Next page' }).isVisible()) {
    const before = await pages(page).innerText();
    await pages(page).getByRole('link', { name: 'Next page' }).click();
    await expect(pages(page)).not.toContainText(before.split('\n')[0] ?? '');
    all.push(...(await shown(page)));
  }
  return all;
}

/** Switches to all parts and back; what fits comes first, then all others, each once. */
async function switchAndCompare(page: Page): Promise<void> {
  await page.goto(`/parts?category=braking&${vehicle}`);
  await expect(total(page)).toHaveText(/^\d+ parts for your vehicle$/);
  const fitting = await listed(page);
  expect(fitting.length).toBeGreaterThan(0);
  await only(page).click();
  await expect(page).toHaveURL(`/parts?category=braking&${vehicle}&fit=first`);
  await expect(total(page)).toHaveText(
    new RegExp(String.raw`^\d+ parts, ${fitting.length} for your vehicle$`),
  );
  await expect(page.getByLabel('Sort')).toContainText('Newest, fitting first');
  const all = await listed(page);
  expect(all.slice(0, fitting.length)).toEqual(fitting);
  expect(new Set(all).size).toBe(all.length);
  await page.goto('/parts?category=braking');
  expect(all.toSorted()).toEqual((await listed(page)).toSorted());
}

test('a buyer switches between what fits the car and all parts, and pages from the one to the other', async ({
  page,
}) => {
  await switchAndCompare(page);
  await page.goto(`/parts?category=braking&${vehicle}&fit=first`);
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText(
    'Volkswagen Golf 2015, 2.0 L4 petrol',
  );
  await expectReadable(page);
  await only(page).click();
  await expect(page).toHaveURL(`/parts?category=braking&${vehicle}`);
  await page.getByRole('link', { name: /Take away: Volkswagen Golf/ }).click();
  await expect(page).toHaveURL('/parts?category=braking');
  await expect(only(page)).toHaveCount(0);
});

test('the switch works by keyboard', async ({ page }) => {
  await page.goto(`/parts?${vehicle}`);
  await expectAlive(page);
  await reach(page, only(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/parts?${vehicle}&fit=first`);
  await expect(total(page)).toHaveText(/^[\d,]+\+? parts, \d+ for your vehicle$/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the switch and all pages work', async ({ page }) => {
    await switchAndCompare(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the switch is in sight and wide enough for a finger', async ({ page }) => {
    await page.goto(`/parts?${vehicle}&fit=first`);
    await expect(only(page)).toBeInViewport();
    const box = await only(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await expectWorkable(page, 'a list with a vehicle');
  });

  test('the order of a list is read in full', async ({ page }) => {
    for (const fit of ['', '&fit=first']) {
      await page.goto(`/parts?${vehicle}${fit}&q=brake`);
      const sort = page.getByRole('form', { name: 'Order of the list' }).getByRole('combobox');
      await expect(sort.getByRole('option')).toHaveCount(5);
      expect(await cutTexts(sort)).toEqual([]);
    }
  });
});
