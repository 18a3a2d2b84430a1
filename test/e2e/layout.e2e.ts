import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expect, test } from './customer.ts';
import { holdScripts } from './hold-scripts.ts';
import { test as guest } from './journey.ts';

const main = (page: Page) => page.getByRole('main');
const focused = (page: Page) => page.locator(':focus');

/** Delays every answer of the API, as a slow connection does. */
async function slowApi(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
}

/** The Cumulative Layout Shift since the page was opened. */
async function watchJumps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as typeof window & { jumped: number };
    seen.jumped = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.jumped += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as typeof window & { jumped: number }).jumped);
}

test.describe('on a phone with a slow line', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('nothing jumps while a page of the dashboard fills', async ({ page, customer }) => {
    await slowApi(page);
    const jumped = await watchJumps(page);
    await page.goto('/dashboard/my-profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${customer.name}'s Profile`);
    await expect(page.getByLabel('Phone')).toBeVisible();
    expect(await jumped()).toBeLessThan(0.1);
  });

  for (const [who, as] of [
    ['a guest', guest],
    ['a customer', test],
  ] as const)
    as(`nothing jumps while an empty order pad of ${who} comes alive`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const letThrough = await holdScripts(page);
      const jumped = await watchJumps(page);
      await page.goto('/order-pad', { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { name: 'Paste or drop a list' })).toBeVisible();
      await letThrough();
      await expect(main(page).getByText(/^No lines yet/)).toBeVisible();
      await expect(
        main(page).getByText(who === 'a guest' ? 'Kept in this browser' : 'Saved'),
      ).toBeVisible();
      expect(await jumped()).toBeLessThan(0.01);
    });
});

for (const [address, width] of [
  ['/blog', 390],
  ['/blog', 1024],
  ['/blog', 1280],
  ['/dashboard/my-profile', 1280],
] as const)
  test(`the header of a customer stands still while ${address} comes alive, ${width} px wide`, async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const letThrough = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    const header = page.getByRole('banner');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    /** Where its visible links and its search field begin and end, to a pixel. */
    const places = () =>
      header.evaluate((its) =>
        [...its.querySelectorAll('a, input')]
          .map((one) => [one.getAttribute('href'), one.getBoundingClientRect()] as const)
          .filter(([href, { width: seen }]) => href !== '/dashboard' && seen > 0)
          .map(([href, { left, right }]) => [href, Math.round(left), Math.round(right)]),
      );
    const before = await places();
    await letThrough();
    const menu = header.locator('[aria-controls="profile-menu"]');
    await expect(menu).toHaveAccessibleName(customer.name);
    expect(await places()).toEqual(before);
  });

test('what the head says of a customer and their vehicle is true all the while', async ({
  page,
  customer,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('underhood.my-vehicle', '{"make":"Volkswagen"}');
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver((changes) => {
      for (const { attributeName, oldValue } of changes) said.push(`${attributeName}: ${oldValue}`);
    }).observe(document, {
      subtree: true,
      attributeFilter: ['data-session', 'data-vehicle'],
      attributeOldValue: true,
    });
  });
  await page.goto('/blog');
  await expect(page.locator('[aria-controls="profile-menu"]')).toHaveAccessibleName(customer.name);
  // Said once by the head, and never taken back.
  expect(await page.evaluate('said')).toEqual(['data-session: null', 'data-vehicle: null']);
});

test('the name of a customer leaves the page with the session', async ({ page, customer }) => {
  await page.goto('/blog');
  const named = () =>
    page.evaluate(() => document.documentElement.style.getPropertyValue('--person'));
  expect(await named()).toBe(JSON.stringify(customer.name));
  await page.locator('[aria-controls="profile-menu"]').click();
  await page.getByRole('button', { name: texts.signOut }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
  await expect.poll(named).toBe('');
});

guest.describe('moving about', () => {
  guest('the next page begins at its top at once', async ({ page }) => {
    await page.goto('/home');
    await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }));
    await page.getByRole('banner').getByRole('link', { name: texts.blog }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.blog);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  guest('a choice of the search keeps the focus, and Back sets it anew', async ({ page }) => {
    await page.goto('/parts');
    const make = page.getByLabel('Make');
    await make.focus();
    await expect(async () => {
      await make.selectOption('');
      await make.selectOption({ index: 1 });
      await expect(page).toHaveURL(/make=/, { timeout: 1000 });
    }).toPass();
    await expect(make).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/parts$/);
    await expect(make).toHaveValue('');
  });

  guest('the next part of a list is read from its heading on', async ({ page }) => {
    await page.goto('/parts');
    await main(page).getByRole('link', { name: 'Next page' }).press('Enter');
    await expect(page).toHaveURL(/page=2/);
    await expect(focused(page)).toHaveText('All parts');
  });

  guest('a link of the phone menu closes it, also one to the same page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/home');
    const menu = page.getByRole('button', { name: 'Menu' });
    await expect(async () => {
      await menu.click();
      await expect(menu).toHaveAttribute('aria-expanded', 'true', { timeout: 500 });
    }).toPass();
    await page.getByRole('banner').getByRole('link', { name: texts.home }).click();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
  });
});

guest(
  'for whoever wants less motion every colour follows a change of scheme at once',
  async ({ page }) => {
    const wear = (colorScheme: 'light' | 'dark') =>
      page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const colours = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body, main, main *')]
          .map((element) => getComputedStyle(element).color)
          .join(),
      );
    // Until the page's scripts run its buttons rest, in colours of their own.
    const ready = () => expect(main(page).locator(':disabled')).toHaveCount(0);
    await wear('light');
    await page.goto('/login');
    await ready();
    const light = await colours();
    // The same page, opened in dark colours.
    await wear('dark');
    await page.reload();
    await ready();
    const dark = await colours();
    expect(dark).not.toBe(light);
    for (let change = 0; change < 3; change += 1) {
      await wear('light');
      expect(await colours()).toBe(light);
      await wear('dark');
      expect(await colours()).toBe(dark);
    }
  },
);
