import assert from 'node:assert/strict';
import { minuteMs } from '#contract/durations.ts';
import { startMailServer } from '#test/mail-server.ts';
import { expectHealth } from './check-books.ts';
import { startStripeCustomer, type StripeCustomer } from './stripe-customer.ts';
import { type Outcome, seconds } from './row.ts';

const downMinutes = 5;
const orders = 5;
/** Pauses between retries grow to 15 minutes. */
const mostMinutesAfter = 20;
const answerMs = 3_500;

/** The mail server is down while customers order and pay: nothing is slower, and every mail arrives once when it is back. */
export async function stopMails(): Promise<Outcome> {
  const mails = await startMailServer();
  await mails.stop();
  const customer = await startStripeCustomer(mails.setup);
  try {
    let slowestMs = 0;
    for (let count = 0; count < orders; count += 1)
      slowestMs = Math.max(slowestMs, await buy(customer));
    for (let minute = 1; minute <= downMinutes; minute += 1) {
      customer.shop.clock.aheadMs = minute * minuteMs;
      await customer.shop.everyMinute();
    }
    const written = await outboxOf(customer);
    assert.ok(
      written.length >= 2 * orders,
      `mails of orders and payments are written: ${written.length}`,
    );
    assert.deepEqual([written.filter(({ done_at }) => done_at !== null), mails.arrived], [[], []]);
    await mails.start();
    let after = 0;
    while ((await outboxOf(customer)).some(({ done_at }) => done_at === null)) {
      after += 1;
      assert.ok(after <= mostMinutesAfter, 'every mail leaves once the server is back');
      customer.shop.clock.aheadMs += minuteMs;
      await customer.shop.everyMinute();
    }
    assert.equal(mails.arrived.length, written.length, 'each mail arrives once');
    assert.equal(new Set(mails.arrived.map(({ messageId }) => messageId)).size, written.length);
    await expectHealth(customer.shop);
    return {
      figure:
        `${orders} orders placed and paid meanwhile, slowest answer ${seconds(slowestMs)}; down for ${downMinutes} min, ` +
        `then all ${written.length} mails arrived once, within ${after} min`,
    };
  } finally {
    await customer.close();
    await mails.stop();
  }
}

/** Orders and pays; answers how long the slowest answer took. */
async function buy(customer: StripeCustomer): Promise<number> {
  const since = performance.now();
  const orderId = await customer.order();
  const placedMs = performance.now() - since;
  const { clientSecret, transactionId } = await customer.open(orderId);
  await customer.pay(clientSecret);
  const paid = await customer.request('PATCH', `/api/orders/${orderId}`, {
    orderId,
    transactionId,
  });
  assert.deepEqual([paid.status, await customer.stateOf(orderId)], [200, 'paid']);
  const slowestMs = Math.max(placedMs, paid.ms);
  assert.ok(slowestMs < answerMs, `an answer took ${seconds(slowestMs)}`);
  return slowestMs;
}

function outboxOf({ shop }: StripeCustomer) {
  return shop.db.selectFrom('mail_outbox').select(['event_key', 'done_at']).execute();
}
