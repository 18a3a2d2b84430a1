import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { minuteMs } from '#contract/durations.ts';
import type { CardSandboxTables } from '#server/third-parties/cards/sandbox/tables.ts';
import { standInKeys } from '#test/stripe-stand-in.ts';
import { inBackground } from '#server/shop.ts';
import { expectHealth } from './check-books.ts';
import { startHostedShop, type HostedShop } from './hosted-shop.ts';
import type { Outcome } from './row.ts';

const tenMinutesMs = 10 * minuteMs;

/** The provider's messages come twenty times at once, in the wrong order, late, forged, and about money that fits no order. */
export async function confuseMessages(): Promise<Outcome> {
  const hosted = await startHostedShop();
  hosted.hears = false;
  try {
    const refused = await forgeAndDelay(hosted);
    await repeatAndReorder(hosted);
    await payTooLittle(hosted);
    await payTwice(hosted);
    await expectHealth(inBackground(hosted.shop));
    return {
      figure:
        `20 at once: 1 kept; newest first: 1 kept; late and forged: ${refused} × 400 without effect; ` +
        'short amount: refunded; two intents of one order: 1 kept, 1 refunded',
    };
  } finally {
    await hosted.close();
  }
}

/** The provider's messages are lost, or the clocks are ten minutes apart: the minutely round finds the money. */
export async function loseMessages(): Promise<Outcome> {
  const hosted = await startHostedShop();
  try {
    const lost = await payUnheard(hosted, { hears: false, providerMs: 0 });
    const behind = await payUnheard(hosted, { hears: true, providerMs: -tenMinutesMs });
    const ahead = await payUnheard(hosted, { hears: true, providerMs: tenMinutesMs });
    await expectHealth(inBackground(hosted.shop));
    return {
      figure: `paid after minutely rounds: lost ${lost}, provider 10 min behind ${behind}, 10 min ahead ${ahead} (at most 2)`,
    };
  } finally {
    await hosted.close();
  }
}

async function forgeAndDelay(hosted: HostedShop): Promise<number> {
  const { orderId, clientSecret } = await openOrder(hosted);
  await hosted.pay(clientSecret);
  const [message = ''] = await messagesAbout(hosted, orderId);
  const signature = hosted.stripe.sandbox.sign(message);
  const other = (await openOrder(hosted)).clientSecret.split('_secret_')[0] ?? '';
  const forged: [body: string, signature: string][] = [
    [message, signed(message, 'whsec_somebody_else')],
    [message.replaceAll(/pi_\w+/g, other), signature],
    [message, ''],
    [message, 't=1,v1=00'],
    [`${message} `, signature],
  ];
  for (const [body, sign] of forged) assert.equal(await hosted.deliver(body, sign), 400);
  hosted.ahead.shopMs = 301_000;
  assert.equal(await hosted.deliver(message, signature), 400, 'a message of five minutes ago');
  hosted.ahead.shopMs = 0;
  assert.equal(await hosted.stateOf(orderId), 'unpaid');
  assert.equal(await hosted.deliver(message, signature), 200);
  assert.equal(await hosted.stateOf(orderId), 'paid');
  return forged.length + 1;
}

async function repeatAndReorder(hosted: HostedShop): Promise<void> {
  const { orderId, clientSecret, transactionId } = await openOrder(hosted);
  assert.equal(
    await hosted.stripe.sandbox.payWithCard(clientSecret, { number: '4000000000009995' }),
    'card_declined',
  );
  await hosted.pay(clientSecret);
  const newestFirst = (await messagesAbout(hosted, orderId)).toReversed();
  assert.equal(newestFirst.length, 2);
  for (const message of newestFirst) {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () =>
        hosted.deliver(message, hosted.stripe.sandbox.sign(message)),
      ),
    );
    assert.deepEqual(new Set(statuses), new Set([200]));
  }
  assert.deepEqual(await paymentsOf(hosted, orderId), [`${transactionId} kept`]);
  assert.equal(await hosted.stateOf(orderId), 'paid');
}

