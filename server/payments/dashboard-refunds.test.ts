import { beforeEach, describe, expect, it } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let order: string;
let intent: string;
/** Whether the provider's messages arrive. */
let hears = true;
let isRefundingDown = false;

const shop = await useShop({
  hears: () => hears,
  through: (fetch) => async (input, init) => {
    const isRefund =
      init?.method === 'POST' &&
      String(input instanceof Request ? input.url : input).endsWith('/v1/refunds');
    return isRefund && isRefundingDown
      ? Promise.reject(new TypeError('fetch failed'))
      : fetch(input, init);
  },
});
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
const ana = await shop.person('Ana Duarte', { tokenHours: 10_000 });
const disc = await samplePart(shop.db, { inStock: 100_000 });
beforeEach(async () => {
  [hears, isRefundingDown] = [true, false];
  shop.clock.advance(1000);
  order = await shop.order(ana, disc, 200);
  intent = await shop.pay(ana, order);
});

const dashboard = () => shop.sandbox.sandbox.dashboard;
const orderOf = async () => (await shop.request('GET', `/api/orders/${order}`, { as: ana })).body;
const ship = () =>
  shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
const refund = (amount: number, restock = false) =>
  shop.request('POST', `/api/order/${order}/refund`, {
    as: admin,
    body: { amount, reason: 'Two boxes were damaged', restock },
  });
const refundedAtProvider = async () => (await shop.cards.getIntent(intent))?.refundedCents;
const story = async () =>
  (await shop.request('GET', `/api/orders/${order}/history`, { as: ana })).body.events;
const subjectsTo = async (recipient: string) => {
  return (await mailsTo(shop.db, recipient))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(orderNumber(order)));
};

async function heard(): Promise<void> {
  await shop.sandbox.sendEvents();
}

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    shop.clock.advance(60_000);
    await shop.everyMinute();
  }
}

async function anHour(): Promise<void> {
  shop.clock.advance(3_600_000);
  await shop.everyMinute();
}

