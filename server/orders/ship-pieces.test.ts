import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsAbout } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';

describe.each(engines)('shipping an order in parts, %s', async (engine) => {
  const shop = await startShop({ database: await databaseOn(engine) });
  afterAll(() => shop.close());
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  let ana: Person;
  let order: string;
  beforeEach(async () => {
    ana = await shop.person('Ana Duarte');
    const disc = await samplePart(shop.db, { inStock: 1000, priceCents: 1000 });
    order = await shop.order(ana, disc, 500);
    await shop.pay(ana, order);
    shop.clock.advance(1000);
  });

  const ship = (body: Record<string, unknown>, sent: { as?: Person; key?: string } = {}) =>
    shop.request('POST', `/api/orders/${order}/shipments`, { as: admin, ...sent, body });
  const shipAll = (body = {}) =>
    shop.request('PATCH', `/api/order/${order}`, {
      as: admin,
      body: { status: 'shipped', ...body },
    });
  const orderOf = async (as: Person = ana) =>
    (await shop.request('GET', `/api/orders/${order}`, { as })).body;
  const mails = () => mailsAbout(shop.db, `order-shipped:${order}%`);

  it('is shipped with the last piece; until then it says how much of it is on its way', async () => {
    const first = await ship({
      quantity: 300,
      carrier: 'Nordfracht',
      trackingNumber: 'NF-1',
      trackingLink: 'https://nordfracht.example/NF-1',
    });
    expect([first.status, first.body]).toEqual([
      201,
      { acknowledged: true, number: 1, shippedQuantity: 300, left: 200 },
    ]);
    expect(await orderOf()).toMatchObject({ status: null, shippedQuantity: 300 });
    shop.clock.advance(1000);
    expect((await shipAll({ carrier: 'Halvfreight' })).body).toEqual({ acknowledged: true });
    expect((await shipAll()).body).toEqual({ acknowledged: true });

    const shipped = await orderOf();
    expect(shipped).toMatchObject({
      status: 'shipped',
      shippedQuantity: 500,
      refundedQuantity: 0,
      carrier: 'Halvfreight',
      trackingNumber: null,
      shipments: [
        {
          number: 1,
          quantity: 300,
          carrier: 'Nordfracht',
          trackingNumber: 'NF-1',
          trackingLink: 'https://nordfracht.example/NF-1',
        },
        { number: 2, quantity: 200, carrier: 'Halvfreight', trackingNumber: null },
      ],
    });
    const { body } = await shop.request('GET', `/api/orders/${order}/history`, { as: ana });
    expect(body.order.shipments).toEqual(shipped.shipments);
    const events = (body.events as { kind: string }[]).filter(({ kind }) => kind === 'shipped');
    expect(events).toMatchObject([
      { shipment: 1, pieces: 300, role: 'admin', actor: null },
      { shipment: 2, pieces: 200, role: 'admin', actor: null },
    ]);
    const number = body.order.number as string;
    const [part, last, ...more] = await mails();
    const waiting = await shop.db.selectFrom('mail_outbox').select('letter').execute();
    expect(JSON.stringify(waiting)).not.toContain('shipped_by');
    expect([part?.subject, last?.subject, more]).toEqual([
      `Shipped 300 of 500: order ${number}`,
      `Order ${number} is on its way`,
      [],
    ]);
    expect(part?.text).toContain('\nStatus: Shipped 300 of 500\n');
    expect(part?.text).toContain(
      '\nShipment 1: 300 pieces\nCarrier: Nordfracht\nTracking number: NF-1\nTracking link: https://nordfracht.example/NF-1\n',
    );
    expect(part?.text).toContain('We write again when the other 200 leave.');
    expect(last?.text).toContain('\nShipment 2: 200 pieces\nCarrier: Halvfreight\n');
    await expectInvariants(shop);
  });

  it('is written once however often it is sent, and never more than is left', async () => {
    const key = randomUUID();
    const twice = [await ship({ quantity: 300 }, { key }), await ship({ quantity: 300 }, { key })];
    expect(twice.map(({ body }) => body)).toEqual([twice[0]?.body, twice[0]?.body]);
    expect((await ship({ quantity: 200 }, { key })).body.error).toBe('key_reused');
    const tooMany = await ship({ quantity: 201 });
    expect([tooMany.status, tooMany.body]).toMatchObject([
      422,
      { acknowledged: false, error: 'pieces_too_many', left: 200 },
    ]);
    expect(await orderOf()).toMatchObject({ shippedQuantity: 300, shipments: [{ number: 1 }] });
    expect((await ship({ quantity: 200 })).status).toBe(201);
    expect((await ship({ quantity: 1 })).body.error).toBe('pieces_too_many');
    await expectInvariants(shop);
  });

  it('takes no more than was ordered when ten admins ship parts at once', async () => {
    const admins = await Promise.all(
      Array.from({ length: 10 }, (_, at) => shop.person(`Admin ${at}`, { role: 'admin' })),
    );
    const answers = await Promise.all(admins.map((as) => ship({ quantity: 80 }, { as })));
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      ...Array.from({ length: 6 }, () => 201),
      ...Array.from({ length: 4 }, () => 422),
    ]);
    const { shipments, shippedQuantity } = await orderOf();
    expect([shippedQuantity, shipments.map((one: { number: number }) => one.number)]).toEqual([
      480,
      [1, 2, 3, 4, 5, 6],
    ]);
    await Promise.all([shipAll(), shipAll(), ship({ quantity: 20 })]);
    expect(await orderOf()).toMatchObject({ status: 'shipped', shippedQuantity: 500 });
    await expectInvariants(shop);
  });

  it.each([
    [{ quantity: 0 }],
    [{ quantity: -1 }],
    [{ quantity: 1.5 }],
    [{}],
    [{ quantity: 1, trackingLink: 'http://nordfracht.example/1' }],
    [{ quantity: 1, trackingLink: 'HTTPS://nordfracht.example/1' }],
    [{ quantity: 1, trackingLink: 'javascript:alert(1)' }],
    [{ quantity: 1, trackingLink: 'https://user:word@nordfracht.example/1' }],
    [{ quantity: 1, carrier: 'x'.repeat(81) }],
  ])('refuses %j and changes nothing', async (body) => {
    const answer = await ship(body);
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_input']);
    expect(await orderOf()).toMatchObject({ shippedQuantity: 0, shipments: [] });
  });

  it('is refused for what is not paid, disputed or refunded, and to customers', async () => {
    expect((await ship({ quantity: 1 }, { as: ana })).status).toBe(403);
    await shop.db
      .updateTable('orders')
      .set({ disputed_since: shop.clock.now() })
      .where('id', '=', order)
      .execute();
    expect((await ship({ quantity: 1 })).body.error).toBe('order_disputed');
    await shop.db
      .updateTable('orders')
      .set({ disputed_since: null })
      .where('id', '=', order)
      .execute();
    await ship({ quantity: 1 });
    const refund = { amount: 5000, reason: 'Late', restock: false };
    await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body: refund });
    expect((await ship({ quantity: 1 })).body.error).toBe('order_refunded');
    expect((await shipAll()).body.error).toBe('order_refunded');
    expect(await orderOf()).toMatchObject({ status: null, shippedQuantity: 1 });
    const disc = await samplePart(shop.db, { inStock: 1000 });
    order = await shop.order(ana, disc, 200);
    expect((await ship({ quantity: 1 })).body.error).toBe('order_not_paid');
    order = randomUUID();
    expect((await ship({ quantity: 1 })).status).toBe(404);
    await expectInvariants(shop);
  });
});
