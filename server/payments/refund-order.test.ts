import { beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '#contract/durations.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { returnPieces } from '#server/orders/store.ts';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let disc: string;
let order: string;
let intent: string;
/** What stands between the shop and the provider: a test may cut the line. */
let isProviderDown = false;
/** What the provider was asked. */
const asked: string[] = [];
/** The provider does what it is asked, and its answer never arrives. */
let isAnswerLost = false;
/** No webhook arrives. */
let isDeaf = false;

const shop = await useShop({
  hears: () => !isDeaf,
  through: (fetch) => async (input, init) => {
    if (isProviderDown) throw new TypeError('fetch failed');
    asked.push(
      `${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input).pathname}`,
    );
    const answer = await fetch(input, init);
    if (isAnswerLost) throw new TypeError('fetch failed');
    return answer;
  },
});
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1_000 });
const ana = await shop.person('Ana Duarte', { tokenHours: 1_000 });
beforeEach(async () => {
  isProviderDown = false;
  isAnswerLost = false;
  isDeaf = false;
  shop.clock.advance(1000);
  disc = await samplePart(shop.db);
  order = await shop.order(ana, disc, 200);
  intent = await shop.pay(ana, order);
});

const refund = (body: Record<string, unknown>, sent: { as?: Person; key?: string } = {}) =>
  shop.request('POST', `/api/order/${order}/refund`, {
    as: admin,
    ...sent,
    body: { reason: 'Two boxes were damaged', restock: false, ...body },
  });
const inStock = async () => (await shop.request('GET', `/api/parts/${disc}`)).body.inStock;
const orderOf = async () => (await shop.request('GET', `/api/orders/${order}`, { as: ana })).body;
const refundedAtProvider = async () => (await shop.cards.getIntent(intent))?.refundedCents;

const ship = () =>
  shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
const review = () =>
  shop.request('POST', '/api/reviews', {
    as: ana,
    body: { productId: disc, transactionId: intent, rating: 1, message: 'Came back' },
  });

describe('refunding a shipped order', () => {
  it('gives part of the money back; the order stays shipped and can be reviewed', async () => {
    await ship();
    const { status, body } = await refund({ amount: 100.5 });
    expect([status, body]).toEqual([200, { acknowledged: true, refundedTotal: 100.5 }]);
    expect(await refundedAtProvider()).toBe(10_050);
    expect(await orderOf()).toMatchObject({ paid: true, status: 'shipped', refundedTotal: 100.5 });
    expect(await inStock()).toBe(800);
    expect((await review()).status).toBe(200);
    await expectInvariants(shop);
  });

  it('puts pieces that came back on sale with the last of the money, and then it is reviewed no more', async () => {
    await ship();
    expect((await refund({ amount: 500, restock: true })).body.error).toBe(
      'restock_needs_full_refund',
    );
    await refund({ amount: 500 });
    expect((await refund({ amount: 2000, restock: true })).body).toEqual({
      acknowledged: true,
      refundedTotal: 2500,
    });
    expect(await refundedAtProvider()).toBe(250_000);
    expect(await orderOf()).toMatchObject({ paid: true, status: 'shipped', refundedTotal: 2500 });
    expect(await inStock()).toBe(1000);
    expect((await refund({ amount: 0.01 })).body.error).toBe('refund_too_large');
    expect((await review()).body.error).toBe('order_not_found');
    await expectInvariants(shop);
  });

  it('puts on sale only the pieces that are not on sale yet', async () => {
    await ship();
    await inTransaction(shop.db, async (tx) => {
      for (const pieces of [50, 30]) {
        const change = { pieces, reason: 'refund', actor: 'shop', now: shop.clock.now() } as const;
        await returnPieces(tx, { id: order, part_id: disc }, change);
      }
      const steps = tx.updateTable('orders').set({ restocked_quantity: 80 });
      await steps.where('id', '=', order).execute();
    });
    await expectInvariants(shop);
    expect((await refund({ amount: 2500, restock: true })).status).toBe(200);
    expect(await inStock()).toBe(1000);
    await expectInvariants(shop);
  });

  it('stands in its history after the shipping, also when the clock of this copy is behind', async () => {
    await ship();
    shop.clock.advance(-500);
    expect((await refund({ amount: 2500 })).status).toBe(200);
    const { body } = await shop.request('GET', `/api/orders/${order}/history`, { as: ana });
    expect(body.events.map((event: { kind: string }) => event.kind).slice(-2)).toEqual([
      'shipped',
      'refunded',
    ]);
    await expectInvariants(shop);
  });
});

