import { expect, rowOf, test } from './admin.ts';
import { main } from './checkout.ts';

test('an admin sees who tried to get in, and from where, with the keyboard alone', async ({
  page,
  playwright,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin;
  const stranger = await playwright.request.newContext({ baseURL: origin });
  const email = `nobody.${Date.now()}@example.com`;
  const register = await stranger.post('/api/identity/sign-up/email', {
    headers: { origin },
    data: { name: 'Nobody', email, password: 'bulk-order' },
  });
  expect(register.status()).toBe(200);
  const { token } = (await (await stranger.get('/api/identity/token')).json()) as { token: string };
  const account = await stranger.put(`/api/users/${email}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Nobody', email },
  });
  const { accessToken } = (await account.json()) as { accessToken: string };
  for (const password of ['wrong-one', 'wrong-two', 'wrong-three'])
    expect(
      (
        await stranger.post('/api/identity/sign-in/email', {
          headers: { origin },
          data: { email, password },
        })
      ).status(),
    ).toBe(401);
  expect(
    (
      await stranger.get('/api/users', { headers: { authorization: `Bearer ${accessToken}` } })
    ).status(),
  ).toBe(403);
  await stranger.dispose();

  await page.goto('/dashboard/audit-log');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log');
  await page.getByRole('link', { name: 'Security events' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security Events');
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current="page"]'),
  ).toHaveText('Audit Log');

  await page.getByRole('searchbox').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sign-in failed');
  await expect(page).toHaveURL(/kind=sign_in_failed/);
  const failed = rowOf(page, 'Sign-in failed');
  await expect(failed).toHaveCount(1);
  await expect(failed.getByRole('cell').first()).toContainText('3 times until ');

  const network = failed.getByRole('cell').nth(3).getByRole('link');
  const from = await network.textContent();
  await network.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`security-events\\?q=${from}$`));
  await expect(rowOf(page, email).filter({ hasText: 'GET /api/users' })).toContainText(
    "An admin's call was refused",
  );
  await expect(rowOf(page, email).filter({ hasText: 'Registered' })).toHaveCount(1);

  // Days of the reader's own time: typed, and sent with the search.
  await page.getByLabel('To day').fill('2020-01-01');
  await page.getByLabel('To day').press('Enter');
  await expect(page).toHaveURL(/until=2020-01-01/);
  await expect(main(page).getByText('No event fits this search.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all events' }).press('Enter');
  await expect(page.getByLabel('To day')).toHaveValue('');
  await expect(rowOf(page, email).first()).toBeVisible();
});
