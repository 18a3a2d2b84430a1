import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { minuteMs } from '#contract/durations.ts';
import { messagesAbout } from '#test/card-messages.ts';
import { standInKeys } from '#test/stripe-stand-in.ts';
import { expectHealth } from './check-books.ts';
import { startStripeCustomer, type StripeCustomer } from './stripe-customer.ts';
import type { Outcome } from './row.ts';

const tenMinutesMs = 10 * minuteMs;

/** Webhooks arrive twenty times at once, in the wrong order, late, forged, and for money that fits no order. */
export async function confuseMessages(): Promise<Outcome> {
  const customer = await startStripeCustomer();
  customer.hears = false;
  try {
    const refused = await forgeAndDelay(customer);
    await repeatAndReorder(customer);
    await payTooLittle(customer);
    await payTwice(customer);
    await expectHealth(customer.shop);
    return {
      figure:
        `20 at once: 1 kept; newest first: 1 kept; late and forged: ${refused} × 400 without effect; ` +
        'short amount: refunded; two intents of one order: 1 kept, 1 refunded',
    };
  } finally {
    await customer.close();
  }
}

/** Webhooks are lost, or the clocks differ by ten minutes: the minutely work finds the money. */
export async function loseMessages(): Promise<Outcome> {
  const customer = await startStripeCustomer();
  try {
    const lost = await payUnheard(customer, { hears: false, providerMs: 0 });
    const behind = await payUnheard(customer, { hears: true, providerMs: -tenMinutesMs });
    const ahead = await payUnheard(customer, { hears: true, providerMs: tenMinutesMs });
    await expectHealth(customer.shop);
    return {
      figure: `paid after minutely rounds: lost ${lost}, provider 10 min behind ${behind}, 10 min ahead ${ahead} (at most 2)`,
    };
  } finally {
    await customer.close();
  }
}

async function forgeAndDelay(customer: StripeCustomer): Promise<number> {
  const { orderId, clientSecret } = await openOrder(customer);
  await customer.pay(clientSecret);
  const [message = ''] = await messagesAbout(customer.shop.memory, orderId);
  const signature = customer.shop.stripe.sandbox.sign(message);
  const other = (await openOrder(customer)).clientSecret.split('_secret_')[0] ?? '';
  const forged: [body: string, signature: string][] = [
    [message, signed(message, 'whsec_somebody_else')],
    [message.replaceAll(/pi_\w+/g, other), signature],
    [message, ''],
    [message, 't=1,v1=00'],
    [`${message} `, signature],
  ];
  for (const [body, sign] of forged) assert.equal(await customer.deliver(body, sign), 400);
  customer.shop.clock.aheadMs = 301_000;
  assert.equal(await customer.deliver(message, signature), 400, 'a message of five minutes ago');
  customer.shop.clock.aheadMs = 0;
  assert.equal(await customer.stateOf(orderId), 'unpaid');
  assert.equal(await customer.deliver(message, signature), 200);
  assert.equal(await customer.stateOf(orderId), 'paid');
  return forged.length + 1;
}

async function repeatAndReorder(customer: StripeCustomer): Promise<void> {
  const { orderId, clientSecret, transactionId } = await openOrder(customer);
  assert.equal(
    await customer.shop.stripe.sandbox.payWithCard(clientSecret, { number: '4000000000009995' }),
    'card_declined',
  );
  await customer.pay(clientSecret);
  const newestFirst = (await messagesAbout(customer.shop.memory, orderId)).toReversed();
  assert.equal(newestFirst.length, 2);
  for (const message of newestFirst) {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () =>
        customer.deliver(message, customer.shop.stripe.sandbox.sign(message)),
      ),
    );
    assert.deepEqual(new Set(statuses), new Set([200]));
  }
  assert.deepEqual(await paymentsOf(customer, orderId), [`${transactionId} kept`]);
  assert.equal(await customer.stateOf(orderId), 'paid');
}

async function payTooLittle(customer: StripeCustomer): Promise<void> {
  const { orderId } = await openOrder(customer);
  const short = await anotherIntent(customer, orderId, 100);
  await deliverAll(customer, orderId);
  assert.equal(await customer.stateOf(orderId), 'unpaid');
  assert.equal((await customer.shop.cards.getIntent(short))?.refundedCents, 100);
}

async function payTwice(customer: StripeCustomer): Promise<void> {
  const { orderId, clientSecret, transactionId } = await openOrder(customer);
  await customer.pay(clientSecret);
  const second = await anotherIntent(customer, orderId, 250_000);
  await deliverAll(customer, orderId);
  const payments = await paymentsOf(customer, orderId);
  assert.deepEqual(
    payments
      .map((payment) => payment.split(' ')[1])
      .toSorted((one, other) => String(one).localeCompare(String(other))),
    ['kept', 'refunded'],
  );
  const given = await Promise.all(
    [transactionId, second].map(
      async (id) => (await customer.shop.cards.getIntent(id))?.refundedCents ?? 0,
    ),
  );
  assert.equal(given[0]! + given[1]!, 250_000);
}

/** Pays an order without a webhook; answers after how many rounds of minutely work the shop knew. */
async function payUnheard(
  customer: StripeCustomer,
  is: { hears: boolean; providerMs: number },
): Promise<number> {
  customer.hears = is.hears;
  customer.shop.stripeClock.aheadMs = is.providerMs;
  customer.shop.clock.aheadMs = 0;
  const { orderId, clientSecret } = await openOrder(customer);
  assert.equal(await customer.pay(clientSecret), 'succeeded');
  await customer.shop.stripe.sandbox.sendEvents();
  for (let round = 1; (await customer.stateOf(orderId)) !== 'paid'; round += 1) {
    assert.ok(round <= 2, 'within two minutes');
    customer.shop.clock.aheadMs = round * minuteMs;
    await customer.shop.everyMinute();
    if ((await customer.stateOf(orderId)) === 'paid') return round;
  }
  // A signature from the future is valid, so the shop may accept the webhook at once.
  return 0;
}

async function openOrder(customer: StripeCustomer) {
  const orderId = await customer.order();
  return { orderId, ...(await customer.open(orderId)) };
}

/** A second, paid intent of the order, as a crash or another program might leave it. Answers its id. */
async function anotherIntent(
  { shop, pay }: StripeCustomer,
  orderId: string,
  amountCents: number,
): Promise<string> {
  const intent = await shop.cards.createIntent({
    orders: [{ orderId, attempt: 7 }],
    amountCents,
    currency: 'usd',
    email: 'buyer@example.com',
  });
  assert.equal(await pay(intent.clientSecret), 'succeeded');
  return intent.id;
}

async function deliverAll(customer: StripeCustomer, orderId: string): Promise<void> {
  const messages = await messagesAbout(customer.shop.memory, orderId);
  const all = messages
    .toReversed()
    .map((message) => customer.deliver(message, customer.shop.stripe.sandbox.sign(message)));
  assert.deepEqual(new Set(await Promise.all(all)), new Set([200]));
}

async function paymentsOf({ shop }: StripeCustomer, orderId: string): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('payments')
    .select(['intent_id', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute();
  return rows.map(({ intent_id, state }) => `${intent_id} ${state}`);
}

/** Signs as the provider does, with any secret. */
function signed(body: string, secret: string): string {
  assert.notEqual(secret, standInKeys.webhookSecret);
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
