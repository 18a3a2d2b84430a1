import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';

const minute = 60_000;

describe.each(engines)('returning pieces, %s', async (engine) => {
  let reachable = true;
  const shop = await startShop({
    database: await databaseOn(engine),
    through: (fetch) => async (input, init) => {
      const isRefund = String(input instanceof Request ? input.url : input).includes('/refunds');
      if (isRefund && !reachable) throw new TypeError('fetch failed');
      return fetch(input, init);
    },
  });
  afterAll(() => shop.close());
  const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
  const other = await shop.person('Otto Admin', { role: 'admin', tokenHours: 1000 });
  let ana: Person;
  let disc: string;
  let order: string;
  let intent: string;
  beforeEach(async () => {
    reachable = true;
    ana = await shop.person('Ana Duarte');
    disc = await samplePart(shop.db, { inStock: 1000, priceCents: 1000 });
    order = await shop.order(ana, disc, 500);
    intent = await shop.pay(ana, order);
    shop.clock.advance(1000);
  });

  const ship = async (quantity: number) => {
    const path = `/api/orders/${order}/shipments`;
    expect((await shop.request('POST', path, { as: admin, body: { quantity } })).status).toBe(201);
    shop.clock.advance(1000);
  };
  const ask = (quantity: number, more: Record<string, unknown> = {}, key?: string) =>
    shop.request('POST', `/api/orders/${order}/returns`, {
      as: ana,
      ...(key === undefined ? {} : { key }),
      body: { reason: 'damaged', quantity, ...more },
    });
  const step = (id: string, body: Record<string, unknown>, key?: string, as = admin) => {
    shop.clock.advance(1000);
    const keyed = key === undefined ? {} : { key };
    return shop.request('POST', `/api/admin/returns/${id}`, { as, ...keyed, body });
  };
  const agree = (id: string) => step(id, { step: 'agree', words: 'Send them to us.' });
  const receive = (id: string, quantity: number) => step(id, { step: 'receive', quantity });
  const settle = (id: string, body: object, key?: string, as = admin) =>
    step(id, { step: 'settle', restock: 0, ...body }, key, as);
  const refund = (body: Record<string, unknown>) =>
    shop.request('POST', `/api/order/${order}/refund`, {
      as: admin,
      body: { reason: 'Late', restock: false, ...body },
    });
  const returnsOf = async (as = ana) =>
    (await shop.request('GET', `/api/orders/${order}/returns`, { as })).body;
  const orderOf = async () => (await shop.request('GET', `/api/orders/${order}`, { as: ana })).body;
  const inStock = async () => (await shop.request('GET', `/api/parts/${disc}`)).body.inStock;
  const wentBack = async () => (await shop.cards.getIntent(intent))?.refundedCents;
  /** A return of which so many pieces have arrived. */
  const arrived = async (quantity: number, came = quantity): Promise<string> => {
    const id = (await ask(quantity)).body.insertedId;
    expect((await agree(id)).status).toBe(200);
    expect((await receive(id, came)).status).toBe(200);
    return id;
  };

  it('goes from asking to money and stock, each step once', async () => {
    await ship(500);
    const key = randomUUID();
    const wanted = { reason: 'does-not-fit', note: 'Holes elsewhere', vehicle: 'Audi A3 2004' };
    const asked = await ask(100, wanted, key);
    expect([asked.status, asked.body]).toEqual([
      201,
      {
        acknowledged: true,
        insertedId: expect.any(String),
        number: expect.stringMatching(/^RT-.+-1$/),
      },
    ]);
    expect((await ask(100, wanted, key)).body).toEqual(asked.body);
    expect((await ask(101, wanted, key)).body.error).toBe('key_reused');
    const { insertedId: id, number } = asked.body;
    expect((await agree(id)).body).toEqual({ acknowledged: true });
    expect((await agree(id)).body.error).toBe('return_state');
    expect((await receive(id, 101)).body).toMatchObject({ error: 'return_too_large', left: 100 });
    const [first, second] = [randomUUID(), randomUUID()];
    const came = { step: 'receive', quantity: 80 };
    expect((await step(id, came, first)).status).toBe(200);
    expect((await step(id, came, first)).status).toBe(200);
    expect((await settle(id, { amount: 800.01 })).body).toMatchObject({
      error: 'refund_too_large',
      left: 800,
    });
    expect((await settle(id, { restock: 81 })).body).toMatchObject({
      error: 'restock_too_large',
      left: 80,
    });
    expect((await settle(id, { restock: 60 }, second)).status).toBe(200);
    expect((await settle(id, { restock: 60 }, second)).status).toBe(200);
    expect((await settle(id, { restock: 60 })).body.error).toBe('return_state');
    expect(await returnsOf()).toEqual({
      returnable: 420,
      returns: [
        {
          _id: id,
          number,
          orderId: order,
          ...wanted,
          quantity: 100,
          status: 'settled',
          words: 'Send them to us.',
          createdAt: expect.any(String),
          decidedAt: expect.any(String),
          receivedAt: expect.any(String),
          receivedQuantity: 80,
          settledAt: expect.any(String),
          refunded: 800,
          restockedQuantity: 60,
          pictures: [],
        },
      ],
    });
    expect(await orderOf()).toMatchObject({
      status: 'shipped',
      paid: true,
      refundedTotal: 800,
      refundedQuantity: 0,
    });
    expect([await inStock(), await wentBack()]).toEqual([560, 80_000]);
    const { body } = await shop.request('GET', `/api/orders/${order}/history`, { as: ana });
    expect(body.events.at(-1)).toMatchObject({
      kind: 'refunded',
      amount: 800,
      reason: `Return ${number}, 80 pieces: does not fit`,
      pieces: null,
    });
    const subjects = (await mailsTo(shop.db, ana.email)).map(({ subject }) => subject);
    expect(subjects.slice(-4)).toEqual([
      `You have asked for the return ${number}`,
      `Please send back 100 pieces: return ${number}`,
      `80 pieces of the return ${number} have arrived`,
      `We are giving back $800.00 for the return ${number}`,
    ]);
    expect((await mailsTo(shop.db, admin.email)).at(-1)?.subject).toBe(
      `A customer asks to return 100 pieces: ${number}`,
    );
    await expectInvariants(shop);
  });

  it('brings pieces back in steps, until all have come and all money went back', async () => {
    await ship(300);
    expect((await ask(301)).body).toMatchObject({ error: 'return_too_large', left: 300 });
    await settle(await arrived(100), { restock: 100 });
    await settle(await arrived(200), { restock: 200 });
    expect((await ask(1)).body).toMatchObject({ error: 'return_too_large', left: 0 });
    expect(await inStock()).toBe(800);
    expect((await refund({ pieces: 200, restock: true })).status).toBe(200);
    expect(await inStock()).toBe(1000);
    expect(await orderOf()).toMatchObject({ refundedTotal: 5000, status: 'shipped' });
    expect((await refund({ amount: 1 })).body.error).toBe('refund_too_large');
    expect((await ask(1)).body.error).toBe('order_refunded');
    expect(await wentBack()).toBe(500_000);
    const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', order).execute();
    expect(row[0]).toMatchObject({ restocked: true, restocked_quantity: 500 });
    await expectInvariants(shop);
  });

  it('is refused of what was not paid, not shipped, or is disputed', async () => {
    expect((await ask(1)).body).toMatchObject({ error: 'return_too_large', left: 0 });
    await ship(500);
    for (const body of [
      { quantity: 0 },
      { reason: 'bored' },
      { vehicle: 'Audi' },
      { note: 'x'.repeat(501) },
    ])
      expect((await ask(1, body)).status).toBe(422);
    await shop.sandbox.sandbox.dashboard.dispute(intent, 500_000);
    await shop.sandbox.sendEvents();
    expect((await ask(1)).body.error).toBe('order_disputed');
    order = await shop.order(ana, disc, 200);
    expect((await ask(1)).body.error).toBe('order_not_paid');
    expect(await returnsOf()).toEqual({ returnable: 0, returns: [] });
  });

  it('gives no money back while the payment is disputed, and then only what is left', async () => {
    await ship(500);
    const id = await arrived(100);
    const { dashboard } = shop.sandbox.sandbox;
    const dispute = await dashboard.dispute(intent, 450_000);
    await shop.sandbox.sendEvents();
    expect((await settle(id, {})).body.error).toBe('order_disputed');
    expect((await settle(id, { amount: 0.01 })).body.error).toBe('order_disputed');
    await dashboard.closeDispute(dispute, 'lost');
    await shop.sandbox.sendEvents();
    expect((await settle(id, { amount: 500.01 })).body).toMatchObject({
      error: 'refund_too_large',
      left: 500,
    });
    expect((await settle(id, { restock: 100 })).status).toBe(200);
    expect(await orderOf()).toMatchObject({ refundedTotal: 5000 });
    expect(await inStock()).toBe(600);
    await expectInvariants(shop);
  });

  it('may end without money while the payment is disputed', async () => {
    await ship(500);
    const id = await arrived(100);
    await shop.sandbox.sandbox.dashboard.dispute(intent, 500_000);
    await shop.sandbox.sendEvents();
    expect((await settle(id, { amount: 0, restock: 7 })).status).toBe(200);
    expect([await wentBack(), await inStock()]).toEqual([0, 507]);
    await expectInvariants(shop);
  });

  it('is asked for twenty times of one order at most', async () => {
    await ship(500);
    for (let number = 1; number <= 20; number += 1) {
      const { insertedId } = (await ask(1)).body;
      await shop.request('DELETE', `/api/returns/${insertedId}`, { as: ana });
    }
    expect((await ask(1)).body.error).toBe('too_many_returns');
    const { returnable, returns } = await returnsOf();
    expect([returnable, returns.length]).toEqual([0, 20]);
  });

  it('may be declined, or withdrawn until pieces have arrived; then another may begin', async () => {
    await ship(500);
    const first = (await ask(100)).body.insertedId;
    expect((await ask(100)).body.error).toBe('return_open');
    expect((await receive(first, 100)).body.error).toBe('return_state');
    expect((await settle(first, {})).body.error).toBe('return_state');
    const withdraw = (id: string) => shop.request('DELETE', `/api/returns/${id}`, { as: ana });
    expect((await withdraw(first)).body).toEqual({ acknowledged: true });
    expect((await withdraw(first)).body).toEqual({ acknowledged: true });
    expect((await agree(first)).body.error).toBe('return_state');
    const second = (await ask(500)).body.insertedId;
    expect((await agree(second)).status).toBe(200);
    const nothingCame = { step: 'decline', words: 'Nothing has come in a month.' };
    expect((await step(second, nothingCame)).status).toBe(200);
    expect((await withdraw(second)).body.error).toBe('return_state');
    const mail = (await mailsTo(shop.db, ana.email)).at(-1);
    expect(mail?.subject).toMatch(/^We cannot take the return RT-.+-2$/);
    expect(mail?.text).toContain('Nothing has come in a month.');
    const third = await arrived(500);
    expect((await withdraw(third)).body.error).toBe('return_state');
    expect((await step(third, nothingCame)).body.error).toBe('return_state');
    expect((await returnsOf()).returns.map(({ status }: { status: string }) => status)).toEqual([
      'withdrawn',
      'declined',
      'received',
    ]);
    await expectInvariants(shop);
  });

  it('may give back less or nothing, and nothing of what went back in other ways', async () => {
    await ship(500);
    expect((await settle(await arrived(100), { amount: 900 })).status).toBe(200);
    expect((await settle(await arrived(100), { amount: 0, restock: 5 })).status).toBe(200);
    expect((await mailsTo(shop.db, ana.email)).at(-1)?.text).toContain(
      '100 pieces of your return have arrived. No money goes back for them.',
    );
    const last = await arrived(300);
    expect((await refund({ amount: 4050 })).status).toBe(200);
    const listed = await shop.request('GET', '/api/admin/returns?status=open', { as: admin });
    expect(listed.body.find(({ _id }: { _id: string }) => _id === last)).toMatchObject({
      email: ana.email,
      price: 10,
      refundable: 50,
      restockable: 300,
    });
    expect((await settle(last, { amount: 50.01 })).body.error).toBe('refund_too_large');
    expect((await settle(last, {})).status).toBe(200);
    expect([await wentBack(), await inStock()]).toEqual([500_000, 505]);
    await expectInvariants(shop);
  });

  it('puts nothing on sale that a refund of all the money has put there', async () => {
    await ship(500);
    const id = await arrived(100);
    expect((await refund({ amount: 5000, restock: true })).status).toBe(200);
    expect((await settle(id, { restock: 1 })).body).toMatchObject({
      error: 'restock_too_large',
      left: 0,
    });
    expect((await settle(id, {})).status).toBe(200);
    expect([await wentBack(), await inStock()]).toEqual([500_000, 1000]);
    expect((await mailsTo(shop.db, ana.email)).at(-1)?.text).toContain(
      '100 pieces of your return have arrived. Their money was given back before, with all that you paid for the order.',
    );
    await expectInvariants(shop);
  });

  it('keeps what cannot be sold as new off sale, also when all the money goes back', async () => {
    await ship(500);
    expect((await settle(await arrived(100), { restock: 30 })).status).toBe(200);
    const last = await arrived(50);
    expect((await refund({ amount: 4000, restock: true })).status).toBe(200);
    // 30 and then the other 400: 70 of the first return are scrap.
    expect(await inStock()).toBe(930);
    expect((await settle(last, { restock: 1 })).body).toMatchObject({ left: 0 });
    expect((await settle(last, {})).status).toBe(200);
    expect(await inStock()).toBe(930);
    await expectInvariants(shop);
  });

  it('is done once by two admins at once', async () => {
    await ship(500);
    const id = await arrived(100);
    const both = await Promise.all(
      [admin, other, admin, other].map((as) => settle(id, { restock: 100 }, undefined, as)),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect([await wentBack(), await inStock()]).toEqual([100_000, 600]);
    const asked = await Promise.all([ask(400), ask(400), ask(400)]);
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    await expectInvariants(shop);
  });

  it('and a refund of all the money, at the same moment, never do both', async () => {
    await ship(500);
    const id = await arrived(500);
    const both = await Promise.all([
      settle(id, { restock: 500 }),
      refund({ amount: 5000, restock: true }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect([await wentBack(), await inStock()]).toEqual([500_000, 1000]);
    await expectInvariants(shop);
  });

  it('is not withdrawn at the moment in which it arrives', async () => {
    await ship(500);
    const id = (await ask(100)).body.insertedId;
    await agree(id);
    const both = await Promise.all([
      shop.request('DELETE', `/api/returns/${id}`, { as: ana }),
      receive(id, 100),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await expectInvariants(shop);
  });

  it('gives the money back later while the card provider does not answer, and once', async () => {
    await ship(500);
    const id = await arrived(100);
    reachable = false;
    expect((await settle(id, { restock: 40 })).status).toBe(200);
    expect([await wentBack(), await inStock()]).toEqual([0, 540]);
    reachable = true;
    for (const _ of [1, 2]) {
      shop.clock.advance(3 * minute);
      await shop.everyMinute();
    }
    expect(await wentBack()).toBe(100_000);
    await expectInvariants(shop);
  });

  it('of somebody else is unknown', async () => {
    await ship(500);
    const id = (await ask(100)).body.insertedId;
    const bea = await shop.person('Bea');
    for (const [method, path, error] of [
      ['GET', `/api/orders/${order}/returns`, 'order_not_found'],
      ['POST', `/api/orders/${order}/returns`, 'order_not_found'],
      ['DELETE', `/api/returns/${id}`, 'return_not_found'],
    ] as const) {
      const body = method === 'POST' ? { body: { reason: 'damaged', quantity: 1 } } : {};
      const answer = await shop.request(method, path, { as: bea, ...body });
      expect([answer.status, answer.body.error]).toEqual([404, error]);
    }
    expect((await agree(randomUUID())).body.error).toBe('return_not_found');
    expect((await returnsOf(admin)).returns).toHaveLength(1);
  });
});
