import type { Locator, Page } from '@playwright/test';

/** The link of the header that names the chosen vehicle and opens its dialog. */
export const tool = (page: Page): Locator =>
  page.getByRole('banner').getByRole('link', { name: /your vehicle/i });
/** The dialog in which a vehicle is chosen. */
export const chooser = (page: Page): Locator => page.getByRole('dialog', { name: 'Your vehicle' });
/** The vehicles of the garage in that dialog. */
export const mine = (page: Page): Locator =>
  chooser(page).getByRole('region', { name: 'My vehicles' });
