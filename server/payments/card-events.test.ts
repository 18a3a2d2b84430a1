import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { down, openPayment } from '#test/open-payment.ts';
import {
  listenToEvents,
  postEvent,
  sampleCustomer,
  startPaymentShop,
  type PaymentShop,
} from '#test/payment-shop.ts';

let started: PaymentShop;
let open: Awaited<ReturnType<typeof openPayment>>;

beforeEach(async () => {
  started = await startPaymentShop();
  const { userId } = await sampleCustomer(started.shop, 'ada@example.com');
  open = await openPayment(started, userId);
});
afterEach(() => started.close());

/** Pays after a decline and answers the two messages that the provider sent. */
async function messages() {
  const heard: { payload: string; signature: string }[] = [];
  started.provider.deliverTo(async (payload, signature) => void heard.push({ payload, signature }));
  await open.pay('4000000000000002');
  await open.pay();
  await started.provider.sendEvents();
  expect(heard.map(({ payload }) => (JSON.parse(payload) as { type: string }).type)).toEqual([
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ]);
  return { failed: heard[0]!, succeeded: heard[1]! };
}

describe('the webhook', () => {
  test('makes the order paid by a signed message, once, also when it comes twenty times at once', async () => {
    const { succeeded } = await messages();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postEvent(started.app, succeeded)),
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
    const timestamp = started.shop.clock.now().getTime() / 1000;
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
      const refused = await postEvent(started.app, { ...succeeded, ...message });
      codes.push([refused.statusCode, refused.json().error]);
    }
    started.wait(301_000);
    const late = await postEvent(started.app, succeeded);
    expect([...codes, [late.statusCode, late.json().error]]).toEqual(
      Array.from({ length: 4 }, () => [400, 'bad_signature']),
    );
    expect(await open.state()).toBe('unpaid');
  });

  test('looks at a payment at the message of a decline too, in whatever order it comes, and believes what the provider says now', async () => {
    const { failed, succeeded } = await messages();
    expect((await postEvent(started.app, failed)).json()).toEqual({ received: true });
    expect(await open.state()).toBe('paid');
    await postEvent(started.app, succeeded);
    expect((await postEvent(started.app, failed)).statusCode).toBe(200);
    expect(await open.state()).toBe('paid');
  });

  test('fails while the provider is silent, so that the message comes again', async () => {
    listenToEvents(started);
    down(started);
    await open.pay();
    await started.provider.sendEvents();
    expect(await open.state()).toBe('unpaid');
    started.wait(31_000);
    await started.provider.sendEvents();
    expect(await open.state()).toBe('paid');
  });
});