describe("a refund that is made in the card provider's own dashboard", () => {
  it('is booked, told to the customer and the admins, and stops shipping when all of the money went back', async () => {
    await dashboard().refund(intent);
    await heard();

    expect(await orderOf()).toMatchObject({ paid: true, refundedTotal: 2500 });
    const refused = await ship();
    expect([refused.status, refused.body.acknowledged, refused.body.error]).toEqual([
      409,
      false,
      'order_refunded',
    ]);
    expect((await story()).at(-1)).toMatchObject({
      kind: 'refunded',
      role: 'provider',
      amount: 2500,
    });
    expect(await subjectsTo(ana.email)).toContain(
      `We are giving back $2500.00 of order ${orderNumber(order)}`,
    );
    expect(await subjectsTo(admin.email)).toContain(
      `$2500.00 of order ${orderNumber(order)} went back at the card provider`,
    );
    await expectInvariants(shop);
  });

  it('of a part is booked, once, however often it is told of; the rest can be shipped', async () => {
    await dashboard().refund(intent, 10_000);
    await dashboard().refund(intent, 5_000);
    await heard();
    await shop.repeatEvents(3);
    await anHour();

    expect(await orderOf()).toMatchObject({ refundedTotal: 150 });
    expect(
      (await story()).filter(({ kind }: { kind: string }) => kind === 'refunded'),
    ).toHaveLength(2);
    expect((await ship()).status).toBe(200);
    await expectInvariants(shop);
  });

  it('whose message was lost is noticed by the shop itself within the hour', async () => {
    hears = false;
    await dashboard().refund(intent);
    await heard();
    expect(await orderOf()).toMatchObject({ refundedTotal: 0 });
    await anHour();
    expect(await orderOf()).toMatchObject({ refundedTotal: 2500 });
    await expectInvariants(shop);
  });

  it('of a part leaves so much less to refund here', async () => {
    await dashboard().refund(intent, 200_000);
    await heard();
    expect((await refund(501)).body).toMatchObject({ error: 'refund_too_large', left: 500 });
    expect((await refund(500, true)).body).toEqual({ acknowledged: true, refundedTotal: 2500 });
    expect(await refundedAtProvider()).toBe(250_000);
    await expectInvariants(shop);
  });

  it('beside a refund of ours that is under way is booked beside it, and neither twice', async () => {
    isRefundingDown = true;
    await refund(300);
    await dashboard().refund(intent, 10_000);
    await heard();
    isRefundingDown = false;
    await minutes(2);
    await heard();
    await anHour();
    expect([(await orderOf()).refundedTotal, await refundedAtProvider()]).toEqual([400, 40_000]);
    await expectInvariants(shop);
  });

  it('that somebody made because ours was late is taken for ours: nobody gets the money twice', async () => {
    isRefundingDown = true;
    await refund(300);
    await dashboard().refund(intent, 30_000);
    await heard();
    isRefundingDown = false;
    await minutes(3);
    expect([(await orderOf()).refundedTotal, await refundedAtProvider()]).toEqual([300, 30_000]);
    await expectInvariants(shop);
  });

  it.each([
    ['all', undefined],
    ['most', 240_000],
  ])(
    'of %s of the money leaves ours, which comes later, no more than the rest',
    async (_words, cents) => {
      isRefundingDown = true;
      await refund(2400.5, false);
      hears = false;
      await dashboard().refund(intent, cents);
      await heard();
      isRefundingDown = false;
      await minutes(5);
      await anHour();
      expect([(await orderOf()).refundedTotal, await refundedAtProvider()]).toEqual([
        2500, 250_000,
      ]);
      expect(
        await shop.db.selectFrom('refunds').select('id').where('state', '=', 'due').execute(),
      ).toEqual([]);
      await expectInvariants(shop);
    },
  );

  it('and fails there counts no longer; one of ours that fails is told to the admins and not asked for again', async () => {
    const theirs = await dashboard().refund(intent, 10_000);
    await refund(300);
    await heard();
    expect(await orderOf()).toMatchObject({ refundedTotal: 400 });
    await dashboard().failRefund(theirs);
    const [ours] = (await shop.cards.listRefunds(intent)).filter(
      ({ amountCents }) => amountCents === 30_000,
    );
    await dashboard().failRefund(ours?.id ?? '');
    await heard();

    expect(await orderOf()).toMatchObject({ refundedTotal: 300 });
    expect(await subjectsTo(admin.email)).toContain(
      `A refund of $300.00 of order ${orderNumber(order)} has failed`,
    );
    expect((await story()).map(({ kind }: { kind: string }) => kind)).toContain('refund_failed');
    await minutes(3);
    expect(await refundedAtProvider()).toBe(0);
    await expectInvariants(shop);
  });

  it.each([
    ['after the failure was heard', true],
    ['together with the failure', false],
  ])('of the amount of one of ours that failed takes its place: %s', async (_when, isHeard) => {
    await refund(300);
    await heard();
    const [ours] = await shop.cards.listRefunds(intent);
    hears = isHeard;
    await dashboard().failRefund(ours?.id ?? '');
    if (!isHeard) await dashboard().refund(intent, 1_000);
    await heard();
    const failedOrders = async () =>
      (await shop.request('GET', '/api/order?state=refund-failed', { as: admin })).body.map(
        ({ _id }: { _id: string }) => _id,
      );
    expect((await failedOrders()).includes(order)).toBe(isHeard);
    hears = true;
    await dashboard().refund(intent, 30_000);
    await heard();
    const all = isHeard ? 300 : 310;
    expect([(await orderOf()).refundedTotal, await refundedAtProvider()]).toEqual([all, all * 100]);
    expect(await failedOrders()).not.toContain(order);
    await anHour();
    expect((await orderOf()).refundedTotal).toBe(all);
    await expectInvariants(shop);
  });

  it('in the place of one of ours that failed is promised like that one when it fails, too', async () => {
    await refund(300);
    const [ours] = await shop.cards.listRefunds(intent);
    await dashboard().failRefund(ours?.id ?? '');
    await heard();
    shop.clock.advance(1000);
    const again = await dashboard().refund(intent, 30_000);
    await heard();
    shop.clock.advance(1000);
    await dashboard().failRefund(again);
    await heard();
    expect([(await orderOf()).refundedTotal, await refundedAtProvider()]).toEqual([300, 0]);
    const failed = await shop.request('GET', '/api/order?state=refund-failed', { as: admin });
    expect(failed.body.map(({ _id }: { _id: string }) => _id)).toContain(order);
    await expectInvariants(shop);
    await dashboard().refund(intent, 30_000);
    await heard();
    expect([(await orderOf()).refundedTotal, await refundedAtProvider()]).toEqual([300, 30_000]);
    await expectInvariants(shop);
  });

  it('of another amount than one of ours that failed is one more', async () => {
    await refund(300);
    const [ours] = await shop.cards.listRefunds(intent);
    await dashboard().failRefund(ours?.id ?? '');
    await dashboard().refund(intent, 20_000);
    await heard();
    expect(await orderOf()).toMatchObject({ refundedTotal: 500 });
    await expectInvariants(shop);
  });

  it('after the order was shipped is booked too', async () => {
    await ship();
    await dashboard().refund(intent);
    await heard();
    expect(await orderOf()).toMatchObject({ status: 'shipped', refundedTotal: 2500 });
    await expectInvariants(shop);
  });
});

it("money that went back before the provider's mark was known is matched to the refund it was", async () => {
  await refund(300);
  await shop.db
    .updateTable('refunds')
    .set({ provider_id: null })
    .where('order_id', '=', order)
    .execute();
  await shop.sandbox.sandbox.dashboard.refund(intent, 100);
  await shop.db
    .withTables<{ 'card_sandbox.refunds': { payment_intent: string; metadata: string } }>()
    .updateTable('card_sandbox.refunds')
    .set({ metadata: '{}' })
    .where('payment_intent', '=', intent)
    .execute();
  await heard();
  expect(await orderOf()).toMatchObject({ refundedTotal: 301 });
  await expectInvariants(shop);
});
