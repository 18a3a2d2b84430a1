import type { FastifyInstance } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';
import { buildDashboard, type CardDashboard } from './dashboard.ts';
import { buildMessenger, type Deliver } from './events.ts';
import type { CardSandboxTables } from './tables.ts';
import { buildWire, mountBrowserSteps, type WireSetup } from './wire.ts';

/** A card provider in this process that speaks the part of Stripe's wire protocol that the shop uses. */
export interface CardSandbox {
  /** For the SDK; opens no socket. */
  readonly fetch: typeof globalThis.fetch;
  /** Mounts the calls for browsers (confirm, authenticate) in the shop's app. */
  mount(app: FastifyInstance, prefix: string): void;
  deliverTo(deliver: Deliver): void;
  /** The signature of a webhook sent now. */
  sign(body: string): string;
  /** Sends the webhooks that are due; never rejects. */
  sendEvents(): Promise<void>;
  /** Pays as a buyer's browser does; answers 'succeeded', 'requires_action' or an error code. */
  payWithCard(clientSecret: string, card: TypedCard): Promise<string>;
  /** What happens at the provider without the shop. */
  readonly dashboard: CardDashboard;
}

/** A card and its holder, as typed into the form. */
interface TypedCard {
  readonly number: string;
  readonly name?: string;
  readonly email?: string;
}

/** Builds the provider; its tables are in their own schema. */
export function buildCardSandbox(setup: {
  db: Database;
  clock: Clock;
  secretKey: string;
  webhookSecret: string;
  ending?: AbortSignal | undefined;
}): CardSandbox {
  const { db, clock, secretKey } = setup;
  const messenger = buildMessenger({
    db: db.withTables<CardSandboxTables>(),
    clock,
    secret: setup.webhookSecret,
    ending: setup.ending,
  });
  const wireSetup: WireSetup = { db, clock, secretKey, messenger };
  const wire = buildWire(wireSetup);
  mountBrowserSteps(wire, '/v1', wireSetup);
  const fetch = fetchOver(wire);
  return {
    fetch,
    mount: (app, prefix) => mountBrowserSteps(app, prefix, wireSetup),
    deliverTo: messenger.deliverTo,
    sign: messenger.sign,
    sendEvents: messenger.send,
    dashboard: buildDashboard(wireSetup),
    payWithCard: async (clientSecret, card) => {
      const intentId = clientSecret.split('_secret_')[0] ?? '';
      const url = `https://sandbox.invalid/v1/payment_intents/${intentId}/confirm`;
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(confirmation(clientSecret, card, clock.now())).toString(),
      });
      const answer = (await response.json()) as { status?: string; error?: { code?: string } };
      return answer.error?.code ?? answer.status ?? 'unknown';
    },
  };
}

function confirmation(clientSecret: string, card: TypedCard, now: Date): Record<string, string> {
  return {
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(now.getUTCFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': card.name ?? '',
    'payment_method_data[billing_details][email]': card.email ?? '',
  };
}

/** `fetch` over `inject`. */
function fetchOver(app: FastifyInstance): typeof globalThis.fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const inject = app.inject({
      method: (init?.method ?? 'GET') as 'GET' | 'POST',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
    });
    const { statusCode, headers, rawPayload } = await orAborted(inject, init?.signal);
    const present = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: present });
  };
}

/** `inject` cannot be aborted; the caller stops waiting. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (signal === null || signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason as Error), { once: true });
  return Promise.race([work, aborted.promise]);
}
