import { Stripe } from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import { startHostedShop } from '#test/hosted-shop.ts';
import { samplePart } from '#test/samples.ts';
import { standInKeys } from '#test/stripe-stand-in.ts';

const shop = await startHostedShop();
afterAll(() => shop.close());
const { stripe } = shop;
const customer = await shop.person('Ada');
const partId = await samplePart(shop.db, { inStock: 5000 });

/** An order and the client secret with which a browser may pay it. The first question of a process may be late, as on a bad line. */
async function toPay(): Promise<{ orderId: string; clientSecret: string }> {
  const orderId = await shop.order(customer, partId, 200);
  const open = () =>
    shop.request('POST', '/api/create-payment-intent', {
      as: customer,
      body: { price: 2500, orderId },
    });
  await expect.poll(async () => (await open()).status, { timeout: 15_000 }).toBe(200);
  return { orderId, clientSecret: (await open()).body.clientSecret };
}

const isPaid = async (orderId: string) =>
  (await shop.request('GET', `/api/orders/${orderId}`, { as: customer })).body.paid;

/** Stripe's own message, byte for byte, signed with Stripe's own helper. */
function message(intentId: string, secret: string = standInKeys.webhookSecret) {
  const body = `{\n  "id": "evt_${intentId}",\n  "object": "event",\n  "type": "payment_intent.succeeded",\n  "data": {"object": {"id": "${intentId}", "object": "payment_intent"}}\n}`;
  const timestamp = Math.floor(shop.clock.now().getTime() / 1000);
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp,
  });
  return {
    body,
    headers: { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' },
  };
}

describe('an order that is paid at a hosted provider', () => {
  test('is paid by the signed message alone, when the browser never came back', async () => {
    const { orderId, clientSecret } = await toPay();
    const [intentId = ''] = clientSecret.split('_secret_');
    const send = (sent: ReturnType<typeof message>) =>
      shop.request('POST', '/api/card-events', sent);

    // A message is a hint and no proof: what happened, the provider is asked.
    expect((await send(message(intentId))).status).toBe(200);
    expect(await isPaid(orderId)).toBe(false);
    expect(await stripe.sandbox.payWithCard(clientSecret, { number: '4242424242424242' })).toBe(
      'succeeded',
    );
    expect((await send(message(intentId, 'whsec_forged'))).status).toBe(400);
    expect(await isPaid(orderId)).toBe(false);

    await expect
      .poll(async () => (await send(message(intentId))).status, { timeout: 15_000 })
      .toBe(200);
    expect(await isPaid(orderId)).toBe(true);
    expect(stripe.asked.map(({ what }) => what)).toContain('GET /v1/payment_intents/pi');
  });

  test('is paid by the word of the browser, which the provider confirms', async () => {
    const { orderId, clientSecret } = await toPay();
    const [transactionId = ''] = clientSecret.split('_secret_');
    const confirm = () =>
      shop.request('PATCH', `/api/orders/${orderId}`, {
        as: customer,
        body: { orderId, transactionId },
      });
    expect((await confirm()).status).toBeGreaterThanOrEqual(400);
    await stripe.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
    await expect.poll(async () => (await confirm()).status, { timeout: 15_000 }).toBe(200);
    expect(await isPaid(orderId)).toBe(true);
  });

  test('cannot be opened while the provider does not answer, and can when it does again', async () => {
    const orderId = await shop.order(customer, partId, 200);
    const open = () =>
      shop.request('POST', '/api/create-payment-intent', {
        as: customer,
        body: { price: 2500, orderId },
      });
    const down = (_request: unknown, response: { destroy(): void }) => response.destroy();
    stripe.faults.push(down, down, down, down);
    expect([502, 503]).toContain((await open()).status);
    stripe.faults.length = 0;
    await expect.poll(async () => (await open()).status, { timeout: 15_000 }).toBe(200);
    expect(await isPaid(orderId)).toBe(false);
  });
});
