import { beforeEach, describe, expect, it } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsAbout, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let order: string;
let intent: string;
let hears = true;

const shop = await useShop({ hears: () => hears });
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
const ana = await shop.person('Ana Duarte', { tokenHours: 10_000 });
const disc = await samplePart(shop.db, { inStock: 100_000 });
beforeEach(async () => {
  hears = true;
  shop.clock.advance(1000);
  order = await shop.order(ana, disc, 200);
  intent = await shop.pay(ana, order);
});

const dashboard = () => shop.sandbox.sandbox.dashboard;
const orderOf = async (as = admin) =>
  (await shop.request('GET', `/api/orders/${order}`, { as })).body;
const ship = () =>
  shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
const kinds = async () =>
  (await shop.request('GET', `/api/orders/${order}/history`, { as: admin })).body.events
    .map(({ kind }: { kind: string }) => kind)
    .slice(3);
const mailsToAdmin = async () => {
  return (await mailsTo(shop.db, admin.email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(orderNumber(order)));
};
const heard = () => shop.sandbox.sendEvents();

async function disputed(): Promise<string> {
  const dispute = await dashboard().dispute(intent);
  await heard();
  return dispute;
}

describe('a payment that its cardholder disputes', () => {
  it('stops shipping and refunding, and the admins are told until when it has to be answered', async () => {
    await disputed();
    expect(await orderOf()).toMatchObject({
      paid: true,
      refundedTotal: 0,
      disputedSince: shop.clock.now().toISOString(),
    });
    const refused = [
      await ship(),
      await shop.request('POST', `/api/order/${order}/refund`, {
        as: admin,
        body: { amount: 1, reason: 'x', restock: false },
      }),
    ];
    expect(refused.map(({ status, body }) => [status, body.acknowledged, body.error])).toEqual(
      refused.map(() => [409, false, 'order_disputed']),
    );
    expect(await kinds()).toEqual(['disputed']);
    expect(await mailsToAdmin()).toContain(
      `Order ${orderNumber(order)} is disputed: do not ship it`,
    );
    await expectInvariants(shop);
  });

  it('and does not win can be shipped again', async () => {
    const dispute = await disputed();
    await dashboard().closeDispute(dispute, 'won');
    await heard();
    expect(await orderOf()).toMatchObject({ disputedSince: null, refundedTotal: 0 });
    expect(await kinds()).toEqual(['disputed', 'dispute_won']);
    expect((await ship()).status).toBe(200);
    await expectInvariants(shop);
  });

  it('and wins has the money back: the order is not shipped any more', async () => {
    const dispute = await disputed();
    await dashboard().closeDispute(dispute, 'lost');
    await heard();
    expect(await orderOf()).toMatchObject({ disputedSince: null, refundedTotal: 2500 });
    expect((await ship()).body.error).toBe('order_refunded');
    expect(await kinds()).toEqual(['disputed', 'dispute_lost']);
    expect(await mailsToAdmin()).toContain(
      `The dispute of order ${orderNumber(order)} is lost: $2500.00 is gone`,
    );
    await expectInvariants(shop);
  });

  it('is booked once, however often and in whatever order it is told of', async () => {
    const dispute = await disputed();
    await dashboard().closeDispute(dispute, 'lost');
    await heard();
    await shop.repeatEvents(3);
    expect(await orderOf()).toMatchObject({ disputedSince: null, refundedTotal: 2500 });
    expect(await kinds()).toEqual(['disputed', 'dispute_lost']);
    expect((await mailsToAdmin()).filter((subject) => subject.includes('dispute'))).toHaveLength(2);
  });

  it('is noticed by the shop itself within the hour when the message is lost', async () => {
    hears = false;
    const dispute = await disputed();
    const hour = async () => {
      shop.clock.advance(3_600_000);
      await shop.everyMinute();
    };
    await hour();
    expect((await orderOf()).disputedSince).not.toBeNull();
    await dashboard().closeDispute(dispute, 'won');
    await heard();
    await hour();
    expect((await orderOf()).disputedSince).toBeNull();
    await expectInvariants(shop);
  });

  it('in part, and wins, leaves the rest to ship', async () => {
    const dispute = await dashboard().dispute(intent, 50_000);
    await dashboard().closeDispute(dispute, 'lost');
    await heard();
    expect(await orderOf()).toMatchObject({ refundedTotal: 500 });
    expect((await ship()).status).toBe(200);
    await expectInvariants(shop);
  });

  it('while a refund of it is due leaves nothing of that to make once the dispute is lost', async () => {
    const dispute = await dashboard().dispute(intent);
    const body = { amount: 2500, reason: 'Never arrived', restock: true };
    // Its message has not come yet: the provider refuses what the shop still allows.
    expect(
      (await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body })).status,
    ).toBe(200);
    await heard();
    await dashboard().closeDispute(dispute, 'lost');
    await heard();
    for (const _minute of [1, 2, 3]) {
      shop.clock.advance(60_000);
      await shop.everyMinute();
    }
    expect(await orderOf()).toMatchObject({ refundedTotal: 2500 });
    const states = await shop.db
      .selectFrom('refunds')
      .select(['source', 'state'])
      .where('order_id', '=', order)
      .orderBy('source')
      .execute();
    expect(states).toEqual([
      { source: 'admin', state: 'replaced' },
      { source: 'dispute', state: 'done' },
    ]);
    await expectInvariants(shop);
  });
});

describe('a payment that pays nothing and is disputed before it went back', () => {
  const payments = () =>
    shop.db
      .selectFrom('payments')
      .select('state')
      .where('intent_id', '=', intent)
      .execute()
      .then((rows) => rows.map(({ state }) => state));
  const refused = async () => {
    const mails = await mailsAbout(shop.db, `admins-refund-refused:${intent}:%`);
    return mails.map(({ subject }) => subject);
  };
  const needsSomebody = [['refund_due'], ['A refund of $2500.00 needs you']];
  const minute = async () => {
    shop.clock.advance(60_000);
    await shop.everyMinute();
  };
  beforeEach(async () => {
    hears = false;
    const again = await shop.cards.createIntent({
      orders: [{ orderId: order, attempt: 90 }],
      amountCents: 250_000,
      currency: 'usd',
      email: ana.email,
      shop: shop.paymentMark,
    });
    await shop.sandbox.sandbox.payWithCard(again.clientSecret, { number: '4242424242424242' });
    await heard();
    intent = again.id;
  });

  it('waits for the banks, and is over when the cardholder wins: nothing is left to give back', async () => {
    const dispute = await dashboard().dispute(intent);
    hears = true;
    await heard();
    await minute();
    expect([await payments(), await refused()]).toEqual(needsSomebody);
    await dashboard().closeDispute(dispute, 'lost');
    await heard();
    await minute();
    expect(await payments()).toEqual(['refunded']);
    await expectInvariants(shop);
  });

  it('and was won by the cardholder already is over at once, and needs nobody', async () => {
    await dashboard().closeDispute(await dashboard().dispute(intent), 'lost');
    hears = true;
    await heard();
    expect([await payments(), await refused()]).toEqual([['refunded'], []]);
    await expectInvariants(shop);
  });

  it('of which the cardholder won a part only still needs somebody for the rest', async () => {
    await dashboard().closeDispute(await dashboard().dispute(intent, 100_000), 'lost');
    hears = true;
    await heard();
    await minute();
    expect([await payments(), await refused()]).toEqual(needsSomebody);
  });
});
