import type { Locator, Page } from '@playwright/test';

/** Presses Tab until something has the focus. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 70; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('70 presses of Tab do not reach it.');
}
