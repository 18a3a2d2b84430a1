import type { Page } from '@playwright/test';

/** Delays every script, as a slow connection does; answers a function that lets them through. */
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

/** Waits until the page is hydrated. */
export async function expectAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react')),
  );
}
