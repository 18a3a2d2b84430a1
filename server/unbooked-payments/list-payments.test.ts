import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations.ts';
import { examine } from '#server/doctor/examine.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { openPayment } from '#test/open-payment.ts';
import { setOrderState, usePaymentShop } from '#test/payment-shop.ts';
import { listPayments } from './list-payments.ts';
import { endOpenPayment } from '#server/payments/end-open-payment.ts';
import { settle } from '#server/payments/settle.ts';
import { findMovedAt } from '#server/db/shop-facts.ts';
import { mailsAbout, mailsIn } from '#test/mailbox.ts';
import { listWaiting } from './store.ts';

const shop = await usePaymentShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1_000 });

beforeEach(async () => {
  // What the tests before opened at the provider is out of sight then.
  shop.clock.advance(hourMs);
  await shop.db.deleteFrom('unbooked_payments').execute();
  await shop.db.deleteFrom('shop_facts').execute();
  await shop.db
    .insertInto('shop_facts')
    .values({ mode: 'demo', card_accounts: ['sandbox'], payments_listed_until: shop.clock.now() })
    .execute();
});

/** An attempt for an order that this database does not have, as after an older backup was restored. */
async function withoutOrder({ mark = shop.paymentMark, pays = true, amountCents = 250_000 } = {}) {
  const intent = await shop.cards.createIntent({
    orders: [{ orderId: randomUUID(), attempt: 1 }],
    amountCents,
    currency: 'usd',
    email: 'ada@example.com',
    shop: mark,
  });
  const pay = () =>
    shop.sandbox.sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242' });
  if (pays) await pay();
  return { ...intent, pay };
}

/** A round of the background work, some minutes later. */
async function round(laterMs = 3 * minuteMs): Promise<void> {
  shop.clock.advance(laterMs);
  await listPayments(shop);
}

/** The mails to the admin about them, oldest first. */
const mailed = async () => {
  const mails = await mailsIn(shop.db, (all) =>
    all.where('event_key', 'like', 'admins-unbooked:%'),
  );
  return mails.map(({ recipient, text }) => ({ recipient, text }));
};
const waiting = async () =>
  (await listWaiting(shop.db)).map(({ intent_id, state }) => [intent_id, state]);
const refundedOf = async (id: string) => (await shop.cards.getIntent(id))?.refundedCents;
const confirm = async (...ids: string[]) =>
  (await shop.request('POST', '/api/admin/unbooked-payments/refund', { as: admin, body: { ids } }))
    .body;

describe('a payment whose order is not here', () => {
  test('is named, mailed to the admins, and given back only after an admin confirmed it', async () => {
    const lost = await withoutOrder();
    await round();
    expect(await waiting()).toEqual([[lost.id, 'paid']]);
    expect(shop.logged.join('\n')).toContain('a payment has no order here');
    expect(await mailed()).toEqual([
      { recipient: admin.email, text: expect.stringContaining('$2500.00') },
    ]);
    for (const laterMs of [minuteMs, hourMs, 24 * hourMs]) await round(laterMs);
    expect(await refundedOf(lost.id)).toBe(0);

    expect(await confirm(lost.id, lost.id)).toEqual({
      acknowledged: true,
      confirmed: 1,
      amount: 2500,
    });
    expect(await confirm(lost.id)).toMatchObject({ confirmed: 0, amount: 0 });
    await round();
    await round();
    expect([await refundedOf(lost.id), await waiting()]).toEqual([250_000, []]);
  });

  test('is mailed once an hour at most, and the mail counts all of them', async () => {
    const before = (await mailed()).length;
    await Promise.all([withoutOrder(), withoutOrder(), withoutOrder()]);
    await round();
    await round();
    await withoutOrder();
    await round(hourMs);
    await round(hourMs);
    const later = (await mailed()).slice(before).map(({ text }) => text);
    expect(later).toEqual([
      expect.stringMatching(/: 3\s[^]*\$7500\.00/),
      expect.stringMatching(/: 4\s[^]*\$10000\.00/),
    ]);
  });

  test('is found by its message too, and no other refund is made by itself from then on', async () => {
    const [lost, late] = [await withoutOrder(), await openPayment(shop)];
    await setOrderState(shop.db, late.orderId, 'cancelled');
    await late.pay();
    expect(await settle(shop, lost.id)).toBe('unbooked');
    expect(await findMovedAt(shop.db)).toEqual(shop.clock.now());
    expect(await settle(shop, late.intentId)).toBe('refund_due');
    expect([await refundedOf(late.intentId), await refundedOf(lost.id)]).toEqual([0, 0]);
    shop.clock.advance(11 * minuteMs);
    const findings = await examine(shop, { mostPayments: 10 });
    expect(findings.find(({ check }) => check.id === 'stuck-refunds')).toMatchObject({
      rows: [{ id: late.orderId }],
      note: expect.stringContaining('declare-only'),
    });
    await shop.db.updateTable('shop_facts').set({ moved_at: null }).execute();
    shop.clock.advance(minuteMs);
    await shop.everyMinute();
    expect(await refundedOf(late.intentId)).toBe(240_000);
  });

  test('is asked about until it is paid, however long that takes', async () => {
    const open = await withoutOrder({ pays: false });
    await round();
    expect(await waiting()).toEqual([]);
    await round(2 * hourMs);
    await open.pay();
    await round(2 * hourMs);
    expect(await waiting()).toEqual([[open.id, 'paid']]);
  });

  test('is nobody’s business when another shop opened it, or when it is over', async () => {
    await withoutOrder({ mark: 'another shop' });
    const refunded = await withoutOrder();
    await shop.cards.refundWhole(refunded.id);
    await shop.cards.cancelIntent((await withoutOrder({ pays: false })).id);
    await round();
    expect(await shop.db.selectFrom('unbooked_payments').selectAll().execute()).toEqual([]);
  });

  test('is found among hundreds', async () => {
    const lost = [];
    for (let at = 0; at < 230; at += 1) lost.push((await withoutOrder({ pays: at % 50 === 0 })).id);
    await round();
    expect(new Set((await waiting()).map(([id]) => id))).toEqual(
      new Set(lost.filter((_id, at) => at % 50 === 0)),
    );
  });
});

