import { expect, it } from 'vitest';
import type { BookRefund } from '#contract/books.ts';
import { dayMs } from '#contract/durations.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { settle } from '#server/payments/settle.ts';
import { expectInvariants } from '#test/invariants.ts';
import { useOrdersTogether } from '#test/orders-together.ts';

const { shop, admin, paid, unpaid, opened, provider, cancelledLate, dashboard, mailsTo } =
  await useOrdersTogether();

const get = async (path: string, month: string) =>
  (await shop.request('GET', `/api/admin/books${path}?month=${month}`, { as: admin })).body;
const document = async (kind: string, id: string): Promise<string> =>
  (await shop.request('GET', `/api/documents/${kind}/${id}`, { as: admin })).body.number;

it('a book names payments, refunds, orders and documents, and a month keeps what later came back', async () => {
  const { orders, payment } = await paid(2);
  const receipt = await document('receipt', orders[0] ?? '');
  const arrivedAt = shop.clock.now().toISOString();
  expect(await get('/payments', '2026-11')).toEqual([
    {
      at: arrivedAt,
      paymentId: payment.id,
      orders,
      amount: 5000,
      paidForNothing: 0,
      receipt,
    },
  ]);
  const refundId = await dashboard().refund(payment.id, 300_000);
  await shop.sandbox.sendEvents();
  const shares = await get('/refunds', '2026-11');
  const { id } = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('provider_id', '=', refundId)
    .executeTakeFirstOrThrow();
  const creditNote = await document('credit-note', id);
  const share = (order: string | undefined, amount: number) => ({
    at: arrivedAt,
    paymentId: payment.id,
    orders: [order],
    amount,
    refundId,
    creditNote,
    source: 'provider',
    reason: "Given back in the card provider's dashboard.",
    cameBack: false,
  });
  expect(shares.map((one: object) => ({ ...one, creditNote }))).toEqual([
    share(orders[0], 2500),
    share(orders[1], 500),
  ]);
  shop.clock.advance(15 * dayMs);
  await dashboard().failRefund(refundId);
  await shop.sandbox.sendEvents();
  expect(await get('/refunds', '2026-11')).toEqual([share(orders[0], 2500), share(orders[1], 500)]);
  const cameBack = { at: shop.clock.now().toISOString(), cameBack: true };
  expect(await get('/refunds', '2026-12')).toEqual([
    { ...share(orders[0], 2500), ...cameBack },
    { ...share(orders[1], 500), ...cameBack },
  ]);
  expect(await get('', '2026-12')).toMatchObject({
    refunds: { count: 0, amount: 0 },
    cameBack: { count: 2, amount: 3000 },
    total: 3000,
  });
});

it('money that pays for nothing is a payment of the month in which it came, and a refund when it goes', async () => {
  shop.clock.advance(40 * dayMs);
  const { buyer, orders } = await unpaid(1);
  const { id, byCard } = await opened(buyer, orders);
  provider.hears = false;
  await byCard();
  await cancelledLate(orders[0] ?? '');
  await shop.db
    .insertInto('shop_facts')
    .values({ mode: 'demo', card_accounts: ['sandbox'], moved_at: shop.clock.now() })
    .execute();
  await settle(shop, id);
  const month = shop.clock.now().toISOString().slice(0, 7);
  const sums = { payments: { count: 1, amount: 2500 }, paidForNothing: 2500 };
  expect(await get('', month)).toMatchObject({ ...sums, promised: { count: 1, amount: 2500 } });
  const promised = await get('/promised', month);
  expect(promised).toMatchObject([{ paymentId: id, orders, refundId: null, source: 'returned' }]);
  await shop.db.deleteFrom('shop_facts').execute();
  shop.clock.advance(31 * dayMs);
  await shop.everyMinute();
  expect(await get('', month)).toMatchObject({ ...sums, total: 2500, promised: { count: 0 } });
  const collected: string = await get('.csv', month);
  expect(collected).toContain(`${orderNumber(orders[0] ?? '')},2500.00,2500.00,,,,\r\n`);
  const later = shop.clock.now().toISOString().slice(0, 7);
  expect(await get('', later)).toMatchObject({ refunds: { count: 1, amount: 2500 }, total: -2500 });
  expect(await get('/refunds', later)).toMatchObject([{ paymentId: id, orders }]);
  const file: string = await get('.csv', later);
  expect(file).toContain(
    `${id},,,${orderNumber(orders[0] ?? '')},-2500.00,,,,Paid for nothing,\r\n`,
  );
  expect(file).toContain('Sum of refunds,,,,,,-2500.00,,,,,\r\n');
});

