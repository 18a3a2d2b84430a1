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
import { publishableKey } from './wire.ts';

/** The sandbox's path in the shop's app. */
export const sandboxAddress = '/sandbox/cards';

/** Cards for a shop without an account at a provider. */
export interface SandboxCards {
  /** Over the real SDK. */
  readonly cards: Cards;
  /** The same with the longer timeout of background work. */
  readonly backgroundCards: Cards;
  readonly sandbox: CardSandbox;
  /** Mounts the calls for browsers in the shop's app. */
  mount(app: FastifyInstance): Promise<void>;
  /** Sets the receiver of webhooks; before that none is queued. */
  deliverTo(deliver: Deliver): void;
  /** Sends the webhooks that are due; never rejects. */
  sendEvents(): Promise<void>;
  /** Pays an order's money with the first test card, as a buyer would: for the demo shop's history. */
  payByCard(order: {
    orderId: string;
    amountCents: number;
    email: string;
  }): Promise<{ transactionId: string }>;
}

/** `through` lets a test stand between the SDK and the provider. */
export interface SandboxSetup {
  readonly db: Database;
  readonly clock: Clock;
  readonly through?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
  /** Aborted when the shop closes: background work then waits for no answer any more. */
  readonly ending?: AbortSignal;
}

/** The sandbox and its adapter, with new secrets at each start. */
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
    webhookSecrets: [webhookSecret],
    clock,
    browser: { provider: 'sandbox', address: sandboxAddress, publishableKey },
    httpClient: Stripe.createFetchHttpClient(through(sandbox.fetch)),
  } as const;
  const cards = stripeCards(way);
  // Loading the demo pays a hundred orders at once, which may take long on a slow machine.
  const loading = stripeCards({ ...way, timeoutMs: 60_000 });
  return {
    cards,
    backgroundCards: stripeCards({ ...way, timeoutMs: backgroundTimeoutMs, ending }),
    sandbox,
    mount: async (app) => sandbox.mount(app, sandboxAddress),
    deliverTo: sandbox.deliverTo,
    sendEvents: sandbox.sendEvents,
    payByCard: async ({ orderId, amountCents, email }) => {
      const orders = [{ orderId, attempt: 1 }];
      const intent = await loading.createIntent({ orders, amountCents, currency: 'usd', email });
      if (intent.status === 'open')
        await sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242', email });
      return { transactionId: intent.id };
    },
  };
}
