import type { Page } from '@playwright/test';
import { expect, test } from './admin.ts';
import { main } from './checkout.ts';

test('an admin reads what was searched for in vain, and teaches the search what it means', async ({
  page,
}) => {
  // Letters alone: what may be the number of a vehicle is not counted.
  const word = `wagglepin${Date.now().toString(36).replaceAll(/\d/g, '')}`;
  await page.goto(`/parts?q=${word}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No part matches all of it');
  await page.goto('/dashboard/empty-searches');
  await page.getByRole('link', { name: `Add a synonym for ${word}` }).click();
  await expect(page.getByLabel('Whoever types')).toHaveValue(word);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Meaning is required')).toBeVisible();
  await page.getByLabel('means', { exact: true }).fill('brake disc');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    main(page).getByText(`Whoever searches for ${word} now finds brake disc.`),
  ).toBeVisible();
  const row = page.getByRole('table').getByRole('row', { name: word });
  await expect(row).toContainText('brake disc');

  await page.goto(`/parts?q=${word}`);
  await expect(page.getByRole('heading', { name: /^Brake disc/ }).first()).toBeVisible();

  await page.goto('/dashboard/synonyms');
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test.describe('beside another admin', () => {
  test.use({ expectedStatuses: [404] });

  test('an admin is told that a synonym was not deleted, though its row is gone by then', async ({
    page,
    context,
  }) => {
    const word = `wigglepin${Date.now().toString(36).replaceAll(/\d/g, '')}`;
    await page.goto(`/dashboard/synonyms?word=${word}`);
    await page.getByLabel('means', { exact: true }).fill('brake disc');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const pressDelete = async (by: Page) => {
      await by
        .getByRole('table')
        .getByRole('button', { name: `Delete ${word}` })
        .click();
      await by.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
      await expect(by.getByRole('button', { name: `Delete ${word}` })).toHaveCount(0);
    };
    await expect(page.getByRole('button', { name: `Delete ${word}` })).toBeVisible();
    const colleague = await context.newPage();
    await colleague.goto('/dashboard/synonyms');
    await pressDelete(colleague);
    await colleague.close();
    await pressDelete(page);
    await expect(main(page).getByRole('status').getByText('Not deleted.')).toBeVisible();
  });
});
