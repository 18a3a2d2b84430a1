import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { moment } from '#server/mails/wording.ts';
import { expectInvariants } from '#test/invariants.ts';
import { each, useOrdersTogether } from '#test/orders-together.ts';
import { settle } from './settle.ts';

const {
  shop,
  provider,
  unpaid,
  open,
  opened,
  paid,
  stateOf,
  orderOf,
  mailsTo,
  dashboard,
  admin,
  foreignPayment,
  refundedOf,
  cancelledLate,
  linesOf,
  disc,
} = await useOrdersTogether();

describe('money of several orders that moves at the provider', () => {
  it('given back whole in the dashboard is given back of each order, and told once', async () => {
    const { buyer, orders, payment } = await paid();
    await dashboard().refund(payment.id, 750_000);
    await shop.sandbox.sendEvents();
    await shop.repeatEvents(2);
    for (const id of orders) expect(await orderOf(id)).toMatchObject({ refundedTotal: each });
    const told = (await mailsTo(buyer)).filter(({ subject }) => subject.includes('giving back'));
    expect(told.map(({ subject }) => subject)).toEqual(['We are giving back $7500.00 of 3 orders']);
    await expectInvariants(shop);
  });

  it('given back in part fills one order after the other, and just one order when it is what that one cost', async () => {
    const { orders, payment } = await paid();
    await dashboard().refund(payment.id, 300_000);
    await shop.sandbox.sendEvents();
    const refunded = async () =>
      Promise.all(orders.map(async (id) => (await orderOf(id)).refundedTotal));
    expect(await refunded()).toEqual([2500, 500, 0]);
    await dashboard().refund(payment.id, 250_000);
    await shop.sandbox.sendEvents();
    expect(await refunded()).toEqual([2500, 500, 2500]);
    await expectInvariants(shop);
  });

  it('given back again after it failed is of the orders of which it was', async () => {
    const { orders, payment } = await paid();
    const refunded = async () =>
      Promise.all(orders.map(async (id) => (await orderOf(id)).refundedTotal));
    const body = { amount: 300, reason: 'Two boxes were damaged', restock: false };
    await shop.request('POST', `/api/order/${orders[1]}/refund`, { as: admin, body });
    const [ours] = await shop.cards.listRefunds(payment.id);
    await dashboard().failRefund(ours?.id ?? '');
    await shop.sandbox.sendEvents();
    expect(await refunded()).toEqual([0, 300, 0]);
    await dashboard().refund(payment.id, 30_000);
    await shop.sandbox.sendEvents();
    expect(await refunded()).toEqual([0, 300, 0]);
    await expectInvariants(shop);
  });

  it('given back in two parts at once is given back of different orders, and no more when that fails', async () => {
    const { orders, payment } = await paid();
    const refunded = async () =>
      Promise.all(orders.map(async (id) => (await orderOf(id)).refundedTotal));
    provider.hears = false;
    const both = [
      await dashboard().refund(payment.id, 300_000),
      await dashboard().refund(payment.id, 300_000),
    ];
    provider.hears = true;
    await shop.repeatEvents(1);
    expect(await refunded()).toEqual([2500, 2500, 1000]);
    await dashboard().failRefund(both[0] ?? '');
    await shop.sandbox.sendEvents();
    expect((await refunded()).reduce((sum, one) => sum + one, 0)).toBe(3000);
    await expectInvariants(shop);
  });

  it('given back of several orders, failed and made after all counts again, of each of them', async () => {
    const { orders, payment } = await paid();
    const refunded = async () =>
      Promise.all(orders.map(async (id) => (await orderOf(id)).refundedTotal));
    const refund = await dashboard().refund(payment.id, 600_000);
    await shop.sandbox.sendEvents();
    await dashboard().failRefund(refund);
    await shop.sandbox.sendEvents();
    expect(await refunded()).toEqual([0, 0, 0]);
    // The provider has no button for it: its support does it.
    await sql`with made as (update card_sandbox.refunds set status = 'succeeded' where id = ${refund} returning *)
      update card_sandbox.charges c set amount_refunded = c.amount_refunded + made.amount from made where c.id = made.charge`.execute(
      shop.db,
    );
    await shop.repeatEvents(1);
    expect(await refunded()).toEqual([2500, 2500, 1000]);
    await expectInvariants(shop);
  });

  it('of an order that another payment paid first goes back without counting against that order', async () => {
    const { buyer, orders } = await unpaid();
    const together = await opened(buyer, orders);
    provider.hears = false;
    await together.byCard();
    const first = await foreignPayment(orders.slice(0, 1), buyer);
    expect(await settle(shop, first)).toBe('kept');
    provider.hears = true;
    expect(await settle(shop, together.id)).toBe('kept');
    expect(await linesOf(together.id)).toEqual(['returned', 'kept', 'kept']);
    shop.clock.advance(60_000);
    await shop.everyMinute();
    await dashboard().refund(first, 500);
    await shop.sandbox.sendEvents();
    expect(await orderOf(orders[0])).toMatchObject({ transactionId: first, refundedTotal: 5 });
    expect(await refundedOf(together.id)).toBe(250_000);
    await expectInvariants(shop);
  });

  it('of an order that was cancelled meanwhile stays until the database is known to be the only one of its shop', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    provider.hears = false;
    await payment.byCard();
    await cancelledLate(orders[0] ?? '');
    provider.hears = true;
    await shop.db
      .insertInto('shop_facts')
      .values({ mode: 'demo', card_accounts: ['sandbox'], moved_at: shop.clock.now() })
      .execute();
    expect(await settle(shop, payment.id)).toBe('kept');
    shop.clock.advance(60_000);
    await shop.everyMinute();
    expect(await refundedOf(payment.id)).toBe(0);
    await shop.db.deleteFrom('shop_facts').execute();
    shop.clock.advance(60_000);
    await shop.everyMinute();
    expect(await refundedOf(payment.id)).toBe(250_000);
  });

  it('disputed stops all of them, lost takes the money of all, won after all brings it back', async () => {
    const { orders, payment } = await paid();
    const dispute = await dashboard().dispute(payment.id);
    await shop.sandbox.sendEvents();
    for (const id of orders)
      expect((await orderOf(id)).disputedSince).toBe(shop.clock.now().toISOString());
    await expectInvariants(shop);
    await dashboard().closeDispute(dispute, 'lost');
    await shop.sandbox.sendEvents();
    for (const id of orders)
      expect(await orderOf(id)).toMatchObject({ refundedTotal: each, disputedSince: null });
    await expectInvariants(shop);
    await dashboard().closeDispute(dispute, 'won');
    await shop.sandbox.sendEvents();
    for (const id of orders) expect(await orderOf(id)).toMatchObject({ refundedTotal: 0 });
    await expectInvariants(shop);
    await dashboard().closeDispute(dispute, 'lost');
    await shop.sandbox.sendEvents();
    for (const id of orders) expect(await orderOf(id)).toMatchObject({ refundedTotal: each });
    await expectInvariants(shop);
  });

  it('declined ten times waits for all of them, and is told once', async () => {
    const { buyer, orders } = await unpaid(2);
    // One of them has waited before: its next pause is the longer one.
    await shop.db
      .updateTable('orders')
      .set({ declined_payments: 3 })
      .where('user_id', '=', buyer.userId)
      .where('part_id', '=', disc)
      .execute();
    const payment = await opened(buyer, orders);
    for (let tried = 0; tried < 10; tried += 1)
      await payment.byCard('4000000000000002').catch(() => undefined);
    await shop.sandbox.sendEvents();
    const waits = (await open(buyer, orders)).body;
    const until = new Date(shop.clock.now().getTime() + 120 * 60_000);
    expect(waits).toMatchObject({ error: 'too_many_declines', payableFrom: until.toISOString() });
    const told = (await mailsTo(buyer)).filter(({ subject }) => subject.includes('declined'));
    expect(told.map(({ subject }) => subject)).toEqual([
      'Too many cards were declined for 2 orders',
    ]);
    expect(told[0]?.text).toContain(`Until ${moment(until)}`);
  });
});

