import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import { expectInvariants } from '#test/invariants.ts';
import { each, useOrdersTogether } from '#test/orders-together.ts';
import { settle } from './settle.ts';

const {
  shop,
  provider,
  admin,
  disc,
  unpaid,
  open,
  opened,
  paid,
  confirm,
  cancel,
  cancelledLate,
  stateOf,
  orderOf,
  linesOf,
  mailsTo,
  refundedOf,
} = await useOrdersTogether();

describe('one payment for several orders', () => {
  it('pays all of them, however it is learned of, and is told in one mail', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    provider.hears = false;
    await payment.byCard();
    expect(await confirm(buyer, orders[1], payment.id)).toEqual({
      status: 200,
      body: { acknowledged: true },
      headers: expect.anything(),
    });
    provider.hears = true;
    await shop.repeatEvents(2);
    for (const id of orders)
      expect(await orderOf(id)).toMatchObject({ paid: true, transactionId: payment.id });
    expect(await confirm(buyer, orders[2], payment.id)).toMatchObject({ status: 200 });
    const told = (await mailsTo(buyer)).filter(({ subject }) => subject.includes('payment for'));
    expect(told.map(({ subject }) => subject)).toEqual([
      'We have received the payment for 3 orders',
    ]);
    for (const id of orders) expect(told[0]?.text).toContain(orderNumber(id));
    expect(told[0]?.text).toContain(
      `Receipt to print:\nhttp://shop.test/dashboard/documents/receipt/${orders[0]}\n`,
    );
    expect(await linesOf(payment.id)).toEqual(['kept', 'kept', 'kept']);
    await expectInvariants(shop);
  });

  it('is one intent for any number of requests, and takes the sum of the shop alone', async () => {
    const { buyer, orders } = await unpaid();
    const secrets = await Promise.all(
      Array.from({ length: 10 }, async () => (await open(buyer, orders)).body.clientSecret),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(await open(buyer, orders.toReversed())).toMatchObject({
      status: 200,
      body: { clientSecret: secrets[0], amount: 7500 },
    });
    expect(await open(buyer, orders, 2500)).toMatchObject({
      status: 409,
      body: { error: 'price_mismatch', price: 7500 },
    });
    const intent = await shop.cards.getIntent(String(secrets[0]).split('_secret_')[0] ?? '');
    expect(intent).toMatchObject({
      amountCents: 750_000,
      orderIds: orders,
      shop: shop.paymentMark,
    });
  });

  it('is for orders of the caller only, that can be paid, and not with an orderId beside them', async () => {
    const { buyer, orders } = await unpaid(2);
    const stranger = await shop.person('Mallory');
    const theirs = await shop.order(stranger, disc, 200);
    const refusals: [Promise<unknown>, number, string][] = [
      [open(stranger, orders), 404, 'order_not_found'],
      [open(admin, orders), 404, 'order_not_found'],
      [open(buyer, [...orders, theirs]), 404, 'order_not_found'],
      [open(buyer, [...orders, crypto.randomUUID()]), 404, 'order_not_found'],
      [open(buyer, [], 0), 422, 'invalid_input'],
      [
        open(
          buyer,
          Array.from({ length: 501 }, () => crypto.randomUUID()),
        ),
        422,
        'invalid_input',
      ],
    ];
    for (const [answer, status, error] of refusals)
      expect(await answer).toMatchObject({ status, body: { error } });
    const body = { price: 2 * each, orderIds: orders };
    expect(await shop.request('POST', '/api/create-payment-intent', { body })).toMatchObject({
      status: 401,
      body: { error: 'sign_in_required' },
    });
    const both = { ...body, orderId: orders[0] };
    expect(
      await shop.request('POST', '/api/create-payment-intent', { as: buyer, body: both }),
    ).toMatchObject({ status: 422, body: { error: 'invalid_input' } });
    await cancel(buyer, orders[0]);
    expect(await open(buyer, orders)).toMatchObject({ status: 404 });
    await shop.pay(buyer, orders[1] ?? '');
    expect(await open(buyer, orders.slice(1))).toMatchObject({
      status: 409,
      body: { error: 'order_paid' },
    });
  });

  it('ties an idempotency key to its orders', async () => {
    const { buyer, orders } = await unpaid();
    const send = (orderIds: readonly string[]) =>
      shop.request('POST', '/api/create-payment-intent', {
        as: buyer,
        headers: { 'idempotency-key': 'the same key' },
        body: { price: 2 * each, orderIds },
      });
    expect((await send(orders.slice(0, 2))).status).toBe(200);
    expect((await send(orders.slice(0, 2).toReversed())).status).toBe(200);
    expect(await send(orders.slice(1))).toMatchObject({
      status: 422,
      body: { error: 'key_reused' },
    });
  });

  it('collects five hundred orders, which the provider knows by name', async () => {
    const buyer = await shop.person('Bulk buyer');
    const ids = Array.from({ length: 500 }, () => crypto.randomUUID()).toSorted();
    const order = await shop.order(buyer, disc, 200);
    await sql`insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address,
        phone, state, created_at, held_until)
      select id, user_id, part_id, part_name, image, 1, 100, 100, name, email, address, phone, state, created_at, held_until
      from (select unnest(${ids}::uuid[]) as id) as made,
        (select user_id, part_id, part_name, image, name, email, address, phone, state, created_at, held_until
          from orders where id = ${order}) as like_this`.execute(shop.db);
    await sql`insert into stock_ledger (id, part_id, delta, reason, order_id, actor, note, created_at)
      select gen_random_uuid(), ${disc}, -100, 'order', unnest(${ids}::uuid[]), ${buyer.userId}, '', now()`.execute(
      shop.db,
    );
    await sql`update parts set in_stock = in_stock - 50000 where id = ${disc}`.execute(shop.db);
    const { status, body } = await open(buyer, ids, 500);
    expect(status).toBe(200);
    const id = String(body.clientSecret).split('_secret_')[0] ?? '';
    expect((await shop.cards.getIntent(id))?.orderIds).toEqual(ids);
    await shop.sandbox.sandbox.payWithCard(body.clientSecret, { number: '4242424242424242' });
    await shop.sandbox.sendEvents();
    expect(new Set(await stateOf(ids))).toEqual(new Set(['paid']));
    const told = (await mailsTo(buyer)).find(({ subject }) => subject.includes('500 orders'));
    for (const one of ids) expect(told?.text).toContain(orderNumber(one));
    await expectInvariants(shop);
  });

  it('ends when other orders are to be paid together, and the newest selection can be paid', async () => {
    const { buyer, orders } = await unpaid();
    const first = await opened(buyer, orders);
    const second = await opened(buyer, orders.slice(0, 2));
    expect(await shop.cards.getIntent(first.id)).toMatchObject({ status: 'canceled' });
    expect(await linesOf(first.id)).toEqual(['canceled', 'canceled', 'canceled']);
    // A client that knows the specification only pays one of them by itself.
    const [one = ''] = orders;
    await shop.pay(buyer, one);
    expect(await shop.cards.getIntent(second.id)).toMatchObject({ status: 'canceled' });
    expect(await stateOf(orders)).toEqual(['paid', 'unpaid', 'unpaid']);
    const rest = await opened(buyer, orders.slice(1));
    await rest.byCard();
    await shop.sandbox.sendEvents();
    expect(await stateOf(orders)).toEqual(['paid', 'paid', 'paid']);
    await expectInvariants(shop);
  });

  it('that has arrived for another selection is booked, not ended', async () => {
    const { buyer, orders } = await unpaid();
    const first = await opened(buyer, orders);
    provider.hears = false;
    await first.byCard();
    expect(await open(buyer, orders.slice(0, 2))).toMatchObject({
      status: 409,
      body: { error: 'order_paid' },
    });
    provider.hears = true;
    expect(await stateOf(orders)).toEqual(['paid', 'paid', 'paid']);
    await expectInvariants(shop);
  });

  it('of two selections at the same moment opens one, and nobody pays twice', async () => {
    const { buyer, orders } = await unpaid();
    const selections = [orders, orders.slice(1), orders.slice(0, 2), [orders[1] ?? '']];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => open(buyer, selections[at % selections.length] ?? [])),
    );
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    const { rows } = await sql<{
      open: number;
    }>`select count(*)::int as open from payment_lines where state = 'open'
        and order_id = any(${orders}::uuid[]) group by order_id having count(*) > 1`.execute(
      shop.db,
    );
    expect(rows).toEqual([]);
    const secrets = new Set(answers.flatMap(({ body }) => body.clientSecret ?? []));
    for (const clientSecret of secrets)
      await shop.sandbox.sandbox
        .payWithCard(clientSecret, { number: '4242424242424242' })
        .catch(() => undefined);
    await shop.sandbox.sendEvents();
    shop.clock.advance(60_000);
    await shop.everyMinute();
    await expectInvariants(shop);
    for (const id of orders) {
      const kept = shop.db
        .selectFrom('payment_lines')
        .select('intent_id')
        .where('order_id', '=', id);
      expect((await kept.where('state', '=', 'kept').execute()).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('one order of a payment for several', () => {
  it('is cancelled before it is paid: the payment ends for all, and the others can be paid', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    expect(await cancel(buyer, orders[0])).toMatchObject({ status: 200 });
    expect(await shop.cards.getIntent(payment.id)).toMatchObject({ status: 'canceled' });
    expect(await stateOf(orders)).toEqual(['cancelled', 'unpaid', 'unpaid']);
    const rest = await opened(buyer, orders.slice(1));
    await rest.byCard();
    await shop.sandbox.sendEvents();
    expect(await stateOf(orders)).toEqual(['cancelled', 'paid', 'paid']);
    await expectInvariants(shop);
  });

  it('is not cancelled when the money was first', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    provider.hears = false;
    await payment.byCard();
    expect(await cancel(buyer, orders[0])).toMatchObject({
      status: 409,
      body: { error: 'order_paid' },
    });
    expect(await stateOf(orders)).toEqual(['paid', 'paid', 'paid']);
    await expectInvariants(shop);
  });

  it('was cancelled when the money comes: its part goes back once, the others are paid', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    provider.hears = false;
    await payment.byCard();
    await cancelledLate(orders[0] ?? '');
    provider.hears = true;
    await Promise.all([settle(shop, payment.id), settle(shop, payment.id)]);
    expect(await stateOf(orders)).toEqual(['cancelled', 'paid', 'paid']);
    expect(await linesOf(payment.id)).toEqual(['returned', 'kept', 'kept']);
    expect(await confirm(buyer, orders[0], payment.id)).toMatchObject({ status: 404 });
    expect(await confirm(buyer, orders[1], payment.id)).toMatchObject({ status: 200 });
    for (let round = 0; round < 3; round += 1) {
      shop.clock.advance(60_000);
      await shop.everyMinute();
    }
    expect(await refundedOf(payment.id)).toBe(250_000);
    expect(await orderOf(orders[1])).toMatchObject({ refundedTotal: 0 });
    const told = (await mailsTo(buyer)).filter(({ subject }) => subject.includes('goes back'));
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your payment of $2500.00 goes back to your card',
    ]);
    await expectInvariants(shop);
  });

  it('with all of them cancelled when the money comes, all of it goes back in one refund and one mail', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    provider.hears = false;
    await payment.byCard();
    for (const id of orders) await cancelledLate(id);
    provider.hears = true;
    expect(await settle(shop, payment.id)).toBe('refunded');
    expect(await linesOf(payment.id)).toEqual(['returned', 'returned', 'returned']);
    expect(await refundedOf(payment.id)).toBe(750_000);
    const told = (await mailsTo(buyer)).filter(({ subject }) => subject.includes('goes back'));
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your payment of $7500.00 goes back to your card',
    ]);
    await expectInvariants(shop);
  });

  it('is refunded, shipped and reviewed by itself', async () => {
    const { buyer, orders, payment } = await paid();
    const placed = shop.db.selectFrom('orders').select('id').where('id', 'in', orders);
    // Of brake discs, pads and discs again.
    const [two = '', one = ''] = (await placed.orderBy('created_at').execute()).map(({ id }) => id);
    for (const [id, amount] of [
      [one, 2500],
      [two, 1000],
    ] as const)
      expect(
        await shop.request('POST', `/api/order/${id}/refund`, {
          as: admin,
          body: { amount, reason: 'Cracked', restock: id === one },
        }),
      ).toMatchObject({ status: 200, body: { refundedTotal: amount } });
    expect(await refundedOf(payment.id)).toBe(350_000);
    const ship = (id: string | undefined) =>
      shop.request('PATCH', `/api/order/${id}`, { as: admin, body: { status: 'shipped' } });
    expect(await ship(one)).toMatchObject({ status: 409, body: { error: 'order_refunded' } });
    expect(await ship(two)).toMatchObject({ status: 200 });
    expect((await stateOf(orders)).toSorted()).toEqual(['paid', 'paid', 'shipped']);
    const productId = (await orderOf(two)).productId;
    const review = { productId, transactionId: payment.id, rating: 5, message: 'Fits.' };
    for (let sent = 0; sent < 2; sent += 1)
      expect(await shop.request('POST', '/api/reviews', { as: buyer, body: review })).toMatchObject(
        { status: 200 },
      );
    const written = shop.db
      .selectFrom('reviews')
      .select('order_id as id')
      .where('user_id', '=', buyer.userId);
    expect(await written.execute()).toEqual([{ id: two }]);
    await expectInvariants(shop);
  });

  it('of which one expires during the payment leaves the others to be paid', async () => {
    const { buyer, orders } = await unpaid();
    const payment = await opened(buyer, orders);
    const soon = new Date(shop.clock.now().getTime() + 1000);
    await shop.db
      .updateTable('orders')
      .set({ held_until: soon })
      .where('id', '=', orders[0] ?? '')
      .execute();
    shop.clock.advance(60_000);
    await shop.everyMinute();
    expect(await stateOf(orders)).toEqual(['cancelled', 'unpaid', 'unpaid']);
    expect(await shop.cards.getIntent(payment.id)).toMatchObject({ status: 'canceled' });
    await expectInvariants(shop);
  });
});
