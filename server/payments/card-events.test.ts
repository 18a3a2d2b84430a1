import { Stripe } from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { postMessage } from '#test/card-messages.ts';
import { down, openPayment } from '#test/open-payment.ts';
import { usePaymentShop } from '#test/payment-shop.ts';

const shop = await usePaymentShop();
let open: Awaited<ReturnType<typeof openPayment>>;
beforeEach(async () => {
  open = await openPayment(shop);
});

/** Pays after a decline and answers the two messages that the provider sent. */
async function messages() {
  await open.pay('4000000000000002');
  await open.pay();
  await shop.sandbox.sendEvents();
  expect(shop.sent.map(({ payload }) => (JSON.parse(payload) as { type: string }).type)).toEqual([
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ]);
  return { failed: shop.sent[0]!, succeeded: shop.sent[1]! };
}

describe('the webhook', () => {
  test('makes the order paid by a signed message, once, also when it comes twenty times at once', async () => {
    const { succeeded } = await messages();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postMessage(shop.app, succeeded)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect([await open.state(), await open.payments(), await open.refunded()]).toEqual([
      'paid',
      ['kept'],
      0,
    ]);
  });

  test('refuses forged, changed, unsigned and late messages without effect', async () => {
    const { succeeded } = await messages();
    const timestamp = shop.clock.now().getTime() / 1000;
    const forged = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload: succeeded.payload,
      secret: 'whsec_guess',
      timestamp,
    });
    const codes = [];
    for (const message of [
      { signature: forged },
      { payload: `${succeeded.payload} ` },
      { signature: '' },
    ]) {
      const refused = await postMessage(shop.app, { ...succeeded, ...message });
      codes.push([refused.statusCode, refused.json().error]);
    }
    shop.clock.advance(301_000);
    const late = await postMessage(shop.app, succeeded);
    expect([...codes, [late.statusCode, late.json().error]]).toEqual(
      Array.from({ length: 4 }, () => [400, 'bad_signature']),
    );
    expect(await open.state()).toBe('unpaid');
  });

  test('looks at a payment at the message of a decline too, in whatever order it comes, and believes what the provider says now', async () => {
    const { failed, succeeded } = await messages();
    expect((await postMessage(shop.app, failed)).json()).toEqual({ received: true });
    expect(await open.state()).toBe('paid');
    await postMessage(shop.app, succeeded);
    expect((await postMessage(shop.app, failed)).statusCode).toBe(200);
    expect(await open.state()).toBe('paid');
  });

  test('fails while the provider is silent, so that the message comes again', async () => {
    shop.hears = true;
    down(shop);
    await open.pay();
    await shop.sandbox.sendEvents();
    expect(await open.state()).toBe('unpaid');
    shop.clock.advance(31_000);
    await shop.sandbox.sendEvents();
    expect(await open.state()).toBe('paid');
  });
});
