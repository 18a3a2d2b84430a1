import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseCards } from '#server/start/providers.ts';
import { systemClock } from '#server/clock.ts';
import { Refusal } from '#server/http/refusal.ts';
import { attempt, cardsContract, type CardsWay } from '#test/cards-contract.ts';
import { freshDatabase } from '#test/database.ts';
import { withTimeout } from '#test/with-timeout.ts';
import {
  listenAsStripe,
  standInKeys,
  type StripeStandIn,
  type WireFault,
} from '#test/stripe-stand-in.ts';
import { CardsUnavailable, RefundRefused, SpentKey, type Cards } from './port.ts';

/** The two adapters of a hosted shop, as the configuration chooses them, against a socket of this machine. */
async function openHosted(): Promise<CardsWay & { background: Cards; stripe: StripeStandIn }> {
  const { db, close } = await freshDatabase();
  const stripe = await listenAsStripe({ db, clock: systemClock });
  const chosen = await chooseCards(
    { ...standInKeys, standIn: stripe.address },
    { db, clock: systemClock },
  );
  const { cards, backgroundCards: background, sandbox: none, mounts } = chosen;
  expect([none, mounts]).toEqual([undefined, []]);
  const end = async () => {
    await stripe.close();
    await close();
  };
  return { cards, background, sandbox: stripe.sandbox, memory: db, stripe, close: end };
}

// What is promised has nothing to do with how long a page can wait: a busy machine may take its time.
cardsContract('over HTTP', async () => {
  const { background, ...way } = await openHosted();
  return { ...way, cards: background };
});

