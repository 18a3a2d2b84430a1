import { afterAll, expect, test, vi } from 'vitest';
import { mountSite } from './site.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

const pages = standInPages();
const shop = await useShop({
  pages: (app, parts) => mountSite(app, { ...parts, buildDir: pages.buildDir, standstillMs: 50 }),
});
afterAll(() => pages.remove());

const open = (url: string, from: string) => shop.app.inject({ url, remoteAddress: from });

test('behind pages that do not end nobody waits for long, and who comes after them gets a page', async () => {
  const letGo = pages.hold();
  const held = Array.from({ length: 4 }, (_, place) =>
    open(`/parts?q=${place}`, `198.51.100.${place}`),
  );
  await vi.waitFor(() => expect(pages.begun).toHaveLength(4), { timeout: 30_000 });
  const refused = await open('/parts?q=later', '203.0.113.1');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
  expect(refused.body).toContain('The shop is busy. Please try again in a moment.');
  letGo();
  for (const { statusCode } of await Promise.all(held)) expect(statusCode).toBe(200);
  expect((await open('/parts?q=later', '203.0.113.1')).statusCode).toBe(200);
});
