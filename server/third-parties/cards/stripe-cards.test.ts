import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#server/http/refusal.ts';
import { stripeCards } from '#server/third-parties/cards/stripe-cards.ts';
import { startPaymentShop, type Fault, type PaymentShop } from '#test/payment-shop.ts';
import { CardsUnavailable, type Cards } from './port.ts';

let started: PaymentShop;
let cards: Cards;

beforeAll(async () => {
  started = await startPaymentShop();
  cards = started.provider.cards;
});
afterAll(() => started.close());

function attempt(orderId: string = randomUUID()) {
  return { orderId, attempt: 1, amountCents: 240_000, currency: 'usd', email: 'ada@example.com' } as const;
}

const pay = (clientSecret: string, number = '4242424242424242') => started.provider.sandbox.payWithCard(clientSecret, { number });

describe('one attempt to collect money', () => {
  test('is open at first, knows its order, and is found again by its id', async () => {
    const wanted = attempt();
    const intent = await cards.createIntent(wanted);
    expect(intent).toEqual({
      id: expect.stringMatching(/^pi_[0-9A-Za-z]{24}$/),
      clientSecret: expect.stringMatching(/^pi_[0-9A-Za-z]{24}_secret_[0-9A-Za-z]{25}$/),
      status: 'open',
      amountCents: 240_000,
      currency: 'usd',
      orderId: wanted.orderId,
      refundedCents: 0,
    });
    expect(await cards.getIntent(intent.id)).toEqual(intent);
  });

  test('is the same one when it is opened twice, also at the same moment', async () => {
    const wanted = attempt();
    const opened = await Promise.all([1, 2, 3, 4, 5].map(() => cards.createIntent(wanted)));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  });

  test('is another one for the next attempt, and its key takes no other amount', async () => {
    const wanted = attempt();
    const first = await cards.createIntent(wanted);
    expect((await cards.createIntent({ ...wanted, attempt: 2 })).id).not.toBe(first.id);
    await expect(cards.createIntent({ ...wanted, amountCents: 100 })).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test('is succeeded once paid, and a cancel that comes later is told so', async () => {
    const intent = await cards.createIntent(attempt());
    expect(await pay(intent.clientSecret)).toBe('succeeded');
    const paid = { ...intent, status: 'succeeded' };
    expect(await cards.getIntent(intent.id)).toEqual(paid);
    expect(await cards.cancelIntent(intent.id)).toEqual(paid);
  });

  test('is canceled for good, and a pay that comes later is refused', async () => {
    const intent = await cards.createIntent(attempt());
    const canceled = { ...intent, status: 'canceled' };
    expect(await cards.cancelIntent(intent.id)).toEqual(canceled);
    expect(await pay(intent.clientSecret)).toBe('payment_intent_unexpected_state');
    expect(await cards.cancelIntent(intent.id)).toEqual(canceled);
    expect(await cards.getIntent(intent.id)).toEqual(canceled);
  });

  test('that nobody opened is undefined', async () => {
    expect(await cards.getIntent('pi_000000000000000000000000')).toBeUndefined();
    expect(await cards.cancelIntent('pi_000000000000000000000000')).toBeUndefined();
  });

  test('is refunded whole, once, however often it is asked for', async () => {
    const intent = await cards.createIntent(attempt());
    await pay(intent.clientSecret);
    await Promise.all([cards.refund(intent.id), cards.refund(intent.id)]);
    await cards.refund(intent.id);
    expect((await cards.getIntent(intent.id))?.refundedCents).toBe(240_000);
    const { refunds } = await started.shop.db
      .withTables<{ 'card_sandbox.refunds': { id: string; payment_intent: string } }>()
      .selectFrom('card_sandbox.refunds')
      .select(({ fn }) => fn.countAll<number>().as('refunds'))
      .where('payment_intent', '=', intent.id)
      .executeTakeFirstOrThrow();
    expect(refunds).toBe(1);
  });

  test('that was refunded under another key is a refund done', async () => {
    const intent = await cards.createIntent(attempt());
    await pay(intent.clientSecret);
    await cards.refund(intent.id);
    await started.shop.db
      .withTables<{ 'card_sandbox.idempotency_keys': { key: string } }>()
      .deleteFrom('card_sandbox.idempotency_keys')
      .where('key', '=', `refund-${intent.id}`)
      .execute();
    await expect(cards.refund(intent.id)).resolves.toBeUndefined();
  });
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
    ['a reset connection', () => Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))],
  ];

  test.each(broken)('is out of reach: %s', async (_name, fault) => {
    const intent = await cards.createIntent(attempt());
    started.faults.push(fault, fault);
    await expect(cards.getIntent(intent.id)).rejects.toBeInstanceOf(CardsUnavailable);
    started.faults.length = 0;
  });

  test('by hanging is given up after 1.6 s', async () => {
    started.faults.push(() => new Promise(() => undefined));
    const since = performance.now();
    await expect(cards.createIntent(attempt())).rejects.toBeInstanceOf(CardsUnavailable);
    expect(performance.now() - since).toBeLessThan(1_700);
    started.faults.length = 0;
  });

  test('once is asked again with the same key: the work that was done is found, not done again', async () => {
    const wanted = attempt();
    const done: string[] = [];
    started.faults.push(async (pass) => {
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
    webhookSecret: secret,
    clock: { now: () => new Date(at) },
    browser: { provider: 'sandbox', address: '/sandbox/cards' },
  });
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
  });
  const signed = (by: string, seconds: number) =>
    new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret: by, timestamp: seconds });
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

  test('is refused when it is forged, changed, old, or not signed at all', () => {
    expect(refusalOf(signed('whsec_other', at / 1000))).toBe('bad_signature');
    expect(refusalOf(signed(secret, at / 1000), payload.replace('pi_1', 'pi_2'))).toBe('bad_signature');
    expect(refusalOf(signed(secret, at / 1000 - 301))).toBe('bad_signature');
    expect(refusalOf('')).toBe('bad_signature');
    expect(refusalOf(signed(secret, at / 1000), '')).toBe('bad_signature');
  });
});
