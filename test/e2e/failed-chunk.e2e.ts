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

test('a link under the pointer takes nothing away that was typed when its script does not come', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await expectAlive(page);
  await page.getByLabel('Email').fill('ada@example.com');
  const link = page.getByRole('banner').getByRole('link', { name: 'Blog' });
  const seen = { loads: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.loads += 1;
  });
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('/assets/blog'));
  await link.hover();
  await failed;
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  expect(seen.loads).toBe(0);

  await context.setOffline(false);
  await link.click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText('Login');
  expect(seen.loads).toBe(0);
});

test('a link under the pointer asks for the scripts of its page, once', async ({ page }) => {
  await page.goto('/login');
  await expectAlive(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const hint = page.waitForResponse((response) => response.url().includes('/assets/blog'));
  const link = page.getByRole('banner').getByRole('link', { name: 'Blog' });
  await link.hover();
  await (await hint).finished();
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  await page.getByLabel('Email').hover();
  await link.hover();
  await link.click();
  await expect(page).toHaveURL(/\/blog$/);
  const sent = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes('/assets/blog'))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize > 0),
  );
  expect(sent).toEqual([true, false]);
});

test('so does any other link, such as one in the foot of the page', async ({ page }) => {
  await page.goto('/login');
  await expectAlive(page);
  const hint = page.waitForRequest((request) => request.url().includes('/assets/portfolio'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Portfolio' }).hover();
  await hint;
  await expect(page).toHaveURL(/\/login$/);
});