async function payTooLittle(hosted: HostedShop): Promise<void> {
  const { orderId } = await openOrder(hosted);
  const short = await anotherIntent(hosted, orderId, 100);
  await deliverAll(hosted, orderId);
  assert.equal(await hosted.stateOf(orderId), 'unpaid');
  assert.equal((await hosted.shop.cards.getIntent(short))?.refundedCents, 100);
}

async function payTwice(hosted: HostedShop): Promise<void> {
  const { orderId, clientSecret, transactionId } = await openOrder(hosted);
  await hosted.pay(clientSecret);
  const second = await anotherIntent(hosted, orderId, 250_000);
  await deliverAll(hosted, orderId);
  const payments = await paymentsOf(hosted, orderId);
  assert.deepEqual(
    payments
      .map((payment) => payment.split(' ')[1])
      .toSorted((one, other) => String(one).localeCompare(String(other))),
    ['kept', 'refunded'],
  );
  const given = await Promise.all(
    [transactionId, second].map(
      async (id) => (await hosted.shop.cards.getIntent(id))?.refundedCents ?? 0,
    ),
  );
  assert.equal(given[0]! + given[1]!, 250_000);
}

/** Pays an order; answers how many minutely rounds it took until the shop knew. */
async function payUnheard(
  hosted: HostedShop,
  is: { hears: boolean; providerMs: number },
): Promise<number> {
  hosted.hears = is.hears;
  hosted.ahead.providerMs = is.providerMs;
  hosted.ahead.shopMs = 0;
  const { orderId, clientSecret } = await openOrder(hosted);
  assert.equal(await hosted.pay(clientSecret), 'succeeded');
  await hosted.stripe.sandbox.sendEvents();
  for (let round = 1; (await hosted.stateOf(orderId)) !== 'paid'; round += 1) {
    assert.ok(round <= 2, 'within two minutes');
    hosted.ahead.shopMs = round * minuteMs;
    await hosted.everyMinute();
    if ((await hosted.stateOf(orderId)) === 'paid') return round;
  }
  // A message that comes from the future is signed all the same: the shop may believe it at once.
  return 0;
}

async function openOrder(hosted: HostedShop) {
  const orderId = await hosted.order();
  return { orderId, ...(await hosted.open(orderId)) };
}

/** An intent beside the order's own, as a crash or another program might leave it; paid. Answers its id. */
async function anotherIntent(
  { shop, pay }: HostedShop,
  orderId: string,
  amountCents: number,
): Promise<string> {
  const intent = await shop.cards.createIntent({
    orderId,
    attempt: 7,
    amountCents,
    currency: 'usd',
    email: 'buyer@example.com',
  });
  assert.equal(await pay(intent.clientSecret), 'succeeded');
  return intent.id;
}

/** The messages about an order's payments, oldest first. */
async function messagesAbout({ memory }: HostedShop, orderId: string): Promise<string[]> {
  const events = memory.withTables<CardSandboxTables>().selectFrom('card_sandbox.events');
  const rows = await events.select('body').orderBy('created_at').orderBy('id').execute();
  return rows.map(({ body }) => body).filter((body) => body.includes(orderId));
}

async function deliverAll(hosted: HostedShop, orderId: string): Promise<void> {
  const messages = await messagesAbout(hosted, orderId);
  const all = messages
    .toReversed()
    .map((message) => hosted.deliver(message, hosted.stripe.sandbox.sign(message)));
  assert.deepEqual(new Set(await Promise.all(all)), new Set([200]));
}

async function paymentsOf({ shop }: HostedShop, orderId: string): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('payments')
    .select(['intent_id', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute();
  return rows.map(({ intent_id, state }) => `${intent_id} ${state}`);
}

/** As the provider signs, with any secret. */
function signed(body: string, secret: string): string {
  assert.notEqual(secret, standInKeys.webhookSecret);
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
