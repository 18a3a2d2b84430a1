import { texts } from '#contract/texts.ts';
import { expect, rowOf, test } from './admin.ts';
import { main } from './checkout.ts';
import { openAccount } from './customer.ts';

for (const { path, columns } of [
  { path: 'manage-users', columns: [/^No/, 'Name', 'Email', 'Role', 'Action'] },
  { path: 'manage-orders', columns: ['Product', 'Quantity', 'Total', 'Status', 'Action'] },
  { path: 'manage-products', columns: [/^No/, 'Name', 'Price', 'In stock', 'Min order', 'Action'] },
] as const) {
  test(`the table of ${path} has the columns of Spec §2`, async ({ page }) => {
    await page.goto(`/dashboard/${path}`);
    await expect(main(page).getByRole('columnheader')).toHaveText([...columns]);
    expect(await main(page).getByRole('row').count()).toBeGreaterThan(2);
  });
}

test("an account without a name is 'Anonymous' to admins", async ({
  page,
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const { email, accessToken } = await openAccount(request, baseURL ?? '', 'Somebody');
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await request.put(`/api/users/${email}`, { headers, data: { name: '' } })).status()).toBe(
    200,
  );
  await page.goto(`/dashboard/manage-users?q=${encodeURIComponent(email)}`);
  await expect(rowOf(page, email).getByRole('cell').nth(1)).toHaveText(texts.anonymous);
  await request.dispose();
});
