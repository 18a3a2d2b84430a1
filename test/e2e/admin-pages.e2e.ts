import type { Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { expect, rowOf, test } from './admin.ts';
import { axeFaults } from './axe-faults.ts';
import { main } from './checkout.ts';

test('lists are sorted and paged by their address', async ({ page }) => {
  await page.goto('/dashboard/manage-products');
  const price = page.getByRole('columnheader', { name: 'Price' }).getByRole('link');
  await price.click();
  await expect(page).toHaveURL(/sort=price$/);
  await expect(price).toHaveAttribute('href', /sort=-price/);
  await price.click();
  await expect(page).toHaveURL(/sort=-price$/);
  const next = page.getByRole('link', { name: 'Next page' });
  // The address changes before the list does, and with it where this link leads.
  await expect(next).toHaveAttribute('href', /sort=-price/);
  await next.click();
  await expect(page).toHaveURL(/sort=-price&cursor=[^&]+&from=21$/);
  await expect(rowOf(page, '$').first().getByRole('cell').first()).toHaveText('21');
  await page.reload();
  await expect(rowOf(page, '$').first().getByRole('cell').first()).toHaveText('21');
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(rowOf(page, '$').first().getByRole('cell').first()).toHaveText('1');
});

const pages = {
  'manage-users': texts.manageUsers,
  'manage-orders': texts.manageOrders,
  'add-products': texts.addProducts,
  'manage-products': texts.manageProducts,
  'audit-log': 'Audit Log',
  'security-events': 'Security Events',
  doctor: 'Doctor',
  'add-a-review': texts.addAReview,
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours, for everybody and also on a narrow phone,`, () => {
    test.use({ colorScheme });

    for (const [address, title] of Object.entries(pages)) {
      test(`/dashboard/${address} can be read and worked`, async ({ page }) => {
        await page.goto(`/dashboard/${address}`);
        await expectFineFor(page, title);
      });
    }

    test("a product's own page can be read and worked", async ({ page, request }) => {
      const [part] = (await (await request.get('/api/parts?limit=1')).json()) as {
        readonly _id: string;
        readonly name: string;
      }[];
      await page.goto(`/dashboard/manage-products/${part?._id ?? ''}`);
      await expectFineFor(page, part?.name ?? '');
    });

    test("an order's own page, and the question before it is shipped, can be read and worked", async ({
      page,
    }) => {
      await page.goto('/dashboard/manage-orders?state=pending');
      await main(page)
        .getByRole('link', { name: /^Order UH-/ })
        .first()
        .click();
      await expectFineFor(page, /^Order UH-/);
      await page.getByRole('button', { name: 'Ship order' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: texts.no })).toBeFocused();
      await expectFineFor(page, /^Order UH-/);
    });
  });
}

async function expectFineFor(page: Page, title: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(main(page).getByText('Loading…')).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  // Once it has settled at its new width.
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    )
    .toBe(0);
}
