import { ask, searchBox, suggestions } from './finding.ts';
import { expectAlive } from './hold-scripts.ts';
import { expect, test } from './journey.ts';

test('what somebody types while a list is loading stays in the search box', async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  await page.goto('/parts');
  await expectAlive(page);
  await page.route('**/api/search?*', async (route) => {
    await answered;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/search?*');
  await searchBox(page).fill('brake disc');
  await searchBox(page).press('Enter');
  await asked;
  await searchBox(page).fill('oil filter');
  answer(undefined);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('brake disc');
  await expect(searchBox(page)).toHaveValue('oil filter');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/parts?q=oil+filter');
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('brake disc');
});

test('a suggested shelf is opened without the words that were typed for it', async ({ page }) => {
  await page.goto('/parts');
  await ask(page, 'brake di');
  const shelf = suggestions(page).getByRole('option', { name: /^Brake disc\s*\d+$/ });
  await shelf.click();
  await expect(page).toHaveURL('/parts?type=brake-disc');
  await expect(searchBox(page)).toHaveValue('');

  await ask(page, 'brake di');
  await searchBox(page).press('End');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/parts?q=brake+di');
  await expect(searchBox(page)).toHaveValue('brake di');
});