it.each([
  {
    what: 'a refund that failed and was made again at the provider',
    begin: async (id: string, order: string) => {
      const body = { amount: 300, reason: 'Two boxes were damaged', restock: false };
      await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body });
      const [refund] = await shop.cards.listRefunds(id);
      return refund?.id ?? '';
    },
    back: (refund: string) => dashboard().failRefund(refund),
    again: (_refund: string, id: string) => dashboard().refund(id, 30_000),
  },
  {
    what: 'a dispute that was lost, won and lost again',
    begin: async (id: string, _order: string) => {
      const dispute = await dashboard().dispute(id, 30_000);
      await dashboard().closeDispute(dispute, 'lost');
      return dispute;
    },
    back: (dispute: string) => dashboard().closeDispute(dispute, 'won'),
    again: (dispute: string) => dashboard().closeDispute(dispute, 'lost'),
  },
])('$what is in the month of each step, and closed months stay', async (one) => {
  const { orders, payment } = await paid(1);
  const months: string[] = [];
  const step = async (work: () => Promise<string | void>) => {
    shop.clock.advance(31 * dayMs);
    months.push(shop.clock.now().toISOString().slice(0, 7));
    const made = await work();
    await shop.sandbox.sendEvents();
    return made ?? '';
  };
  const made = await step(() => one.begin(payment.id, orders[0] ?? ''));
  await step(() => one.back(made));
  await step(() => one.again(made, payment.id));
  const ofPayment = async (month: string) =>
    (await get('/refunds', month))
      .filter(({ paymentId }: { paymentId: string }) => paymentId === payment.id)
      .map((row: { amount: number; cameBack: boolean }) => [row.amount, row.cameBack]);
  expect(await Promise.all(months.map(ofPayment))).toEqual([
    [[300, false]],
    [[300, true]],
    [[300, false]],
  ]);
});

it("an excess that came back and is given back in the provider's dashboard is no refund of the orders", async () => {
  const { buyer, orders } = await unpaid(2);
  const { id, byCard } = await opened(buyer, orders);
  provider.hears = false;
  await byCard();
  await cancelledLate(orders[0] ?? '');
  provider.hears = true;
  await settle(shop, id);
  shop.clock.advance(61_000);
  await shop.everyMinute();
  const [excess] = await shop.cards.listRefunds(id);
  shop.clock.advance(1000);
  await dashboard().failRefund(excess?.id ?? '');
  await shop.sandbox.sendEvents();
  shop.clock.advance(1000);
  await dashboard().refund(id, excess?.amountCents);
  await shop.sandbox.sendEvents();
  const month = shop.clock.now().toISOString().slice(0, 7);
  const its = (await get('/refunds', month)).filter(
    ({ paymentId }: { paymentId: string }) => paymentId === id,
  );
  expect(its.map(({ source, cameBack }: BookRefund) => [source, cameBack])).toEqual([
    ['returned', false],
    ['returned', true],
    ['returned', false],
  ]);
  const kept = (await shop.request('GET', `/api/orders/${orders[1]}`, { as: admin })).body;
  expect(kept).toMatchObject({ paid: true, refundedTotal: 0 });
  // Once, when it was found to be too much.
  const told = (await mailsTo(buyer)).filter(({ subject }) => subject.includes('back'));
  expect(told).toHaveLength(1);
  await expectInvariants(shop);
});

it.each(['2026-13', '2026-1', 'november', '2026-11-01', ''])('%j is no month', async (month) => {
  for (const path of ['', '/payments', '/refunds', '/promised', '.csv']) {
    const answer = await shop.request('GET', `/api/admin/books${path}?month=${month}`, {
      as: admin,
    });
    expect([path, answer.status]).toEqual([path, 422]);
  }
});

it('an invalid cursor starts the list again', async () => {
  const list = '/api/admin/books/payments?month=2026-11';
  const whole = (await shop.request('GET', list, { as: admin })).body;
  for (const typed of [
    'x',
    '2026-99-99T99:99:99.000000Z pi',
    '2026-02-31T09:00:00.000000Z pi',
    "2026-11-20T09:00:00.000000Z ';--",
  ]) {
    const cursor = Buffer.from(typed).toString('base64url');
    const { status, body } = await shop.request('GET', `${list}&cursor=${cursor}`, { as: admin });
    expect([status, body]).toEqual([200, whole]);
  }
});
