import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sandboxCards as testCards } from '#contract/sandbox-cards.ts';
import { freshDatabase } from '#test/database.ts';
import { startShop } from '#test/harness.ts';
import { browserStep, payInBrowser } from '#test/payment-shop.ts';
import { useShop } from '#test/use-shop.ts';
import { sandboxCards } from './sandbox-cards.ts';

const shop = await useShop();

const openIntent = () =>
  shop.sandbox.backgroundCards.createIntent({
    orders: [{ orderId: randomUUID(), attempt: 1 }],
    amountCents: 240_000,
    currency: 'usd',
    email: 'ada@example.com',
  });

const declined = 'Your card was declined.';
const funds = 'Your card has insufficient funds.';

describe('the card table', () => {
  test.each([
    ['4242424242424242', 'visa'],
    ['4000056655665556', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
  ])('%s pays, and only its last four digits and brand are kept', async (number, brand) => {
    const intent = await openIntent();
    const answer = await payInBrowser(shop.app, { clientSecret: intent.clientSecret, number });
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'succeeded']);
    const charges = await chargesOf(intent.id);
    expect(charges).toEqual([
      expect.objectContaining({
        status: 'succeeded',
        card_brand: brand,
        card_last4: number.slice(-4),
      }),
    ]);
    expect(JSON.stringify(charges)).not.toContain(number);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', declined],
    ['4000000000009995', 'card_declined', 'insufficient_funds', funds],
    ['4000000000009987', 'card_declined', 'lost_card', declined],
    ['4000000000009979', 'card_declined', 'stolen_card', declined],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])(
    '%s is declined, and the same client secret then takes another card',
    async (number, code, declineCode, message) => {
      const { clientSecret, id } = await openIntent();
      const no = await payInBrowser(shop.app, { clientSecret, number });
      expect(no.statusCode).toBe(402);
      expect(no.json().error).toMatchObject({ type: 'card_error', code, message });
      expect(no.json().error.decline_code).toBe(declineCode);
      expect((await shop.sandbox.backgroundCards.getIntent(id))?.status).toBe('open');
      const yes = await payInBrowser(shop.app, { clientSecret, number: '4242424242424242' });
      expect(yes.json().status).toBe('succeeded');
      expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    },
  );

  test.each([
    ['4242424242424241', 'incorrect_number', 'Your card number is invalid.'],
    [
      '4111111111111111',
      'card_declined',
      'This shop takes only its test cards. Please never type a real card number here.',
    ],
    ['not a number', 'incorrect_number', 'Your card number is invalid.'],
  ])('%s is refused and nothing of it is kept', async (number, code, message) => {
    const { clientSecret, id } = await openIntent();
    const no = await payInBrowser(shop.app, { clientSecret, number });
    expect([no.statusCode, no.json().error.code, no.json().error.message]).toEqual([
      402,
      code,
      message,
    ]);
    expect(await chargesOf(id)).toEqual([]);
  });

  test('every card of the table has digits that are a card number', () => {
    const luhn = (digits: string) =>
      [...digits]
        .toReversed()
        .reduce(
          (sum, digit, at) =>
            sum +
            [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]! * (at % 2) +
            Number(digit) * ((at + 1) % 2),
          0,
        );
    expect(testCards.map(({ number }) => luhn(number) % 10)).toEqual(testCards.map(() => 0));
  });
});

