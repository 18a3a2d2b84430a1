import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the order pad, of the shop at `address` when a journey has a shop of its own. */
export async function openPad(page: Page, address = ''): Promise<void> {
  await page.goto(`${address}/order-pad`);
  await expect(page.getByRole('button', { name: 'Add line', exact: true })).toBeEnabled();
}

/** Adds the lines of a text to the order pad that is open. */
export async function addLines(page: Page, list: string): Promise<void> {
  await page.getByLabel(/^From any spreadsheet/).fill(list);
  await page.getByRole('button', { name: /^Add \d+ lines?$/ }).click();
}

/** The dialog that asks where the list goes, before it is ordered. */
export const orderDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Where does it go?' });

/** Opens that dialog. */
export const openOrderDialog = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^Order \d+ lines?$/ })
    .first()
    .click();

/** The button of that dialog that orders the list; it names the sum. */
export const placeButton = (page: Page): Locator =>
  orderDialog(page).getByRole('button', { name: /^Order for/ });
