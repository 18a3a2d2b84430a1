import { beforeEach, describe, expect, it } from 'vitest';
import { monthOf } from '#contract/book-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** An order that is paid, and the payment that came for it a second time. */
let order: string;
let second: string;

const dayMs = 86_400_000;
const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
const ana = await shop.person('Ana Duarte', { tokenHours: 10_000 });
const disc = await samplePart(shop.db, { inStock: 100_000 });
const { dashboard } = shop.sandbox.sandbox;
beforeEach(async () => {
  // A month of its own for the books of each test.
  shop.clock.advance(32 * dayMs);
  order = await shop.order(ana, disc, 200);
  await shop.pay(ana, order);
  second = await paidAgain([order]);
});

/** Opened by an older copy of the shop, say: the provider took the money of orders that were paid already. */
async function paidAgain(orders: readonly string[]): Promise<string> {
  const intent = await shop.cards.createIntent({
    orders: orders.map((orderId) => ({ orderId, attempt: 90 })),
    amountCents: orders.length * 250_000,
    currency: 'usd',
    email: ana.email,
    shop: shop.paymentMark,
  });
  await shop.sandbox.sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242' });
  await heard();
  return intent.id;
}

const heard = () => shop.sandbox.sendEvents();
const later = () => shop.clock.advance(1000);

async function refundsFail(): Promise<void> {
  for (const { id, hasFailed } of await shop.cards.listRefunds(second))
    if (!hasFailed) await dashboard.failRefund(id);
  later();
  await heard();
}

const kinds = async () =>
  (await shop.request('GET', `/api/orders/${order}/history`, { as: admin })).body.events
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind.startsWith('refund'));
const mailed = async (orders = orderNumber(order)) =>
  (await mailsTo(shop.db, admin.email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith('A refund of ') && subject.includes(orders));
/** Of this month's book: refunds, what came back of them, what is promised; in dollars. */
const sums = async () => {
  const month = monthOf(shop.clock.now());
  const { body } = await shop.request('GET', `/api/admin/books?month=${month}`, { as: admin });
  return [body.refunds.amount, body.cameBack.amount, body.promised.amount];
};
const failed = () => `A refund of $2500.00 of order ${orderNumber(order)} has failed`;

describe('a payment that pays nothing and went back', () => {
  it('whose refund fails later is told to the admins, once, and promised in the books', async () => {
    await refundsFail();
    await shop.repeatEvents(3);
    expect([await kinds(), await mailed()]).toEqual([['refunded', 'refund_failed'], [failed()]]);
    expect(await sums()).toEqual([2500, 2500, 2500]);
    expect(
      (await shop.request('GET', `/api/orders/${order}`, { as: ana })).body.refundedTotal,
    ).toBe(0);
    await expectInvariants(shop);
  });

  it('is given back when somebody makes its refund again at the provider, and told once more if that fails', async () => {
    await refundsFail();
    later();
    await dashboard.refund(second);
    await heard();
    expect([await kinds(), await mailed()]).toEqual([['refunded', 'refund_failed'], [failed()]]);
    expect(await sums()).toEqual([5000, 2500, 0]);
    await expectInvariants(shop);
    later();
    await refundsFail();
    await shop.repeatEvents(3);
    expect(await mailed()).toEqual([failed(), failed()]);
    expect(await sums()).toEqual([5000, 5000, 2500]);
    await expectInvariants(shop);
  });

  it('for several orders is told once for all of them, in the history of each', async () => {
    const other = await shop.order(ana, disc, 200);
    await shop.pay(ana, other);
    second = await paidAgain([order, other]);
    await refundsFail();
    expect(await mailed(' 2 orders')).toEqual(['A refund of $5000.00 of 2 orders has failed']);
    expect(await kinds()).toContain('refund_failed');
    order = other;
    expect(await kinds()).toEqual(['refunded', 'refund_failed']);
    await expectInvariants(shop);
  });
});
