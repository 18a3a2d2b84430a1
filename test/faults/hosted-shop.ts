import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { assemble, type Assembled } from '#server/assemble.ts';
import { cardEventsPath } from '#server/payments/card-events.ts';
import type { Database, Shop } from '#server/shop.ts';
import { sandboxes } from '#server/start/third-party-config.ts';
import type { SmtpSetup } from '#server/third-parties/mail/smtp-setup.ts';
import { freshDatabase, temporaryFolder } from '#test/database.ts';
import { samplePart } from '#test/samples.ts';
import { listenAsStripe, standInKeys, type StripeStandIn } from '#test/stripe-stand-in.ts';
import { insertCustomers } from './check-books.ts';

/** An answer of the shop, and how long it took. */
export interface Timed {
  readonly status: number;
  // A row says what it expects of a body by comparing it, so nothing is gained by a type here.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly ms: number;
}

/** The shop with an account at Stripe, which is a socket on this machine with a memory and a clock of its own. */
export interface HostedShop {
  readonly shop: Shop;
  readonly stripe: StripeStandIn;
  /** What the provider remembers. */
  readonly memory: Database;
  readonly everyMinute: Assembled['everyMinute'];
  /** How far the two clocks are from the machine's. */
  readonly ahead: { shopMs: number; providerMs: number };
  /** Whether messages of the provider reach the shop. */
  hears: boolean;
  request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object): Promise<Timed>;
  /** Brings a message to the shop's address for them. */
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

/** Starts it on empty databases, with one customer and one part; with a mail server if one is given. */
export async function startHostedShop(mail?: SmtpSetup): Promise<HostedShop> {
  const [database, memory] = [await freshDatabase(), await freshDatabase()];
  const dataDir = temporaryFolder('hosted');
  const ahead = { shopMs: 0, providerMs: 0 };
  const stripe = await listenAsStripe({
    db: memory.db,
    clock: { now: () => new Date(Date.now() + ahead.providerMs) },
  });
  const { app, shop, everyMinute } = await assemble({
    database,
    clock: { now: () => new Date(Date.now() + ahead.shopMs) },
    logger: pino({ level: 'silent' }),
    publicUrl: 'http://shop.test',
    thirdParties: {
      ...sandboxes,
      cards: { ...standInKeys, standIn: stripe.address },
      mail: mail ?? 'outbox',
    },
    dataDir,
    identitySecret: 'a secret of tests, long enough to be one',
    contact: { email: 'hello@shop.test', phone: '+1 555-0100', street: '1 Test Street, Testland' },
    orderHoldHours: 72,
    adminFactorGraceDays: 14,
    demoAccounts: [],
    isOpen: () => true,
  });
  const [token = ''] = await insertCustomers(shop.db, 1);
  const partId = await samplePart(shop.db, { inStock: 10_000_000 });
  const request = requestTo(app, token);
  const hosted: HostedShop = {
    shop,
    stripe,
    memory: memory.db,
    everyMinute,
    ahead,
    hears: true,
    request,
    deliver: (body, signature) => deliverTo(app, body, signature),
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
      await app.close();
      await stripe.close();
      await Promise.all([database.close(), memory.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  stripe.sandbox.deliverTo(async (body, signature) => {
    if (!hosted.hears) return;
    const status = await hosted.deliver(body, signature);
    if (status !== 200) throw new Error(`The shop answered ${status}.`);
  });
  return hosted;
}

function requestTo(app: FastifyInstance, token: string): HostedShop['request'] {
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

async function deliverTo(
  app: FastifyInstance,
  payload: string,
  signature: string,
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await app.inject({ method: 'POST', url: cardEventsPath, headers, payload })).statusCode;
}
