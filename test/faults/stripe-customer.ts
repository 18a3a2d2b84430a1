import type { FastifyInstance } from 'fastify';
import { sandboxes } from '#server/start/third-party-config.ts';
import type { SmtpSetup } from '#server/third-parties/mail/smtp-setup.ts';
import { postMessage } from '#test/card-messages.ts';
import { startHostedShop, type HostedShop } from '#test/hosted-shop.ts';
import { samplePart } from '#test/samples.ts';

/** An answer of the shop, and how long it took. */
export interface Timed {
  readonly status: number;
  // Rows compare bodies, so they need no type.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly ms: number;
}

/** A customer of a shop with an account at Stripe. */
export interface StripeCustomer {
  readonly shop: HostedShop;
  /** Whether webhooks reach the shop. */
  hears: boolean;
  request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object): Promise<Timed>;
  /** Posts a webhook to the shop. */
  deliver(body: string, signature: string): Promise<number>;
  /** Places an order of $2500.00 and answers its id. */
  order(): Promise<string>;
  /** Opens an order's payment and answers the browser's secret and the transaction id. */
  open(orderId: string): Promise<{ clientSecret: string; transactionId: string }>;
  /** Pays at the provider with the test card that succeeds, as a browser does. */
  pay(clientSecret: string): Promise<string>;
  stateOf(orderId: string): Promise<string>;
  close(): Promise<void>;
}

const total = 2500;

/** Starts the shop with this customer and one part, with the real timeout of pages; with a mail server if one is given. */
export async function startStripeCustomer(mail?: SmtpSetup): Promise<StripeCustomer> {
  const thirdParties = mail ? { ...sandboxes, mail } : sandboxes;
  const shop = await startHostedShop({ isInHurry: true, thirdParties });
  const { stripe, app } = shop;
  const { token } = await shop.person('Buyer');
  const partId = await samplePart(shop.db, { inStock: 10_000_000 });
  const request = requestTo(app, token);
  const customer: StripeCustomer = {
    shop,
    hears: true,
    request,
    deliver: async (payload, signature) =>
      (await postMessage(app, { payload, signature })).statusCode,
    async order() {
      const { status, body } = await request('POST', '/api/orders', {
        productId: partId,
        quantity: 200,
        address: '12 Dock Road',
        phone: '1',
      });
      if (status !== 201)
        throw new Error(`An order was answered ${status} ${JSON.stringify(body)}.`);
      return body.insertedId;
    },
    async open(orderId) {
      const { status, body } = await request('POST', '/api/create-payment-intent', {
        price: total,
        orderId,
      });
      if (status !== 200)
        throw new Error(`A payment was answered ${status} ${JSON.stringify(body)}.`);
      return {
        clientSecret: body.clientSecret,
        transactionId: body.clientSecret.split('_secret_')[0],
      };
    },
    pay: (clientSecret) => stripe.sandbox.payWithCard(clientSecret, { number: '4242424242424242' }),
    stateOf: async (id) =>
      (
        await shop.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state,
    async close() {
      await stripe.sandbox.sendEvents();
      await shop.close();
    },
  };
  stripe.sandbox.deliverTo(async (body, signature) => {
    if (!customer.hears) return;
    const status = await customer.deliver(body, signature);
    if (status !== 200) throw new Error(`The shop answered ${status}.`);
  });
  return customer;
}

function requestTo(app: FastifyInstance, token: string): StripeCustomer['request'] {
  return async (method, url, body) => {
    const since = performance.now();
    const answer = await app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      body: answer.body === '' ? undefined : answer.json(),
      ms: performance.now() - since,
    };
  };
}
