import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { Refusal } from '#server/http/refusal.ts';
import { stripeCards } from './stripe-cards.ts';
import { attempt, cardsContract } from '#test/cards-contract.ts';
import { startShop } from '#test/harness.ts';
import { usePaymentShop, type Fault } from '#test/payment-shop.ts';
import { withTimeout } from '#test/with-timeout.ts';
import { CardsUnavailable, RefundRefused } from './port.ts';

const shop = await usePaymentShop();
const { cards } = shop.sandbox;

cardsContract('in this process', async () => {
  const { db, sandbox, close } = await startShop({ hears: () => false });
  return { cards: sandbox.backgroundCards, sandbox: sandbox.sandbox, memory: db, close };
});

const says =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  async () =>
    new Response(body, { status, headers });
const stripeError = (message: string) => JSON.stringify({ error: { type: 'api_error', message } });

describe('a provider that gives no usable answer', () => {
  const broken: readonly (readonly [string, Fault])[] = [
    ['500', says(500, stripeError('Something went wrong'))],
    ['429', says(429, stripeError('Too many requests'))],
    ['401', says(401, stripeError('Invalid API Key'))],
    ['a page of HTML', says(200, '<html>Gateway</html>')],
    ['half a body', says(200, '{"id":"pi_1","obj')],
    ['null', says(200, 'null')],
    ['an empty body', says(200, '')],
    ['JSON of something else', says(200, '{"object":"list","data":[]}')],
    ['a redirect', says(302, '', { location: 'https://elsewhere.example/' })],
    [
      'a reset connection',
      () => Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })),
    ],
  ];

  test.each(broken)('is out of reach: %s', async (_name, fault) => {
    const intent = await cards.createIntent(attempt());
    shop.faults.push(fault, fault);
    await expect(cards.getIntent(intent.id)).rejects.toBeInstanceOf(CardsUnavailable);
    shop.faults.length = 0;
  });

  test.each(broken)('has not given money back: %s', async (_name, fault) => {
    const intent = await cards.createIntent(attempt());
    await shop.sandbox.sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242' });
    shop.faults.push(fault, fault);
    await expect(cards.refundWhole(intent.id)).rejects.toBeInstanceOf(CardsUnavailable);
    shop.faults.length = 0;
    await cards.refundWhole(intent.id);
    expect((await cards.getIntent(intent.id))?.refundedCents).toBe(240_000);
  });

  test('while it is at the same refund already is asked again later; nobody is told that it refuses', async () => {
    const inUse = {
      error: {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is another request with this key.',
      },
    };
    shop.faults.push(says(409, JSON.stringify(inUse)), says(409, JSON.stringify(inUse)));
    await expect(cards.refundWhole('pi_000000000000000000000000')).rejects.toBeInstanceOf(
      CardsUnavailable,
    );
    shop.faults.length = 0;
  });

  test.each(['failed', 'canceled'])(
    'but says that a refund has %s will not give the money back',
    async (status) => {
      shop.faults.push(
        says(200, JSON.stringify({ id: 're_1', object: 'refund', amount: 240_000, status })),
      );
      await expect(cards.refundWhole('pi_000000000000000000000000')).rejects.toBeInstanceOf(
        RefundRefused,
      );
    },
  );

  test('to what was collected has not said that money arrived', async () => {
    const intent = await cards.createIntent(attempt());
    await shop.sandbox.sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242' });
    shop.faults.push(async (pass) => {
      const { amount_received: _, ...rest } = (await (await pass()).json()) as Record<
        string,
        unknown
      >;
      return Response.json(rest);
    });
    await expect(cards.getIntent(intent.id)).rejects.toBeInstanceOf(CardsUnavailable);
  });

  test('by hanging is given up after 1.6 s', async () => {
    shop.faults.push(() => new Promise(() => undefined));
    await expect(withTimeout(1_700, cards.createIntent(attempt()))).rejects.toBeInstanceOf(
      CardsUnavailable,
    );
    shop.faults.length = 0;
  });

  test('once is asked again with the same key: the work that was done is found, not done again', async () => {
    const wanted = attempt();
    const done: string[] = [];
    shop.faults.push(async (pass) => {
      done.push(((await (await pass()).json()) as { id: string }).id);
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    });
    expect((await cards.createIntent(wanted)).id).toBe(done[0]);
  });
});

describe('a message of the provider', () => {
  const secret = 'whsec_known';
  const at = new Date('2026-03-02T10:00:00Z').getTime();
  const known = stripeCards({
    secretKey: 'sk_test_x',
    webhookSecrets: [secret, 'whsec_next'],
    clock: { now: () => new Date(at) },
    browser: { provider: 'sandbox', address: '/sandbox/cards', publishableKey: 'pk_test_a1' },
  });
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
  });
  const signed = (by: string, seconds: number) =>
    new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload,
      secret: by,
      timestamp: seconds,
    });
  const refusalOf = (signature: string, raw = payload) => {
    try {
      return known.parseWebhook(Buffer.from(raw), signature).id;
    } catch (error) {
      return error instanceof Refusal ? error.code : error;
    }
  };

  test('is believed when it is signed with our secret in the last five minutes', () => {
    expect(known.parseWebhook(Buffer.from(payload), signed(secret, at / 1000 - 299))).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      intentId: 'pi_1',
    });
  });

  test('is believed when one of two secrets signed it, while one replaces the other', () => {
    expect(refusalOf(signed('whsec_next', at / 1000))).toBe('evt_1');
  });

  test('is refused when it is forged, changed, old, or not signed at all', () => {
    expect(refusalOf(signed('whsec_other', at / 1000))).toBe('bad_signature');
    expect(refusalOf(signed(secret, at / 1000), payload.replace('pi_1', 'pi_2'))).toBe(
      'bad_signature',
    );
    expect(refusalOf(signed(secret, at / 1000 - 301))).toBe('bad_signature');
    expect(refusalOf('')).toBe('bad_signature');
    expect(refusalOf(signed(secret, at / 1000), '')).toBe('bad_signature');
  });
});
