import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { main, toast } from './checkout.ts';

/** A picture of the demo that a form can send. */
export const picture = (name: string) =>
  path.join(import.meta.dirname, '..', '..', 'web', 'public', 'pictures', `${name}.webp`);

export const status = (page: Page, text: string) =>
  main(page).getByRole('status').filter({ hasText: text });

/** A group of optional facts. */
export const group = (page: Page, title: string) =>
  page.locator('details').filter({ has: page.locator('summary', { hasText: title }) });

/** Opens a group by its summary, with the keyboard; the next Tab goes to its first field. */
export async function openGroup(page: Page, title: string): Promise<Locator> {
  await page.locator('summary', { hasText: title }).press('Enter');
  await expect(group(page, title)).toHaveAttribute('open');
  return group(page, title);
}

/** Opens the form of a new part and fills in what the specification asks for: $12.50, from 100 pieces, 1500 in stock. */
export async function fillRequired(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/add-products');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Minimum order quantity').fill('100');
  await page.getByLabel('In stock').fill('1500');
  await page.getByLabel('Details').fill('Forged, ground and balanced.');
  await page.getByLabel('Image').setInputFiles(picture('alternator'));
  await expect(status(page, 'The picture is ready.')).toBeVisible();
}

/** Sends the form of a new part; answers its id. */
export async function addPart(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Add product' }).press('Enter');
  await expect(toast(page, texts.productAdded)).toBeVisible();
  const link = status(page, texts.productAdded).getByRole('link', { name });
  return (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
}