describe('3-D Secure', () => {
  const failed = {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };

  test.each(['4000002500003155', '4000002760003184'])(
    '%s asks first, then pays',
    async (number) => {
      const { clientSecret, id } = await openIntent();
      const asked = await payInBrowser(shop.app, { clientSecret, number });
      expect([asked.statusCode, asked.json().status, asked.json().next_action.type]).toEqual([
        200,
        'requires_action',
        'use_stripe_sdk',
      ]);
      expect((await shop.sandbox.backgroundCards.getIntent(id))?.status).toBe('open');
      const paid = await browserStep(shop.app, clientSecret, {
        step: 'authenticate',
        fields: { outcome: 'succeeded' },
      });
      expect([paid.statusCode, paid.json().status]).toEqual([200, 'succeeded']);
      expect(await chargesOf(id)).toEqual([
        expect.objectContaining({ card_last4: number.slice(-4), billing_name: 'Guest Payer' }),
      ]);
    },
  );

  test('a buyer who does not confirm has not paid, and may try again', async () => {
    const { clientSecret } = await openIntent();
    await payInBrowser(shop.app, { clientSecret, number: '4000002500003155' });
    const no = await browserStep(shop.app, clientSecret, {
      step: 'authenticate',
      fields: { outcome: 'failed' },
    });
    expect([no.statusCode, no.json().error]).toEqual([402, expect.objectContaining(failed)]);
    const again = await payInBrowser(shop.app, { clientSecret, number: '4242424242424242' });
    expect(again.json().status).toBe('succeeded');
  });

  test('4000008260003178 asks first and is declined then', async () => {
    const { clientSecret } = await openIntent();
    await payInBrowser(shop.app, { clientSecret, number: '4000008260003178' });
    const no = await browserStep(shop.app, clientSecret, {
      step: 'authenticate',
      fields: { outcome: 'succeeded' },
    });
    expect(no.json().error).toMatchObject({
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: funds,
    });
  });

  test('a question that was not asked has no answer', async () => {
    const { clientSecret } = await openIntent();
    const no = await browserStep(shop.app, clientSecret, {
      step: 'authenticate',
      fields: { outcome: 'succeeded' },
    });
    expect([no.statusCode, no.json().error.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('an intent that waits for the buyer can still be canceled', async () => {
    const { clientSecret, id } = await openIntent();
    await payInBrowser(shop.app, { clientSecret, number: '4000002500003155' });
    expect((await shop.sandbox.backgroundCards.cancelIntent(id))?.status).toBe('canceled');
    const late = await browserStep(shop.app, clientSecret, {
      step: 'authenticate',
      fields: { outcome: 'succeeded' },
    });
    expect(late.json().error.code).toBe('payment_intent_unexpected_state');
    expect(await chargesOf(id)).toEqual([]);
  });
});

describe('who may ask', () => {
  test('a browser needs the client secret of that very intent', async () => {
    const [mine, other] = [await openIntent(), await openIntent()];
    const url = `/sandbox/cards/payment_intents/${mine.id}/confirm`;
    for (const client_secret of [other.clientSecret, `${mine.id}_secret_`, 'x']) {
      const no = await shop.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          client_secret,
          'payment_method_data[card][number]': '4242424242424242',
        }).toString(),
      });
      expect([no.statusCode, no.json().error.code]).toEqual([404, 'resource_missing']);
    }
    expect((await shop.sandbox.backgroundCards.getIntent(mine.id))?.status).toBe('open');
  });

  test('a browser that says for which shop it pays says it by the publishable key of the site', async () => {
    const { cards } = (await shop.app.inject('/api/site')).json();
    expect(cards).toEqual({
      provider: 'sandbox',
      address: '/sandbox/cards',
      publishableKey: expect.stringMatching(/^pk_test_\w+$/),
    });
    const { clientSecret, id } = await openIntent();
    const pay = (key: string) =>
      payInBrowser(shop.app, {
        clientSecret,
        number: '4000002500003155',
        fields: { key },
      });
    const confirm = (key: string) =>
      browserStep(shop.app, clientSecret, {
        step: 'authenticate',
        fields: { key, outcome: 'succeeded' },
      });
    const foreign = ['pk_test_of_another_shop', `${cards.publishableKey}x`, ''];
    for (const key of foreign) expectKeyRefused(await pay(key));
    expect((await pay(cards.publishableKey)).json().status).toBe('requires_action');
    for (const key of foreign) expectKeyRefused(await confirm(key));
    expect((await shop.sandbox.backgroundCards.getIntent(id))?.status).toBe('open');
    expect((await confirm(cards.publishableKey)).json().status).toBe('succeeded');
  });

  test('a browser is told no more of an intent by a wrong key than by a right one', async () => {
    const no = await browserStep(shop.app, 'pi_unknown_secret_x', {
      step: 'confirm',
      fields: { key: 'pk_test_of_another_shop' },
    });
    expectKeyRefused(no);
  });

  test('every copy of the shop, and each start, takes the key of every other', async () => {
    const { db, close } = await freshDatabase();
    const keys = [shop.db, db].map((one) =>
      sandboxCards({ db: one, clock: shop.clock }).cards.publicConfig(),
    );
    expect(keys[0]).toEqual(keys[1]);
    await close();
  });

  test('a browser learns nothing of the customer', async () => {
    const { clientSecret } = await openIntent();
    const no = await payInBrowser(shop.app, { clientSecret, number: '4000000000000002' });
    const yes = await payInBrowser(shop.app, { clientSecret, number: '4242424242424242' });
    expect(no.body + yes.body).not.toContain('ada@example.com');
  });

  test('what a shop does with its secret key has no address in ours', async () => {
    const { id } = await openIntent();
    const addresses = [
      `/sandbox/cards/payment_intents/${id}/cancel`,
      `/sandbox/cards/payment_intents`,
      '/sandbox/cards/refunds',
      '/v1/refunds',
    ];
    for (const url of addresses)
      expect((await shop.app.inject({ method: 'POST', url, payload: '' })).statusCode).toBe(404);
  });

  test('a secret key that is not ours is refused', async () => {
    const answer = await shop.sandbox.sandbox.fetch('https://sandbox.invalid/v1/payment_intents', {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_guessed',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'amount=100&currency=usd',
    });
    expect(answer.status).toBe(401);
  });

  test('a cvc, month or year that cannot be is refused', async () => {
    const { clientSecret } = await openIntent();
    const codes = [];
    for (const [field, value] of [
      ['cvc', '12'],
      ['exp_month', '13'],
      ['exp_year', '2025'],
      ['cvc', '\0'],
    ]) {
      const no = await payInBrowser(shop.app, {
        clientSecret,
        number: '4242424242424242',
        fields: { [`payment_method_data[card][${field}]`]: value! },
      });
      codes.push([no.statusCode, no.json().error.code ?? no.json().error.message]);
    }
    expect(codes).toEqual([
      [402, 'invalid_cvc'],
      [402, 'invalid_expiry_month'],
      [402, 'invalid_expiry_year'],
      [400, 'Contains characters that are not text.'],
    ]);
  });
});

