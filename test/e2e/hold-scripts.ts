import type { Page } from '@playwright/test';

/** Holds every script back, as a slow line does; answers what lets them through. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: arrived, resolve: letThrough } = Promise.withResolvers<undefined>();
  await page.route('**/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  return async () => {
    letThrough(undefined);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
}

/** Waits until the scripts have taken the page over. */
export async function expectAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react')),
  );
}
