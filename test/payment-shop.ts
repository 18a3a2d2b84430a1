import { randomBytes, randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { answerErrors } from '#server/http/errors.ts';
import { acceptJson } from '#server/http/json-body.ts';
import { serveCalls } from '#server/http/serve-calls.ts';
import { hashToken } from '#server/http/who.ts';
import { cardEventsPath, mountCardEvents } from '#server/payments/card-events.ts';
import { paymentHandlers } from '#server/payments/handlers.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  sandboxAddress,
  sandboxCards,
  type SandboxCards,
} from '#server/third-parties/cards/sandbox/sandbox-cards.ts';
import { freshDatabase } from './database.ts';
import { insertIdentitySession } from './identity-session.ts';
import { samplePart } from './samples.ts';

/** How the provider behaves: `next` calls are answered by these in turn, all others by the sandbox. */
export type Fault = (pass: () => Promise<Response>) => Promise<Response>;

/** The payment side of the shop on an empty database, with the card sandbox behind the real SDK. */
export interface PaymentShop {
  readonly app: FastifyInstance;
  readonly shop: Shop;
  readonly provider: SandboxCards;
  /** What the provider was asked, as `POST /v1/payment_intents`. */
  readonly asked: string[];
  /** Faults of the next calls to the provider, first come first served. */
  readonly faults: Fault[];
  readonly warnings: unknown[];
  /** Moves the clock on. */
  wait(ms: number): void;
  close(): Promise<void>;
}

/** Starts it; it waits for the provider as long as work in the background, unless it shall be as a page does. */
export async function startPaymentShop({ isInHurry = false } = {}): Promise<PaymentShop> {
  const { db, close } = await freshDatabase();
  let now = new Date('2026-03-02T10:00:00Z').getTime();
  const clock = { now: () => new Date(now) };
  const asked: string[] = [];
  const faults: Fault[] = [];
  const provider = sandboxCards({
    db,
    clock,
    through: (fetch) => async (input, init) => {
      asked.push(
        `${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input).pathname.replace(/(pi)_\w+/, '$1')}`,
      );
      const fault = faults.shift();
      const pass = () => fetch(input, init);
      return fault === undefined ? pass() : fault(pass);
    },
  });
  const warnings: unknown[] = [];
  const app = fastify({ logger: false });
  const note = (...line: unknown[]) => void warnings.push(line);
  const shop: Shop = {
    db,
    cards: isInHurry ? provider.cards : provider.backgroundCards,
    backgroundCards: provider.backgroundCards,
    identity: {
      verify: async () => undefined,
      endSessions: async () => undefined,
      deleteAccount: async () => undefined,
      listUnconfirmed: async () => [],
      forgetEnded: async () => undefined,
      google: false,
      mount: async () => undefined,
    },
    images: {
      origins: [],
      store: () => Promise.reject(new Error('Nobody uploads pictures here.')),
    },
    clock,
    log: Object.assign(Object.create(app.log) as typeof app.log, { warn: note, error: note }),
    mode: 'demo',
    publicUrl: 'http://localhost:3000',
    orderHoldHours: 72,
    unpaidPerNetwork: 10,
    adminFactorGraceDays: undefined,
    paymentMark: 'this shop',
    networkHash: (address) => address || undefined,
    contact: { email: 'shop@example.com', phone: '1', street: 'x' },
    demoAccounts: [],
    publicPagesChanged: () => undefined,
  };
  answerErrors(app);
  await app.register(async (api) => {
    acceptJson(api);
    serveCalls(api, shop, paymentHandlers(shop));
  });
  mountCardEvents(app, shop);
  await app.register(provider.mount);
  await app.ready();
  return {
    app,
    shop,
    provider,
    asked,
    faults,
    warnings,
    wait: (ms) => {
      now += ms;
    },
    close: async () => {
      await provider.sendEvents();
      await app.close();
      await close();
    },
  };
}

/** Lets the sandbox's signed messages reach the shop, as `main` does. */
export function listenToEvents({ app, provider }: PaymentShop): void {
  provider.deliverTo(async (payload, signature) => {
    const { statusCode } = await postEvent(app, { payload, signature });
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  });
}

/** Posts a message to the webhook. */
export function postEvent(
  app: FastifyInstance,
  { payload, signature }: { payload: string; signature: string },
) {
  return app.inject({
    method: 'POST',
    url: cardEventsPath,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  });
}

/** A customer with a valid access token. */
export async function sampleCustomer(
  { db, clock }: Shop,
  email: string,
): Promise<{ userId: string; token: string }> {
  const userId = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await db
    .insertInto('users')
    .values({
      id: userId,
      issuer: 'test',
      subject: userId,
      email,
      email_verified: true,
      name: 'Ada Bolt',
      role: null,
      created_at: now,
      updated_at: now,
      replaced_at: null,
    })
    .execute();
  const expires_at = new Date(now.getTime() + 3_600_000);
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      expires_at,
      identity_session: await insertIdentitySession(db, userId),
    })
    .execute();
  return { userId, token };
}

/** An unpaid order of 200 brake discs at $12.00, unless said otherwise. Answers its id. */
export async function sampleOrder(
  { db, clock }: Shop,
  {
    userId,
    unitCents = 1200,
    quantity = 200,
  }: { userId: string; unitCents?: number; quantity?: number },
): Promise<string> {
  const partId = await samplePart(db, { priceCents: unitCents });
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto('orders')
    .values({
      id,
      user_id: userId,
      part_id: partId,
      part_name: 'Brake disc',
      image: '/pictures/brake-disc.webp',
      unit_price_cents: unitCents,
      quantity,
      total_cents: unitCents * quantity,
      name: 'Ada Bolt',
      email,
      address: '1 Workshop Lane',
      phone: '555 0100',
      state: 'unpaid',
      transaction_id: null,
      created_at: clock.now(),
      paid_at: null,
      shipped_at: null,
      cancelled_at: null,
      cancelled_because: null,
    })
    .execute();
  return id;
}

/** Puts an order into another state, as its own feature would. */
export async function setOrderState(
  db: Database,
  id: string,
  state: 'unpaid' | 'cancelling' | 'cancelled',
): Promise<void> {
  const cancelled_at = state === 'cancelled' ? new Date('2026-03-02T10:00:00Z') : null;
  await db.updateTable('orders').set({ state, cancelled_at }).where('id', '=', id).execute();
}

/** What a browser posts to the sandbox to pay with a card. */
export function payInBrowser(
  app: FastifyInstance,
  {
    clientSecret,
    ...card
  }: { clientSecret: string; number: string; fields?: Record<string, string> },
) {
  return browserStep(app, clientSecret, {
    step: 'confirm',
    fields: {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2029',
      'payment_method_data[card][cvc]': card.number.startsWith('37') ? '1234' : '123',
      'payment_method_data[billing_details][name]': 'Guest Payer',
      'payment_method_data[billing_details][email]': 'payer@example.com',
      ...card.fields,
    },
  });
}

/** One of the steps that a browser may take at the sandbox. */
export function browserStep(
  app: FastifyInstance,
  clientSecret: string,
  { step, fields }: { step: 'confirm' | 'authenticate'; fields: Record<string, string> },
) {
  return app.inject({
    method: 'POST',
    url: `${sandboxAddress}/payment_intents/${clientSecret.split('_secret_')[0]}/${step}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_secret: clientSecret, ...fields }).toString(),
  });
}
