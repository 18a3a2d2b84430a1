import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CardSandboxTables } from '#server/third-parties/cards/sandbox/tables.ts';
import type { StripeStandIn, WireFault } from '#test/stripe-stand-in.ts';
import { expectHealth } from './check-books.ts';
import { startStripeCustomer, type StripeCustomer, type Timed } from './stripe-customer.ts';
import { type Extent, type Outcome, seconds } from './row.ts';

/** The longest time until a refusal. */
const longestMs = 3_500;
const hugeBytes = 512 * 1024 * 1024;
/** How much of an endless answer the shop may read before it gives up. */
const mostReadBytes = 64 * 1024 * 1024;

const json = { 'content-type': 'application/json' };

interface Seen {
  /** Bytes of endless answers that the provider has sent. */
  sent: number;
}

/** All ways in which the provider gives no usable answer, on real sockets. */
function faultsOf(stripe: StripeStandIn, seen: Seen): Record<string, WireFault> {
  return {
    500: (_request, response) =>
      void response.writeHead(500, json).end('{"error":{"type":"api_error","message":"broken"}}'),
    429: (_request, response) =>
      void response
        .writeHead(429, json)
        .end('{"error":{"type":"rate_limit_error","message":"slow down"}}'),
    hang: () => undefined,
    HTML: (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><h1>Welcome</h1></html>'),
    truncated: (_request, response) => {
      response.writeHead(200, { ...json, 'content-length': '2000' });
      response.write('{"id":"pi_1","object":"payment_intent","status":"succ', () =>
        response.destroy(),
      );
    },
    huge: (_request, response) => sendWithoutEnd(response, seen),
    redirect: (_request, response) =>
      void response.writeHead(307, { location: `${stripe.address.origin}/elsewhere` }).end(),
    reset: (request) => void request.socket.resetAndDestroy(),
    empty: (_request, response) => void response.writeHead(200, json).end(),
    'charge-then-drop': (request, response) =>
      void passOn(stripe, request).finally(() => response.destroy()),
  };
}

function sendWithoutEnd(response: ServerResponse, seen: Seen): void {
  const chunk = Buffer.alloc(256 * 1024, ' ');
  let sent = 0;
  const more = (): void => {
    if (response.destroyed || sent >= hugeBytes) return void response.end();
    sent += chunk.length;
    seen.sent = Math.max(seen.sent, sent);
    // Waits for the socket, as a real sender has to.
    if (response.write(chunk)) setImmediate(more);
    else response.once('drain', more);
  };
  response.writeHead(200, json);
  more();
}

/** The provider carries the request out, but its answer is lost. */
async function passOn(
  { sandbox, address }: StripeStandIn,
  request: IncomingMessage,
): Promise<void> {
  const body = await text(request);
  const headers = new Headers({
    'content-type': 'application/x-www-form-urlencoded',
    authorization: request.headers.authorization ?? '',
  });
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string') headers.set('idempotency-key', key);
  const method = request.method ?? 'GET';
  await sandbox.fetch(new URL(request.url ?? '/', address), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
  });
}

/** The card provider fails in ten ways: at opening a payment, at confirming one and (long form) at a cancel. */
export async function breakProvider({ long }: Extent): Promise<Outcome> {
  const customer = await startStripeCustomer();
  const seen: Seen = { sent: 0 };
  const faults = Object.entries(faultsOf(customer.shop.stripe, seen));
  let slowestMs = 0;
  const refused = async (fault: WireFault, ask: () => Promise<Timed>): Promise<void> => {
    customer.shop.stripe.faults.push(...Array.from({ length: 20 }, () => fault));
    const { status, body, ms } = await ask();
    customer.shop.stripe.faults.length = 0;
    assert.ok(status === 502 || status === 503, `answered ${status} ${JSON.stringify(body)}`);
    assert.ok(ms <= longestMs, `answered after ${seconds(ms)}`);
    slowestMs = Math.max(slowestMs, ms);
  };
  try {
    for (const [name, fault] of faults)
      await withName(name, () => payThrough(customer, (ask) => refused(fault, ask)));
    if (long)
      for (const [name, fault] of faults)
        await withName(name, () => cancelThrough(customer, (ask) => refused(fault, ask)));
    assert.deepEqual(
      customer.shop.stripe.asked.filter(({ what }) => what.includes('/elsewhere')),
      [],
      'a redirect is not followed',
    );
    assert.ok(
      seen.sent <= mostReadBytes,
      `the shop read ${seen.sent >> 20} MB of an answer without end`,
    );
    await expectHealth(customer.shop);
    return {
      figure: `${faults.length} faults (${faults.map(([name]) => name).join(', ')}): 503 in at most ${seconds(slowestMs)}, the order unpaid, paid once afterwards`,
    };
  } finally {
    await customer.close();
  }
}

async function withName(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`With a provider that is broken by '${name}': ${(error as Error).message}`, {
      cause: error,
    });
  }
}

type Refused = (ask: () => Promise<Timed>) => Promise<void>;

async function payThrough(customer: StripeCustomer, refused: Refused): Promise<void> {
  const { request, stateOf } = customer;
  customer.hears = false;
  const orderId = await customer.order();
  await refused(() => request('POST', '/api/create-payment-intent', { price: 2500, orderId }));
  assert.equal(await stateOf(orderId), 'unpaid');
  assert.equal((await request('GET', '/api/parts')).status, 200);
  const { clientSecret, transactionId } = await customer.open(orderId);
  assert.equal(await customer.pay(clientSecret), 'succeeded');
  const claim = { orderId, transactionId };
  await refused(() => request('PATCH', `/api/orders/${orderId}`, claim));
  assert.equal(await stateOf(orderId), 'unpaid');
  const paid = await request('PATCH', `/api/orders/${orderId}`, claim);
  assert.deepEqual([paid.status, await stateOf(orderId)], [200, 'paid']);
  assert.deepEqual(
    await intentsOf(customer, orderId),
    ['succeeded'],
    'the provider has one payment of the order',
  );
}

async function cancelThrough(customer: StripeCustomer, refused: Refused): Promise<void> {
  const { request, stateOf } = customer;
  const orderId = await customer.order();
  await customer.open(orderId);
  await refused(() => request('DELETE', `/api/order?id=${orderId}`));
  assert.equal(await stateOf(orderId), 'unpaid');
  const again = await request('DELETE', `/api/order?id=${orderId}`);
  assert.deepEqual(
    [again.status, await stateOf(orderId), await intentsOf(customer, orderId)],
    [200, 'cancelled', ['canceled']],
  );
}

/** The provider's intents of an order. */
async function intentsOf({ shop: { memory } }: StripeCustomer, orderId: string): Promise<string[]> {
  const rows = await memory
    .withTables<CardSandboxTables>()
    .selectFrom('card_sandbox.payment_intents')
    .select(['status', 'metadata'])
    .execute();
  return rows
    .filter(({ metadata }) => metadata['order_id'] === orderId)
    .map(({ status }) => status);
}