describe('refunding an order', () => {
  it('asks the provider once: what is done is never asked for again', async () => {
    await refund({ amount: 100 });
    asked.length = 0;
    for (let minute = 0; minute < 3; minute += 1) {
      shop.clock.advance(61_000);
      await shop.everyMinute();
    }
    expect(asked.filter((question) => question === 'POST /v1/refunds')).toEqual([]);
  });

  it('gives part of the money back; the order stays paid and can be shipped', async () => {
    const refunded = await refund({ amount: 100.5 });

    expect([refunded.status, refunded.body]).toEqual([
      200,
      { acknowledged: true, refundedTotal: 100.5 },
    ]);
    expect(await refundedAtProvider()).toBe(10_050);
    expect(await orderOf()).toMatchObject({ paid: true, status: null, refundedTotal: 100.5 });
    expect(
      (
        await shop.request('PATCH', `/api/order/${order}`, {
          as: admin,
          body: { status: 'shipped' },
        })
      ).status,
    ).toBe(200);
  });

  it('gives all of it back and puts the pieces on sale; nothing is left to ship, review or cancel', async () => {
    await refund({ amount: '500' });
    const rest = await refund({ amount: 2000, restock: true });

    expect(rest.body).toEqual({ acknowledged: true, refundedTotal: 2500 });
    expect(await refundedAtProvider()).toBe(250_000);
    expect(await inStock()).toBe(1000);
    expect(await orderOf()).toMatchObject({ paid: true, refundedTotal: 2500 });
    const later = [
      await shop.request('PATCH', `/api/order/${order}`, {
        as: admin,
        body: { status: 'shipped' },
      }),
      await shop.request('DELETE', `/api/order?id=${order}`, { as: ana }),
      await shop.request('POST', '/api/reviews', {
        as: ana,
        body: { productId: disc, transactionId: intent, rating: 1, message: 'x' },
      }),
    ];
    expect(later.map((answer) => answer.body.error)).toEqual([
      'order_refunded',
      'order_paid',
      'order_not_found',
    ]);
  });

  it('never gives back more than was paid, also not by many admins at once', async () => {
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) => shop.person(`Admin ${index}`, { role: 'admin' })),
    );
    const answers = await Promise.all(others.map((as) => refund({ amount: 1000 }, { as })));

    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 422, 422, 422,
    ]);
    expect(answers.find((answer) => answer.status === 422)?.body).toMatchObject({
      acknowledged: false,
      error: 'refund_too_large',
      left: 500,
    });
    expect(await refundedAtProvider()).toBe(200_000);
  });

  it('sent twice with one key it is made once', async () => {
    const [first, second] = await Promise.all([
      refund({ amount: 700 }, { key: 'refund-form' }),
      refund({ amount: 700 }, { key: 'refund-form' }),
    ]);
    expect([first.body, second.body]).toEqual([
      first.body,
      { acknowledged: true, refundedTotal: 700 },
    ]);
    expect((await refund({ amount: 800 }, { key: 'refund-form' })).body.error).toBe('key_reused');
    expect(await refundedAtProvider()).toBe(70_000);
  });

  it('keeps its word when the provider is down: the reconciler makes it within two minutes', async () => {
    isProviderDown = true;
    expect((await refund({ amount: 2500, restock: true })).status).toBe(200);
    isProviderDown = false;
    expect(await refundedAtProvider()).toBe(0);

    shop.clock.advance(60_000);
    await shop.everyMinute();
    expect(await refundedAtProvider()).toBe(250_000);
    shop.clock.advance(60_000);
    await shop.everyMinute();
    expect(await refundedAtProvider()).toBe(250_000);
    expect(await inStock()).toBe(1000);
  });

  it('whose answer was lost is asked for again, and given once', async () => {
    isAnswerLost = true;
    expect((await refund({ amount: 300 })).status).toBe(200);
    isAnswerLost = false;
    expect(await refundedAtProvider()).toBe(30_000);

    for (const _round of [1, 2]) {
      shop.clock.advance(60_000);
      await shop.everyMinute();
    }
    expect(await refundedAtProvider()).toBe(30_000);
    expect(
      await shop.db.selectFrom('refunds').select('state').where('order_id', '=', order).execute(),
    ).toEqual([{ state: 'done' }]);
  });

  it('whose answer was lost is given once, also after the provider forgot its idempotency key', async () => {
    isDeaf = true;
    isAnswerLost = true;
    await refund({ amount: 300 });
    isAnswerLost = false;
    for (const hours of [48, 1]) {
      shop.clock.advance(hours * hourMs);
      await shop.everyMinute();
    }
    expect(await refundedAtProvider()).toBe(30_000);
    expect(
      await shop.db
        .selectFrom('refunds')
        .select(['state', 'amount_cents'])
        .where('order_id', '=', order)
        .execute(),
    ).toEqual([{ state: 'done', amount_cents: 30_000 }]);
    await expectInvariants(shop);
  });

  it.each([
    ['more than the total', { amount: 2500.01 }, 422, 'refund_too_large'],
    ['nothing', { amount: 0 }, 422, 'invalid_input'],
    ['a fraction of a cent', { amount: 0.001 }, 422, 'invalid_input'],
    ['without a reason', { amount: 1, reason: ' ' }, 422, 'invalid_input'],
    ['a part, with the pieces', { amount: 1, restock: true }, 422, 'restock_needs_full_refund'],
  ])('refuses to give back %s', async (_words, body, status, error) => {
    const refused = await refund(body);
    expect([refused.status, refused.body.acknowledged, refused.body.error]).toEqual([
      status,
      false,
      error,
    ]);
    expect(await refundedAtProvider()).toBe(0);
  });

  it('is refused for unpaid orders, and to customers', async () => {
    expect((await refund({ amount: 1 }, { as: ana })).status).toBe(403);
    order = await shop.order(ana, disc, 200);
    expect((await refund({ amount: 1 })).body.error).toBe('order_not_paid');
  });

  it('is told in the story of the order, with names for admins and roles for customers', async () => {
    await refund({ amount: 100 });
    const history = (as: Person) => shop.request('GET', `/api/orders/${order}/history`, { as });
    const [toAna, toAdmin] = [(await history(ana)).body, (await history(admin)).body];

    expect(toAna.events.map((event: { kind: string }) => event.kind)).toEqual([
      'placed',
      'payment_started',
      'paid',
      'refunded',
    ]);
    expect(toAna.events.at(-1)).toMatchObject({
      role: 'admin',
      actor: null,
      amount: 100,
      reason: 'Two boxes were damaged',
    });
    expect(toAdmin.events.at(-1)).toMatchObject({ actor: admin.email });
    expect((await history(await shop.person('Ben Okafor'))).status).toBe(404);
  });
});
