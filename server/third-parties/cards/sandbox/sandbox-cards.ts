import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Stripe } from 'stripe';
import type { Clock } from '#server/clock.ts';
import type { Cards } from '#server/third-parties/cards/port.ts';
import { backgroundTimeoutMs } from '#server/third-parties/cards/time-limits.ts';
import { stripeCards } from '#server/third-parties/cards/stripe-cards.ts';
import type { Database } from '#server/shop.ts';
import { buildCardSandbox, type CardSandbox } from './build-card-sandbox.ts';
import type { Deliver } from './events.ts';

/** Where the shop's pages reach the sandbox. */
export const sandboxAddress = '/sandbox/cards';

/** Cards for a shop without a provider's account, and what its start has to wire. */
export interface SandboxCards {
  /** The port, over the real SDK. */
  readonly cards: Cards;
  /** The same for work that nobody waits for at a page. */
  readonly backgroundCards: Cards;
  readonly sandbox: CardSandbox;
  /** Puts the addresses that browsers need into the shop's app. */
  mount(app: FastifyInstance): Promise<void>;
  /** Names where signed messages go; before that none is noted. */
  deliverTo(deliver: Deliver): void;
  /** Sends the messages that are due again; never rejects. */
  sendEvents(): Promise<void>;
  /** Pays an order's money with the first test card, as a buyer would: for the demo shop's history. */
  payByCard(order: {
    orderId: string;
    amountCents: number;
    email: string;
  }): Promise<{ transactionId: string }>;
}

/** What the sandbox is built from; `through` lets a test stand between the SDK and the provider. */
export interface SandboxSetup {
  readonly db: Database;
  readonly clock: Clock;
  readonly through?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
  /** Aborted when the shop closes: work in the background then waits for no answer any more. */
  readonly ending?: AbortSignal;
}

/** The sandbox and the adapter that talks to it. Keys are new with each start: nobody else can know them. */
export function sandboxCards({
  db,
  clock,
  ending,
  through = (fetch) => fetch,
}: SandboxSetup): SandboxCards {
  const secretKey = `sk_test_${randomBytes(24).toString('base64url')}`;
  const webhookSecret = `whsec_${randomBytes(24).toString('base64url')}`;
  const sandbox = buildCardSandbox({ db, clock, secretKey, webhookSecret, ending });
  const way = {
    secretKey,
    webhookSecret,
    clock,
    browser: { provider: 'sandbox', address: sandboxAddress },
    httpClient: Stripe.createFetchHttpClient(through(sandbox.fetch)),
  } as const;
  const cards = stripeCards(way);
  // The demo's history is paid while the shop opens: a slow machine may take its time, a hundred payments at once.
  const filling = stripeCards({ ...way, timeoutMs: 60_000 });
  return {
    cards,
    backgroundCards: stripeCards({
      ...way,
      timeoutMs: backgroundTimeoutMs,
      ...(ending ? { ending } : {}),
    }),
    sandbox,
    mount: async (app) => sandbox.mount(app, sandboxAddress),
    deliverTo: sandbox.deliverTo,
    sendEvents: sandbox.sendEvents,
    payByCard: async ({ orderId, amountCents, email }) => {
      const intent = await filling.createIntent({
        orderId,
        attempt: 1,
        amountCents,
        currency: 'usd',
        email,
      });
      if (intent.status === 'open')
        await sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242', email });
      return { transactionId: intent.id };
    },
  };
}
