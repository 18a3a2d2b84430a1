import { axeFaults } from './axe-faults.ts';
import { expect, test } from './journey.ts';

const publicPages = [
  '/',
  '/parts',
  '/my-portfolio',
  '/blog',
  '/login',
  '/register',
  '/forget-password',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    for (const address of publicPages) {
      test(`${address} can be read and worked by everybody`, async ({ page }) => {
        expect((await page.goto(address))?.status()).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await axeFaults(page)).toEqual([]);
      });
    }
  });
}

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const address of publicPages) {
    test(`${address} does not scroll sideways`, async ({ page }) => {
      expect((await page.goto(address))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    });
  }
});
