import {
  expect,
  request as requests,
  test,
  type APIRequestContext,
  type Page,
  type Route,
} from '@playwright/test';
import type { Part } from '#contract/parts.ts';
import { mountSite } from '#server/http/site.ts';
import { expectPaid, payButton, toast } from './checkout.ts';
import { freePort } from '#test/free-port.ts';
import { startHostedShop, type HostedShop } from '#test/hosted-shop.ts';
import { listedScripts } from '#test/listed-scripts.ts';
import { samplePart } from '#test/samples.ts';
import { openAccount, type Customer } from './customer.ts';

const stripeOrigins = [
  'https://js.stripe.com',
  'https://hooks.stripe.com',
  'https://api.stripe.com',
];
const isStripe = (url: URL) => stripeOrigins.includes(url.origin);

/** A demo with an account at Stripe, which is a stand-in on this machine. */
let shop: HostedShop;
let address: string;
let request: APIRequestContext;
let customer: Customer;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const port = await freePort();
  address = `http://localhost:${port}`;
  shop = await startHostedShop({ publicUrl: address, pages: mountSite, isInHurry: true });
  await samplePart(shop.db, { inStock: 10_000 });
  await shop.app.listen({ host: '127.0.0.1', port });
  request = await requests.newContext({ baseURL: address });
  customer = await openAccount(request, address, 'Nadia Buyer');
});

test.afterAll(async () => {
  await request.dispose();
  await shop.close();
});

/** Answers the browser's requests to Stripe's addresses by the stand-in, under the real pages' policy. */
async function toStandIn(route: Route): Promise<void> {
  const asked = new URL(route.request().url());
  const response = await route.fetch({
    url: `${shop.stripe.address.origin}${asked.pathname}${asked.search}`,
  });
  await route.fulfill({ response });
}

/** The browser's error messages, and its requests to others than the shop and Stripe. */
const heard: string[] = [];

test.beforeEach(async ({ context }) => {
  heard.length = 0;
  await context.addInitScript(
    ([origin, token, session]) => {
      if (location.origin !== origin) return;
      localStorage.setItem('accessToken', token ?? '');
      localStorage.setItem('underhood.session', session ?? '');
    },
    [
      address,
      customer.accessToken,
      JSON.stringify({ email: customer.email, name: customer.name, expiresAt: customer.expiresAt }),
    ],
  );
  await context.route(isStripe, toStandIn);
  context.on('weberror', (error) => heard.push(error.error().message));
  context.on('console', (message) => {
    const declined = /status of 402/.test(message.text());
    if (!declined && ['error', 'warning'].includes(message.type())) heard.push(message.text());
  });
  context.on('request', (one) => {
    const url = new URL(one.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== address && !isStripe(url))
      heard.push(`asked ${url.origin}`);
  });
});

async function newOrder(): Promise<string> {
  const [part] = (await (await request.get('/api/parts')).json()) as Part[];
  if (part === undefined) throw new Error('The shop sells nothing.');
  return customer.order(part, part.orderQuantity);
}

const field = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]');

async function pay(page: Page, number: string): Promise<void> {
  await field(page).getByLabel('Credit or debit card number').fill(number);
  await field(page).getByLabel('Credit or debit card expiration date').fill('12 / 39');
  await field(page).getByLabel('Credit or debit card CVC/CVV').fill('123');
  await payButton(page).click();
}

/** By an event instead of the mouse, which does not reach a frame of another process right after it has appeared. */
async function answerBank(page: Page, answer: 'Fail' | 'Complete'): Promise<void> {
  const button = page
    .frameLocator('iframe[title="3-D Secure"]')
    .getByRole('button', { name: answer });
  await expect(button).toBeEnabled();
  await button.dispatchEvent('click');
}

test("an order is paid in Stripe's own field, under the policy of the real pages", async ({
  page,
}) => {
  const orderId = await newOrder();
  const script = Promise.withResolvers<void>();
  await page.route('https://js.stripe.com/endive/stripe.js', async (route) =>
    script.promise.then(() => toStandIn(route)),
  );
  const response = await page.goto(`${address}/payment/${orderId}`);
  const policy = (await response?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain('https://js.stripe.com');
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|script-src[^;]* https:[ ;]/);

  // Spec §2: disabled until the card provider and a client secret are ready.
  await expect(payButton(page)).toBeDisabled();
  await expect(page.getByText('The card form is loading…')).toBeVisible();
  script.resolve();
  await expect(payButton(page)).toBeEnabled();

  const toShop: string[] = [];
  page.on('request', (one) => {
    if (new URL(one.url()).origin === address) toShop.push(`${one.url()} ${one.postData() ?? ''}`);
  });
  await pay(page, '4242424242424242');
  await expectPaid(page);
  expect(await customer.seeOrder(orderId)).toMatchObject({
    paid: true,
    transactionId: expect.stringMatching(/^pi_\w{24}$/),
  });
  expect(toShop.join('\n')).not.toContain('4242');
  expect(heard).toEqual([]);
});

