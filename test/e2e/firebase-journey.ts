import { expect, test as plain, type Browser, type Page } from '@playwright/test';
import { googlePages } from '#test/firebase/google-pages.ts';
import { googleApi } from '#test/google-api-stand-in.ts';
import { startFirebaseShop, type FirebaseShop } from './firebase-shop.ts';
import { newAddress, register, signedInAs } from './sign-in-steps.ts';

/** Google's script, and what the emulator's pages load for their looks. */
const foreign = /^https:\/\/(?:apis\.google\.com|unpkg\.com|fonts\.googleapis\.com)\//;

/**
 * A journey through a shop that a Firebase project signs people in to: a stand-in, or the emulator of `npm run test:firebase`. It also
 * fails on errors in the console, except the service's refusals, and on requests to anybody else.
 */
export const test = plain.extend<{ readonly quiet: string[] }, { readonly shop: FirebaseShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern which fixtures are wanted: none.
    async ({}, use) => {
      const shop = await startFirebaseShop();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),
  quiet: [
    async ({ context, shop }, use) => {
      const heard: string[] = [];
      await context.route(foreign, (route) =>
        route.fulfill(
          route.request().url().startsWith('https://apis.google.com/js/api.js')
            ? { contentType: 'text/javascript', body: googleApi }
            : { body: '' },
        ),
      );
      if (shop.service.isStandIn)
        await context.route(`${shop.service.origin}/emulator/auth/*`, (route) =>
          route.fulfill({
            contentType: 'text/html',
            body: googlePages[new URL(route.request().url()).pathname] ?? '',
          }),
        );
      context.on('weberror', (error) => heard.push(error.error().message));
      context.on('console', (message) => {
        const refused = /status of (?:400|401|403)/.test(message.text());
        if (!refused && ['error', 'warning'].includes(message.type())) heard.push(message.text());
      });
      context.on('request', (one) => {
        const { protocol, origin, href } = new URL(one.url());
        if (!/^https?:$/.test(protocol) || foreign.test(href)) return;
        if (![shop.address, shop.service.origin].includes(origin)) heard.push(`asked ${href}`);
      });
      await use(heard);
      expect(heard, 'the browser stays quiet').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Registers on the page as somebody new, and answers the address. */
export async function newAccount(page: Page, name: string): Promise<string> {
  const email = newAddress();
  await page.goto('/register');
  await register(page, { name, email });
  await signedInAs(page, name);
  return email;
}

/** Another browser that opens the shop; its context is the caller's to close. */
export async function otherBrowser(browser: Browser, { address }: FirebaseShop): Promise<Page> {
  return (await browser.newContext({ baseURL: address })).newPage();
}