describe('messages', () => {
  test('a message the shop does not take is sent again later, in the same words', async () => {
    const own = await startShop();
    const heard: string[] = [];
    own.sandbox.deliverTo(async (rawBody) => {
      heard.push(rawBody);
      if (heard.length === 1) throw new Error('not now');
    });
    await own.sandbox.payByCard({
      orderId: randomUUID(),
      amountCents: 500,
      email: 'ada@example.com',
    });
    await own.sandbox.sendEvents();
    own.clock.advance(20_000);
    await own.sandbox.sendEvents();
    expect(heard).toHaveLength(1);
    own.clock.advance(20_000);
    await own.sandbox.sendEvents();
    await own.sandbox.sendEvents();
    expect(heard).toEqual([heard[0], heard[0]]);
    expect(JSON.parse(heard[0]!)).toMatchObject({
      type: 'payment_intent.succeeded',
      data: { object: { amount: 500 } },
    });
    await own.close();
  });

  test('pays before anybody listens leave no message behind', async () => {
    const { db, close } = await freshDatabase();
    const own = sandboxCards({ db, clock: shop.clock });
    const { transactionId } = await own.payByCard({
      orderId: randomUUID(),
      amountCents: 500,
      email: 'ada@example.com',
    });
    expect((await own.backgroundCards.getIntent(transactionId))?.status).toBe('succeeded');
    const heard: string[] = [];
    own.deliverTo(async (body) => void heard.push(body));
    await own.sendEvents();
    const events = await db
      .withTables<{ 'card_sandbox.events': { id: string } }>()
      .selectFrom('card_sandbox.events')
      .select('id')
      .execute();
    expect([heard, events]).toEqual([[], []]);
    await close();
  });
});

function expectKeyRefused(answer: Awaited<ReturnType<typeof browserStep>>): void {
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } },
  ]);
}

function chargesOf(intentId: string) {
  return shop.db
    .withTables<{
      'card_sandbox.charges': Record<string, unknown> & {
        payment_intent: string;
        created_at: Date;
        status: string;
      };
    }>()
    .selectFrom('card_sandbox.charges')
    .selectAll()
    .where('payment_intent', '=', intentId)
    .orderBy('status')
    .execute();
}
