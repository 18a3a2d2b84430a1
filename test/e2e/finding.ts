import { expect, type Locator, type Page } from '@playwright/test';

/** The search box of the header. */
export function searchBox(page: Page): Locator {
  return page.getByRole('banner').getByRole('combobox', { name: 'Search parts' });
}

/** The cards of the list of parts. */
export function partsInList(page: Page): Locator {
  return page.getByRole('region', { name: /^Parts/ }).getByRole('listitem');
}

/** What is suggested at the moment. */
export function suggestions(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Suggestions' });
}

/** Types into a box, else the header's, until the page is alive and suggests something. */
export async function ask(page: Page, words: string, box = searchBox(page)): Promise<void> {
  await expect(async () => {
    await box.fill('');
    await box.pressSequentially(words);
    await expect(suggestions(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
}
