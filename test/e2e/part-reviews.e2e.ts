import { expect, test } from './admin.ts';
import { main } from './checkout.ts';

test('an admin answers a review, hides it with a reason, and shows it again', async ({
  page,
  request,
  context,
}) => {
  const [review] = (await (await request.get('/api/review?limit=6')).json()) as {
    productId: string;
    message: string;
    name: string;
  }[];
  if (review === undefined) throw new Error('The demo has reviews.');
  const { productId, message, name } = review;
  const guest = await context.browser()?.newPage();
  if (guest === undefined) throw new Error('There is a browser.');
  const asGuest = async () => {
    await guest.goto(new URL(`/parts/part-${productId}`, page.url()).href);
    return guest.getByRole('region', { name: 'Reviews of this part' });
  };
  await page.goto(`/dashboard/manage-products/${productId}`);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  const row = reviews.getByRole('listitem').filter({ hasText: message.slice(0, 40) });

  await row.getByText(`Answer to ${name}`).click();
  await row.getByLabel('Answer', { exact: true }).fill('Thank you.\nWe passed it on.');
  await row.getByRole('button', { name: 'Save the answer' }).click();
  await expect(row.getByRole('status').getByText('Your answer is saved.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Save the answer' })).toBeFocused();
  await expect(await asGuest()).toContainText('Underhood: Thank you.');

  await row.getByText(`Hide the review of ${name}`).click();
  await row.getByRole('button', { name: 'Hide the review' }).click();
  await expect(row.getByText('Reason is required')).toBeVisible();
  await row.getByLabel('Reason').fill('Names a person');
  await row.getByRole('button', { name: 'Hide the review' }).click();
  await expect(row.getByText('Hidden because: Names a person')).toBeVisible();
  await expect(row.getByRole('status').getByText('Hidden. Nobody but admins')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Show it again' })).toBeFocused();
  await expect(await asGuest()).not.toContainText(message.slice(0, 40));

  await page.keyboard.press('Enter');
  await expect(row.getByText('Hidden because')).toHaveCount(0);
  await expect(row.getByRole('status').getByText('Shown again.')).toBeVisible();
  await expect(row.locator('summary', { hasText: `Hide the review of ${name}` })).toBeFocused();
  await expect(await asGuest()).toContainText(message.slice(0, 40));
  await expect(main(page)).toBeVisible();
  await guest.close();
});
