import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsIn } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';

describe.each(engines)('refunding pieces that will not be shipped, %s', async (engine) => {
  const shop = await startShop({ database: await databaseOn(engine) });
  afterAll(() => shop.close());
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  let ana: Person;
  let disc: string;
  let order: string;
  let intent: string;
  beforeEach(async () => {
    ana = await shop.person('Ana Duarte');
    disc = await samplePart(shop.db, { inStock: 1000, priceCents: 1000 });
    order = await shop.order(ana, disc, 500);
    intent = await shop.pay(ana, order);
    shop.clock.advance(1000);
  });

  const refund = (body: Record<string, unknown>, key?: string) =>
    shop.request('POST', `/api/order/${order}/refund`, {
      as: admin,
      ...(key === undefined ? {} : { key }),
      body: { reason: 'The supplier is out', restock: false, ...body },
    });
  const ship = (quantity: number) =>
    shop.request('POST', `/api/orders/${order}/shipments`, { as: admin, body: { quantity } });
  /** A return whose pieces all arrive; `before` happens before it is settled. */
  const returned = async (
    quantity: number,
    settled: Record<string, unknown>,
    before: () => Promise<void> = async () => undefined,
  ) => {
    const asked = await shop.request('POST', `/api/orders/${order}/returns`, {
      as: ana,
      body: { quantity, reason: 'damaged' },
    });
    const path = `/api/admin/returns/${asked.body.insertedId}`;
    for (const step of [
      { step: 'agree', words: 'To dock 4.' },
      { step: 'receive', quantity },
    ])
      expect((await shop.request('POST', path, { as: admin, body: step })).status).toBe(200);
    await before();
    const body = { step: 'settle', ...settled };
    expect((await shop.request('POST', path, { as: admin, body })).status).toBe(200);
  };
  const orderOf = async () => (await shop.request('GET', `/api/orders/${order}`, { as: ana })).body;
  const inStock = async () => (await shop.request('GET', `/api/parts/${disc}`)).body.inStock;
  const wentBack = async () => (await shop.cards.getIntent(intent))?.refundedCents;
  const lastMail = async () => {
    const mails = await mailsIn(shop.db, (all) =>
      all.where('recipient', '=', ana.email).where('event_key', 'like', 'order-refunded:%'),
    );
    return mails.at(-1);
  };

  it('finishes an order of which the rest was shipped', async () => {
    await ship(300);
    shop.clock.advance(1000);
    const key = randomUUID();
    const done = await refund({ pieces: 200, restock: true }, key);
    expect([done.status, done.body]).toEqual([200, { acknowledged: true, refundedTotal: 2000 }]);
    expect((await refund({ pieces: 200, restock: true }, key)).body).toEqual(done.body);
    expect(await orderOf()).toMatchObject({
      paid: true,
      status: 'shipped',
      shippedQuantity: 300,
      refundedQuantity: 200,
      refundedTotal: 2000,
    });
    expect([await inStock(), await wentBack()]).toEqual([700, 200_000]);
    const { body } = await shop.request('GET', `/api/orders/${order}/history`, { as: ana });
    expect(body.events.at(-1)).toMatchObject({ kind: 'refunded', amount: 2000, pieces: 200 });
    const mail = await lastMail();
    expect(mail?.text).toContain(
      '200 pieces of your order will not come. We are giving back their price, $2000.00.',
    );
    expect(mail?.text).toContain('The other 300 were shipped: the order is complete.');
    expect(mail?.text).toContain('\nStatus: Shipped\n');
    expect((await ship(1)).body.error).toBe('pieces_too_many');
    const review = { productId: disc, transactionId: intent, rating: 5, message: 'Good' };
    expect((await shop.request('POST', '/api/reviews', { as: ana, body: review })).status).toBe(
      200,
    );
    await expectInvariants(shop);
  });

  it('before anything was shipped leaves the others to ship, and then the order is shipped', async () => {
    expect((await refund({ pieces: 200 })).status).toBe(200);
    expect(await orderOf()).toMatchObject({ status: null, refundedQuantity: 200 });
    expect((await ship(301)).body).toMatchObject({ error: 'pieces_too_many', left: 300 });
    const all = { as: admin, body: { status: 'shipped' } };
    expect((await shop.request('PATCH', `/api/order/${order}`, all)).status).toBe(200);
    expect(await orderOf()).toMatchObject({ status: 'shipped', shippedQuantity: 300 });
    expect(await inStock()).toBe(500);
    await expectInvariants(shop);
  });

  it('of all pieces is as a refund of all money: nothing is shipped', async () => {
    await refund({ pieces: 200, restock: true });
    await refund({ pieces: 300, restock: true });
    expect(await orderOf()).toMatchObject({ status: null, refundedTotal: 5000 });
    expect((await ship(1)).body.error).toBe('order_refunded');
    expect([await inStock(), await wentBack()]).toEqual([1000, 500_000]);
    const { restocked } = await shop.db
      .selectFrom('orders')
      .select('restocked')
      .where('id', '=', order)
      .executeTakeFirstOrThrow();
    expect(restocked).toBe(true);
    await expectInvariants(shop);
  });

  it('keeps pieces off sale that were refunded so, also when all the money goes back', async () => {
    expect((await refund({ pieces: 200 })).status).toBe(200);
    expect((await refund({ amount: 3000, restock: true })).status).toBe(200);
    // 200 do not exist any more.
    expect([await inStock(), await wentBack()]).toEqual([800, 500_000]);
    await expectInvariants(shop);
  });

  it('ships none that went on sale with the last of the money, whatever becomes of a refund made elsewhere', async () => {
    const { dashboard, sendEvents } = shop.sandbox.sandbox;
    expect((await refund({ pieces: 200 })).status).toBe(200);
    const elsewhere = await dashboard.refund(intent, 100_000);
    await sendEvents();
    expect((await refund({ amount: 2000, restock: true })).status).toBe(200);
    expect(await inStock()).toBe(800);
    await dashboard.failRefund(elsewhere);
    await sendEvents();
    expect((await ship(300)).body.error).toBe('order_refunded');
    await expectInvariants(shop);
  });

  it('does not take a return for the pieces left to ship, beside a refund of all made elsewhere', async () => {
    const { dashboard, sendEvents } = shop.sandbox.sandbox;
    expect((await ship(300)).status).toBe(201);
    let elsewhere = '';
    await returned(100, { amount: 0, restock: 100 }, async () => {
      elsewhere = await dashboard.refund(intent, 500_000);
      await sendEvents();
    });
    expect(await inStock()).toBe(600);
    await expectInvariants(shop);
    await dashboard.failRefund(elsewhere);
    await sendEvents();
    expect((await ship(200)).status).toBe(201);
    await expectInvariants(shop);
  });

  it('keeps them off sale when its money did not reach the card, and beside a return as well', async () => {
    expect((await refund({ pieces: 200 })).status).toBe(200);
    const [made] = await shop.cards.listRefunds(intent);
    await shop.sandbox.sandbox.dashboard.failRefund(made!.id);
    await shop.sandbox.sendEvents();
    expect((await ship(250)).status).toBe(201);
    await returned(100, { amount: 0, restock: 60 });
    expect((await refund({ pieces: 50, restock: true })).status).toBe(200);
    expect(await inStock()).toBe(610);
    // Of 500 pieces 200 are lost, 40 came back unfit, 110 are on sale: 150 are with the customer.
    expect((await refund({ amount: 2500, restock: true })).status).toBe(200);
    expect(await inStock()).toBe(760);
  });

  it('is refused for more pieces or money than are left, and changes nothing', async () => {
    await ship(300);
    expect((await refund({ pieces: 201 })).body).toMatchObject({
      error: 'pieces_too_many',
      left: 200,
    });
    await refund({ amount: 4000 });
    expect((await refund({ pieces: 200 })).body).toMatchObject({
      error: 'refund_too_large',
      left: 1000,
    });
    for (const body of [{}, { amount: 1, pieces: 1 }, { pieces: 0 }, { pieces: 1.5 }]) {
      const answer = await refund(body);
      expect([answer.status, answer.body.error]).toEqual([422, 'invalid_input']);
    }
    expect(await orderOf()).toMatchObject({ refundedQuantity: 0, refundedTotal: 4000 });
    await expectInvariants(shop);
  });

  it('never takes the last of the money and leaves other pieces: an amount does', async () => {
    await refund({ amount: 1000 });
    for (const restock of [true, false]) {
      const refused = await refund({ pieces: 400, restock });
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { error: 'pieces_left_over', left: 500 },
      ]);
    }
    expect(await orderOf()).toMatchObject({ refundedQuantity: 0, refundedTotal: 1000 });
    expect((await refund({ amount: 4000, restock: true })).status).toBe(200);
    expect([await inStock(), await wentBack()]).toEqual([1000, 500_000]);
    await expectInvariants(shop);
  });

  it('takes the last of the money with the last of the pieces', async () => {
    await ship(300);
    await refund({ amount: 3000 });
    expect((await refund({ pieces: 200, restock: true })).status).toBe(200);
    expect(await inStock()).toBe(700);
    expect(await orderOf()).toMatchObject({ refundedQuantity: 200, refundedTotal: 5000 });
    await expectInvariants(shop);
  });

  it('and shipping them at the same moment never do both', async () => {
    disc = await samplePart(shop.db, { inStock: 1000, priceCents: 1000 });
    for (let round = 0; round < 5; round += 1) {
      order = await shop.order(ana, disc, 200);
      intent = await shop.pay(ana, order);
      const [shipped, refunded] = await Promise.all([
        ship(120),
        refund({ pieces: 120, restock: true }),
      ]);
      expect([shipped.status, refunded.status].toSorted((one, two) => one - two)).toEqual(
        shipped.status === 201 ? [201, 422] : [200, 422],
      );
      const { shippedQuantity, refundedQuantity } = await orderOf();
      expect(shippedQuantity + refundedQuantity).toBe(120);
    }
    await expectInvariants(shop);
  });
});