describe('a payment of several orders whose row was lost', () => {
  it('is booked from what the provider knows', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    provider.hears = false;
    await payment.byCard();
    await shop.db.deleteFrom('payment_lines').where('intent_id', '=', payment.id).execute();
    await shop.db.deleteFrom('payments').where('intent_id', '=', payment.id).execute();
    provider.hears = true;
    shop.clock.advance(3 * 60_000);
    await shop.everyMinute();
    expect(await stateOf(orders)).toEqual(['paid', 'paid', 'paid']);
    await expectInvariants(shop);
  });
});

it('money that names other orders than its payment in the books pays none of them, and the admins are told', async () => {
  const { buyer, orders } = await unpaid();
  const payment = await opened(buyer, orders.slice(0, 2));
  provider.hears = false;
  await payment.byCard();
  await shop.db
    .updateTable('payment_lines')
    .set({ order_id: orders[2] ?? '' })
    .where('intent_id', '=', payment.id)
    .where('order_id', '=', orders[1] ?? '')
    .execute();
  provider.hears = true;
  expect(await settle(shop, payment.id)).toBe('unknown');
  expect(await stateOf(orders)).toEqual(['unpaid', 'unpaid', 'unpaid']);
  const told = (await mailsTo(admin)).map(({ subject }) => subject);
  expect(told).toContain('A card payment names no order of this shop');
});

// At the end: the provider keeps that money.
it('money of which one order is not here waits for an admin', async () => {
  const { buyer, orders } = await unpaid(1);
  const id = await foreignPayment([...orders, crypto.randomUUID()], buyer);
  shop.clock.advance(3 * 60_000);
  await shop.everyMinute();
  expect(await stateOf(orders)).toEqual(['unpaid']);
  const waiting = (await shop.request('GET', '/api/admin/unbooked-payments', { as: admin })).body;
  expect(waiting).toMatchObject([{ _id: id, orders: 2, amount: 5000, state: 'paid' }]);
  await shop.db.deleteFrom('unbooked_payments').execute();
  await shop.db.deleteFrom('shop_facts').execute();
});
