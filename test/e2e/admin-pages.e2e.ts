import { expect, rowOf, test } from './admin.ts';

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