describe('a hosted card provider', () => {
  let stripe: StripeStandIn;
  let cards: Cards;
  let background: Cards;
  let hosted: Awaited<ReturnType<typeof openHosted>>;
  beforeAll(async () => {
    hosted = await openHosted();
    // The one of the background asks what is not timed: a busy machine may be slower than a page can wait for.
    ({ stripe, cards, background } = hosted);
    await background.createIntent(attempt());
  });
  afterAll(() => hosted.close());

  test('is asked with the secret key, the pinned version and a key per attempt, and is told nothing of this machine', async () => {
    const wanted = attempt();
    await background.createIntent(wanted);
    const { what, headers } = stripe.asked.at(-1) ?? { what: '', headers: {} };
    expect(what).toBe('POST /v1/payment_intents');
    expect(headers).toMatchObject({
      authorization: `Bearer ${standInKeys.secretKey}`,
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': `order-${wanted.orders[0].orderId}-attempt-1`,
    });
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
  });

  test('gives the browser the publishable key and nothing else', () => {
    expect(cards.publicConfig()).toEqual({
      provider: 'stripe',
      publishableKey: standInKeys.publishableKey,
    });
  });

  const says =
    (status: number, body: string, headers: Record<string, string> = {}): WireFault =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  const faults: readonly (readonly [string, WireFault])[] = [
    ['500', says(500, '{"error":{"type":"api_error","message":"Something went wrong"}}')],
    ['429', says(429, '{"error":{"type":"invalid_request_error","message":"Too many requests"}}')],
    ['a page of HTML', says(200, '<html>Gateway</html>', { 'content-type': 'text/html' })],
    ['an empty body', says(200, '')],
    [
      'half a body',
      (_request, response) =>
        void response.writeHead(200, { 'content-length': '900' }).end('{"id":"pi_1","obj'),
    ],
    ['a closed connection', (request) => void request.socket.destroy()],
    ['a reset connection', (request) => void request.socket.resetAndDestroy()],
  ];
  test.each(faults)(
    'that answers with %s is out of reach, for as long as a page can wait',
    async (_name, fault) => {
      const intent = await background.createIntent(attempt());
      stripe.faults.push(fault, fault, fault);
      await expect(withTimeout(2_500, cards.getIntent(intent.id))).rejects.toBeInstanceOf(
        CardsUnavailable,
      );
      stripe.faults.length = 0;
      expect(await background.getIntent(intent.id)).toEqual(intent);
    },
  );

  test('that hangs, or sends its body drop by drop, is given up', async () => {
    const drops: WireFault = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const dripping = setInterval(() => response.write(' '), 200);
      response.once('close', () => clearInterval(dripping));
    };
    for (const fault of [() => undefined, drops] satisfies WireFault[]) {
      stripe.faults.push(fault, fault);
      await expect(withTimeout(2_500, cards.createIntent(attempt()))).rejects.toBeInstanceOf(
        CardsUnavailable,
      );
      stripe.faults.length = 0;
    }
  });

  test.each([301, 302, 303, 307, 308])(
    'is not followed elsewhere by %i: the secret key stays where it was sent',
    async (status) => {
      let followed = 0;
      const elsewhere = createServer((_request, response) => {
        followed += 1;
        response.end('{"id":"pi_1","object":"payment_intent"}');
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
      const away = says(status, '', { location });
      stripe.faults.push(away, away);
      await expect(cards.createIntent(attempt())).rejects.toBeInstanceOf(CardsUnavailable);
      stripe.faults.length = 0;
      elsewhere.close();
      expect(followed).toBe(0);
    },
  );

  test('that did the work and was cut off is asked again with the same key, and does it once', async () => {
    const wanted = attempt();
    stripe.faults.push((request) => {
      const body: Buffer[] = [];
      request.on('data', (piece: Buffer) => body.push(piece));
      request.on('end', () => {
        const headers = {
          authorization: `Bearer ${standInKeys.secretKey}`,
          'idempotency-key': `order-${wanted.orders[0].orderId}-attempt-1`,
        };
        void stripe.sandbox
          .fetch('http://stand-in.invalid/v1/payment_intents', {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: Buffer.concat(body).toString(),
          })
          .then(() => request.socket.destroy());
      });
    });
    const intent = await background.createIntent(wanted);
    expect(await background.createIntent(wanted)).toEqual(intent);
    const { made } = await hosted.memory
      .withTables<{ 'card_sandbox.payment_intents': { id: string; metadata: unknown } }>()
      .selectFrom('card_sandbox.payment_intents')
      .select(({ fn }) => fn.countAll<number>().as('made'))
      .where('id', '=', intent.id)
      .executeTakeFirstOrThrow();
    expect(made).toBe(1);
  });

  test('that keeps a failure under a key for a day, as Stripe does, is asked by the next key from then on', async () => {
    const wanted = attempt();
    const failure = '{"error":{"type":"api_error","message":"Something went wrong"}}';
    stripe.faults.push(says(500, failure), says(500, failure, { 'idempotent-replayed': 'true' }));
    const asked = stripe.asked.length;
    await expect(background.createIntent(wanted)).rejects.toBeInstanceOf(SpentKey);
    await background.createIntent({ ...wanted, spentKeys: 1 });
    const keys = stripe.asked.slice(asked).map(({ headers }) => headers['idempotency-key']);
    const key = `order-${wanted.orders[0].orderId}-attempt-1`;
    expect(keys).toEqual([key, key, `${key}-again-1`]);
  });

  test('that keeps its refusal of a refund, made in a bad moment, is asked by the next key too', async () => {
    const refusal =
      '{"error":{"type":"invalid_request_error","message":"Your balance is too low."}}';
    const part = { amountCents: 100, key: 'r-1' };
    stripe.faults.push(says(400, refusal), says(400, refusal, { 'idempotent-replayed': 'true' }));
    await expect(background.refundPart('pi_7', part)).rejects.toBeInstanceOf(RefundRefused);
    await expect(background.refundPart('pi_7', part)).rejects.toBeInstanceOf(SpentKey);
  });

  test("is believed when its message carries Stripe's own signature over the raw body", () => {
    const payload =
      '{"id":"evt_1",  "object":"event","type":"charge.refunded","data":{"object":{"object":"charge","payment_intent":"pi_7"}}}';
    const header = (secret: string) =>
      new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret });
    const signature = header(standInKeys.webhookSecret);
    expect(cards.parseWebhook(Buffer.from(payload), signature)).toEqual({
      id: 'evt_1',
      type: 'charge.refunded',
      intentId: 'pi_7',
    });
    // The same message written anew is not what was signed.
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(payload)));
    expect(() => cards.parseWebhook(rewritten, signature)).toThrow(Refusal);
    expect(() => cards.parseWebhook(Buffer.from(payload), header('whsec_other'))).toThrow(Refusal);
  });
});