test('one that its bank took back is over once it is confirmed; one that the provider refuses is mailed with its amount', async () => {
  const [gone, kept] = [await withoutOrder(), await withoutOrder({ amountCents: 120_000 })];
  const { dashboard } = shop.sandbox.sandbox;
  await dashboard.closeDispute(await dashboard.dispute(gone.id), 'lost');
  await dashboard.dispute(kept.id, 50_000);
  await round();
  await confirm(gone.id, kept.id);
  await round();
  expect(await waiting()).toEqual([[kept.id, 'confirmed']]);
  const refused = await mailsAbout(shop.db, 'admins-refund-refused:%');
  expect(refused).toEqual([
    {
      subject: 'A refund of $1200.00 needs you',
      text: expect.stringContaining(orderNumber(kept.orderIds[0] ?? '')),
    },
  ]);
});

test('one that cannot be written down stops none of the others, and is tried again', async () => {
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'not this one'; end $$`.execute(shop.db);
  await sql`create trigger refuse before insert on unbooked_payments for each row
    when (new.amount_cents = 66600) execute function refuse()`.execute(shop.db);
  const refused = await withoutOrder({ amountCents: 66_600 });
  shop.clock.advance(2 * 24 * hourMs);
  const other = await withoutOrder();
  await round();
  expect(await waiting()).toEqual([[other.id, 'paid']]);
  await sql`drop function refuse cascade`.execute(shop.db);
  await round();
  expect(await waiting()).toEqual([
    [other.id, 'paid'],
    [refused.id, 'paid'],
  ]);
});

/** As after an older backup was restored. */
async function loseRow(intentId: string): Promise<void> {
  await shop.db.deleteFrom('payment_lines').where('intent_id', '=', intentId).execute();
  await shop.db.deleteFrom('payments').where('intent_id', '=', intentId).execute();
}

test('a payment whose order is here and whose row was lost is booked', async () => {
  const [paid, open] = [await openPayment(shop), await openPayment(shop)];
  await paid.pay();
  for (const { intentId } of [paid, open]) await loseRow(intentId);
  await round();
  expect([await paid.state(), await paid.payments()]).toEqual(['paid', ['kept']]);
  expect([await open.state(), await open.payments()]).toEqual(['unpaid', ['open']]);
  expect(await waiting()).toEqual([]);
});

test('a payment whose row was lost, of an order that is being cancelled, can be ended with it', async () => {
  const opened = await openPayment(shop);
  await loseRow(opened.intentId);
  await setOrderState(shop.db, opened.orderId, 'cancelling');
  await round();
  expect(await opened.payments()).toEqual(['open']);
  expect(await endOpenPayment(shop, opened.orderId)).toBe('ended');
  expect((await shop.cards.getIntent(opened.intentId))?.status).toBe('canceled');
  expect(await opened.payments()).toEqual(['canceled']);
});

test('a list of many days that breaks off goes on with the day that was not answered', async () => {
  const lost = await withoutOrder();
  shop.clock.advance(3 * 24 * hourMs);
  const failing = async () => Response.json({ error: { type: 'api_error' } }, { status: 500 });
  shop.faults.push(
    (pass) => pass(),
    (pass) => pass(),
    failing,
    failing,
  );
  await listPayments(shop);
  expect(await waiting()).toEqual([[lost.id, 'paid']]);
  shop.asked.length = 0;
  await round(minuteMs);
  expect(shop.asked).toEqual(['GET /v1/payment_intents', 'GET /v1/payment_intents']);
});

test('the list goes on where it ended, also after an hour without an answer', async () => {
  const lost = await withoutOrder();
  for (let at = 0; at < 6; at += 1) {
    shop.faults.push(async () => Response.json({ error: { type: 'api_error' } }, { status: 500 }));
    shop.faults.push(async () => Response.json({ error: { type: 'api_error' } }, { status: 500 }));
    await round(10 * minuteMs);
  }
  shop.faults.length = 0;
  expect(await waiting()).toEqual([]);
  await round();
  expect(await waiting()).toEqual([[lost.id, 'paid']]);
  shop.asked.length = 0;
  await round(minuteMs);
  expect(shop.asked).toEqual(['GET /v1/payment_intents']);
});
