import { expect, test, type Page } from '@playwright/test';
import { main } from './checkout.ts';
import { expectAlive } from './hold-scripts.ts';

/** Answers 404 for a script as long as it is asked to; counts how often the page itself was loaded. */
async function withoutScript(page: Page, isGone: (loads: number) => boolean) {
  const seen = { loads: 0, refused: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.loads += 1;
  });
  await page.route('**/assets/entry.client-*.js', (route) => {
    if (!isGone(seen.loads)) return route.continue();
    seen.refused += 1;
    return route.fulfill({ status: 404 });
  });
  return seen;
}

test('a page whose script is gone is loaded again, and works then', async ({ page }) => {
  const seen = await withoutScript(page, (loads) => loads === 1);
  await page.goto('/parts');
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => seen.loads).toBe(2);
  await expectAlive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  // The router of the page took the click: nothing was loaded anew.
  expect(seen.loads).toBe(2);
});

test('a page whose script stays gone is loaded again once, and can be read', async ({ page }) => {
  const seen = await withoutScript(page, () => true);
  await page.goto('/blog');
  await expect.poll(() => seen.loads).toBe(2);
  await expect.poll(() => seen.refused).toBeGreaterThan(1);
  await page.waitForLoadState('networkidle');
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  expect(seen.loads).toBe(2);
});
