import type { APIRequestContext, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { SeenFacts, type PartToEdit } from '#contract/parts.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { enterShop } from './customer.ts';
import { expect, test as journey } from './journey.ts';

/** The demo's admin, with calls that prepare a journey. */
export interface Admin {
  readonly email: string;
  /** A part as admins see it. */
  seePart(id: string): Promise<PartToEdit>;
  /** Changes facts of a part, as another admin would. */
  edit(id: string, facts: Partial<SeenFacts>): Promise<void>;
  /** Ships a paid order. */
  ship(orderId: string): Promise<void>;
  /** Uploads a file of parts and answers the id of its import. */
  upload(name: string, file: string): Promise<string>;
}

type BrowserState = Awaited<ReturnType<APIRequestContext['storageState']>>;

interface SignedIn {
  readonly admin: Admin;
  readonly state: BrowserState;
}

/** Signs in as the demo's admin, by the calls that the login page makes. */
export async function signInAsAdmin(request: APIRequestContext, origin: string): Promise<SignedIn> {
  const { email, name, password } = demoAccounts.admin;
  const signedIn = await request.post('/api/identity/sign-in/email', {
    headers: { origin },
    data: { email, password },
  });
  expect(signedIn.status()).toBe(200);
  const { accessToken, expiresAt, headers } = await enterShop(request, { name, email });
  const localStorage = [
    { name: 'accessToken', value: accessToken },
    { name: 'underhood.session', value: JSON.stringify({ email, name, expiresAt }) },
  ];
  const seePart = async (id: string) =>
    (await (await request.get(`/api/admin/parts/${id}`, { headers })).json()) as PartToEdit;
  return {
    state: { cookies: (await request.storageState()).cookies, origins: [{ origin, localStorage }] },
    admin: {
      email,
      seePart,
      async edit(id, change) {
        const seen = z.parse(SeenFacts, await seePart(id));
        const edited = await request.patch(`/api/part/${id}`, {
          headers,
          data: { seen, facts: { ...seen, ...change } },
        });
        expect(edited.status()).toBe(200);
      },
      async ship(orderId) {
        const shipped = await request.patch(`/api/order/${orderId}`, {
          headers,
          data: { status: 'shipped' },
        });
        expect(shipped.status()).toBe(200);
      },
      async upload(fileName, file) {
        const uploaded = await request.post('/api/admin/imports', {
          headers,
          params: { name: fileName },
          multipart: {
            file: { name: fileName, mimeType: 'text/csv', buffer: Buffer.from(file) },
          },
        });
        expect(uploaded.status()).toBe(200);
        return ((await uploaded.json()) as { _id: string })._id;
      },
    },
  };
}

/** A journey of the demo's admin, who signs in once for all journeys of a worker. */
export const test = journey.extend<{ readonly admin: Admin }, { readonly signedIn: SignedIn }>({
  signedIn: [
    async ({ playwright }, use, { project }) => {
      const baseURL = project.use.baseURL ?? '';
      const request = await playwright.request.newContext({ baseURL });
      await use(await signInAsAdmin(request, new URL(baseURL).origin));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  admin: async ({ signedIn }, use) => use(signedIn.admin),
  storageState: async ({ signedIn }, use) => use(signedIn.state),
});

/** The row of an admin's table with this text. */
export const rowOf = (page: Page, text: string) =>
  page.getByRole('main').getByRole('row').filter({ hasText: text });

/** Searches one of the admin's lists. */
export async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(
    new RegExp(
      `[?&]q=${encodeURIComponent(words).replaceAll('%20', '\\+').replaceAll('.', '\\.')}`,
    ),
  );
}

export { expect } from '@playwright/test';
