import { chromium } from '@playwright/test';
const origin = process.env.SHOP ?? 'http://localhost:41999';
const tag = process.argv[2] ?? 'demo';
const path = process.argv[3] ?? '/dashboard/overview/books';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const context = await browser.newContext({ baseURL: origin });
const page = await context.newPage();
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message));
await page.goto('/login');
await page.getByRole('button', { name: "Fill in the admin's sign-in" }).click();
await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
await page.waitForURL(/\/$/);
for (const [width, scheme] of [[1280, 'light'], [390, 'dark'], [390, 'light'], [1280, 'dark']] as const) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(path);
  await page.getByText('Loading…').first().waitFor({ state: 'detached' }).catch(() => {});
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `/tmp/bkshots/${tag}-${width}-${scheme}.png`, fullPage: true });
}
await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
await page.setViewportSize({ width: 794, height: 1123 });
await page.screenshot({ path: `/tmp/bkshots/${tag}-print.png`, fullPage: true });
await browser.close();
