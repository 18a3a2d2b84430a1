import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Clock } from '#server/clock.ts';
import {
  buildCardSandbox,
  type CardSandbox,
} from '#server/third-parties/cards/sandbox/build-card-sandbox.ts';
import type { Database } from '#server/shop.ts';
import { framesOfStripe, stripeJs } from './stripe-js-stand-in.ts';

/** Handles one request in place of the provider. */
export type WireFault = (request: IncomingMessage, response: ServerResponse) => void;

/** A stand-in for Stripe over HTTP: the sandbox on a port of this machine. */
export interface StripeStandIn {
  readonly address: URL;
  readonly sandbox: CardSandbox;
  /** The requests, as `POST /v1/payment_intents`, with their headers. */
  readonly asked: { readonly what: string; readonly headers: IncomingMessage['headers'] }[];
  /** Faults of the next requests, in order. */
  readonly faults: WireFault[];
  close(): Promise<void>;
}

export const standInKeys = {
  secretKey: 'sk_test_standin',
  publishableKey: 'pk_test_standin',
  webhookSecret: 'whsec_standin',
  webhookSecrets: ['whsec_standin'],
} as const;

/** Listens on a free port of this machine. Its state is in `db`, which is not the shop's. */
export async function listenAsStripe(setup: {
  db: Database;
  clock: Clock;
  secretKey?: string;
}): Promise<StripeStandIn> {
  const { secretKey = standInKeys.secretKey } = setup;
  const sandbox = buildCardSandbox({
    ...setup,
    secretKey,
    webhookSecret: standInKeys.webhookSecret,
  });
  const asked: StripeStandIn['asked'] = [];
  const faults: WireFault[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in.invalid');
    asked.push({
      what: `${request.method} ${pathname.replace(/(pi)_\w+/, '$1')}`,
      headers: request.headers,
    });
    const fault = faults.shift();
    if (fault !== undefined) return fault(request, response);
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in.invalid');
    const page =
      url.pathname === '/endive/stripe.js'
        ? { type: 'text/javascript', body: stripeJs }
        : framesOfStripe[url.pathname];
    if (page !== undefined)
      return void response.writeHead(200, { 'content-type': page.type }).end(page.body);
    const body = await text(request);
    // A browser has the publishable key only, and proves itself by the intent's client secret.
    const form = new URLSearchParams(request.method === 'GET' ? url.search : body);
    const ofBrowser = form.get('key') === standInKeys.publishableKey && form.has('client_secret');
    // The sandbox has a publishable key of its own.
    if (ofBrowser) form.delete('key');
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    headers.set(
      'authorization',
      ofBrowser ? `Bearer ${secretKey}` : (request.headers.authorization ?? ''),
    );
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string') headers.set('idempotency-key', key);
    const made = await sandbox.fetch(url, {
      method: request.method ?? 'GET',
      headers,
      ...(request.method === 'GET' ? {} : { body: ofBrowser ? form.toString() : body }),
    });
    const sent =
      ofBrowser && request.method === 'GET' ? await seenByBrowser(made, form) : await made.text();
    response.writeHead(made.status, {
      'content-type': 'application/json',
      'request-id': made.headers.get('request-id') ?? '',
      ...(ofBrowser ? { 'access-control-allow-origin': '*' } : {}),
    });
    response.end(sent);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    sandbox,
    asked,
    faults,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What a browser may see of an intent whose client secret it holds. */
async function seenByBrowser(made: Response, form: URLSearchParams): Promise<string> {
  const intent = (await made.json()) as {
    id: string;
    status: string;
    client_secret: string;
    last_payment_error: unknown;
  };
  const { id, status, client_secret, last_payment_error } = intent;
  if (client_secret !== form.get('client_secret'))
    return JSON.stringify({ error: { type: 'invalid_request_error', code: 'resource_missing' } });
  return JSON.stringify({
    id,
    object: 'payment_intent',
    status,
    client_secret,
    last_payment_error,
  });
}
