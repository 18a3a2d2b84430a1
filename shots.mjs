import { chromium } from '@playwright/test';
const [base, out, ...pages] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
for (const [w, h] of [
  [390, 844],
  [1280, 900],
])
  for (const scheme of ['light', 'dark']) {
    const ctx = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, deviceScaleFactor: 1 });
    const page = await ctx.newPage();
    for (const p of pages) {
      const [name, path] = p.split('=' + ''.repeat(0)).length > 1 ? [p.slice(0, p.indexOf('=')), p.slice(p.indexOf('=') + 1)] : [p, p];
      await page.goto(base + path);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `${out}/${name}-${w}-${scheme}.png` });
    }
    await ctx.close();
  }
await browser.close();
