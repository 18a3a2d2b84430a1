import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import type { Part } from '#contract/parts.ts';
import { expect, test as journey } from './journey.ts';

/** Somebody with their own account, with calls over HTTP that prepare a journey. */
export interface Customer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly expiresAt: string;
  /** Places an order and answers its id. */
  order(part: Part, quantity: number): Promise<string>;
  /** Orders the least of each part as one list and answers its id. */
  orderList(parts: readonly Part[], more?: { poNumber?: string; note?: string }): Promise<string>;
  /** Reviews the part of a paid order. */
  review(orderId: string, message: string): Promise<void>;
  /** The order as its owner reads it. */
  seeOrder(orderId: string): Promise<Order>;
  /** All orders the shop has of this customer. */
  listOrders(): Promise<Order[]>;
}

export const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' } as const;

let accounts = 0;

/** Signs in at the shop with the identity session of `request`, by the calls that a login makes. */
export async function enterShop(
  request: APIRequestContext,
  { name, email }: { readonly name: string; readonly email: string },
) {
  const { token } = (await (await request.get('/api/identity/token')).json()) as { token: string };
  const user = await request.put(`/api/users/${email}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name, email },
  });
  const entered = (await user.json()) as {
    accessToken: string;
    expiresAt: string;
  };
  return { ...entered, headers: { authorization: `Bearer ${entered.accessToken}` } };
}

/** Opens an account by the calls the registration page makes. `request` keeps the identity service's cookie. */
export async function openAccount(
  request: APIRequestContext,
  origin: string,
  name: string,
): Promise<Customer> {
  const email = `e2e.${Date.now()}.${process.pid}.${(accounts += 1)}@example.com`;
  const password = 'bulk-order';
  const registered = await request.post('/api/identity/sign-up/email', {
    headers: { origin },
    data: { name, email, password },
  });
  expect(registered.status()).toBe(200);
  const { accessToken, expiresAt, headers } = await enterShop(request, { name, email });
  const seeOrder = async (orderId: string) =>
    (await (await request.get(`/api/orders/${orderId}`, { headers })).json()) as Order;
  return {
    name,
    email,
    password,
    accessToken,
    expiresAt,
    async order(part, quantity) {
      const placed = await request.post('/api/orders', {
        headers,
        data: { productId: part._id, quantity, ...delivery },
      });
      expect(placed.status()).toBe(201);
      return ((await placed.json()) as { insertedId: string }).insertedId;
    },
    async orderList(parts, more = {}) {
      const lines = parts.map(({ _id, orderQuantity }) => ({
        productId: _id,
        quantity: orderQuantity,
      }));
      const placed = await request.post('/api/batches', {
        headers,
        data: { lines, ...delivery, ...more },
      });
      expect(placed.status()).toBe(201);
      return ((await placed.json()) as { insertedId: string }).insertedId;
    },
    async review(orderId, message) {
      const { productId, transactionId } = await seeOrder(orderId);
      const reviewed = await request.post('/api/reviews', {
        headers,
        data: { productId, transactionId, rating: 5, message },
      });
      expect(reviewed.ok()).toBe(true);
    },
    seeOrder,
    listOrders: async () =>
      (await (await request.get('/api/orders', { headers, params: { email } })).json()) as Order[],
  };
}

/** Somebody else, in a browser of their own, with the calls of their account. */
export async function customerBeside(
  browser: Browser,
  baseURL: string | undefined,
): Promise<{ page: Page; customer: Customer; request: APIRequestContext }> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const { origin } = new URL(baseURL ?? '');
  const customer = await openAccount(context.request, origin, 'Bruno Buyer');
  const { name, email, expiresAt, accessToken } = customer;
  await context.addInitScript(
    ([token, session]) => {
      localStorage.setItem('accessToken', token);
      localStorage.setItem('underhood.session', session);
    },
    [accessToken, JSON.stringify({ email, name, expiresAt })] as const,
  );
  return { page: await context.newPage(), customer, request: context.request };
}

/**
 * A part of a category that can be ordered several times. Each journey has its own category, so that concurrent journeys do
 * not change each other's stock.
 */
export async function partOf(
  request: APIRequestContext,
  category: string,
  words?: string,
): Promise<Part> {
  const answer = await request.get('/api/parts', {
    params: { category, limit: 100, ...(words === undefined ? {} : { q: words }) },
  });
  const parts = (await answer.json()) as Part[];
  const part = parts.find(
    ({ inStock, orderQuantity, price }) =>
      inStock >= orderQuantity + 500 && price * (orderQuantity + 100) < 500_000,
  );
  if (part === undefined) throw new Error(`No part of '${category}' can be ordered.`);
  return part;
}

/** A journey of a signed-in customer with an account of its own. */
export const test = journey.extend<{
  readonly customer: Customer;
  readonly account: { customer: Customer; state: BrowserState };
}>({
  account: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const origin = new URL(baseURL ?? '').origin;
    const customer = await openAccount(request, origin, 'Nadia Buyer');
    const { name, email, expiresAt, accessToken } = customer;
    const localStorage = [
      { name: 'accessToken', value: accessToken },
      { name: 'underhood.session', value: JSON.stringify({ email, name, expiresAt }) },
    ];
    const { cookies } = await request.storageState();
    await use({ customer, state: { cookies, origins: [{ origin, localStorage }] } });
    await request.dispose();
  },
  customer: async ({ account }, use) => use(account.customer),
  storageState: async ({ account }, use) => use(account.state),
});

type BrowserState = Awaited<ReturnType<APIRequestContext['storageState']>>;

export { expect } from '@playwright/test';