test('the payment page loads exactly the scripts that docs/security.md lists', async ({ page }) => {
  const loaded = new Set<string>();
  page.on('request', (one) => {
    if (one.resourceType() !== 'script' || one.frame() !== page.mainFrame()) return;
    const { origin, pathname } = new URL(one.url());
    loaded.add(origin === address && pathname.startsWith('/assets/') ? "'self'" : origin);
  });
  const response = await page.goto(`${address}/payment/${await newOrder()}`);
  await expect(payButton(page)).toBeEnabled();
  const nonce = /'nonce-([^']+)'/.exec(
    (await response?.headerValue('content-security-policy')) ?? '',
  )?.[1];
  const inline = await page.evaluate(() =>
    [...document.scripts].filter(({ src }) => src === '').map((script) => script.nonce),
  );
  expect(new Set(inline)).toEqual(new Set([nonce]));
  loaded.add("'nonce-…'");
  const listed = listedScripts().filter((script) => script.loaded);
  expect([...loaded].toSorted()).toEqual(listed.map(({ source }) => source).toSorted());
});

test("a refused card shows the provider's message, and the same page then takes another", async ({
  page,
}) => {
  const orderId = await newOrder();
  await page.goto(`${address}/payment/${orderId}`);
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).click();
  await expect(toast(page, 'Your card number is incomplete.')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Card number/ })).toHaveAccessibleDescription(
    'Your card number is incomplete.',
  );
  await pay(page, '4000000000000002');
  await expect(toast(page, 'Your card was declined.')).toBeVisible();
  expect(await customer.seeOrder(orderId)).toMatchObject({ paid: false });
  await pay(page, '4242424242424242');
  await expectPaid(page);
  expect(heard).toEqual([]);
});

test("the bank's question is asked in a frame of its own, and its answer counts", async ({
  page,
}) => {
  const orderId = await newOrder();
  await page.goto(`${address}/payment/${orderId}`);
  await expect(payButton(page)).toBeEnabled();
  await pay(page, '4000002500003155');
  await answerBank(page, 'Fail');
  await expect(toast(page, 'We are unable to authenticate your payment method.')).toBeVisible();
  expect(await customer.seeOrder(orderId)).toMatchObject({ paid: false });
  await pay(page, '4000002500003155');
  await answerBank(page, 'Complete');
  await expectPaid(page);
  expect(heard).toEqual([]);
});

test('where Stripe cannot be loaded the page says so, and Retry loads it', async ({ page }) => {
  const orderId = await newOrder();
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await page.goto(`${address}/payment/${orderId}`);
  await expect(page.getByText('The card provider cannot be reached.')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await page.unroute('https://js.stripe.com/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(payButton(page)).toBeEnabled();
  await pay(page, '4242424242424242');
  await expectPaid(page);
});

test('the policy lets in nobody else', async ({ page }) => {
  await page.goto(`${address}/payment/${await newOrder()}`);
  await expect(payButton(page)).toBeEnabled();
  await page
    .context()
    .route('https://elsewhere.example/**', (route) =>
      route.fulfill({ body: 'window.intruder = true' }),
    );
  const outcome = await page.evaluate(async () => {
    const script = Object.assign(document.createElement('script'), {
      src: 'https://elsewhere.example/x.js',
    });
    const loaded = await new Promise((resolve) => {
      script.addEventListener('load', () => resolve('loaded'));
      script.addEventListener('error', () => resolve('refused'));
      document.head.append(script);
    });
    const sent = await fetch('https://elsewhere.example/').then(
      () => 'sent',
      () => 'refused',
    );
    return [loaded, sent, 'intruder' in window];
  });
  expect(outcome).toEqual(['refused', 'refused', false]);
});

test('a shop with the sandbox loads nothing of Stripe and lets nothing of it in', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  const sandboxShop = await requests.newContext({ baseURL: baseURL ?? '' });
  const owner = await openAccount(sandboxShop, baseURL ?? '', 'Sandbox Buyer');
  const parts = (await (await sandboxShop.get('/api/parts')).json()) as Part[];
  const part = parts.find(({ inStock, orderQuantity }) => inStock >= orderQuantity);
  if (part === undefined) throw new Error('Nothing can be ordered.');
  const response = await page.goto(
    `${baseURL}/payment/${await owner.order(part, part.orderQuantity)}`,
  );
  await expect(page.getByLabel('Card number')).toBeVisible();
  await sandboxShop.dispose();
  expect(await response?.headerValue('content-security-policy')).not.toContain('stripe');
  expect(asked.filter((url) => /stripe/i.test(url))).toEqual([]);
});
