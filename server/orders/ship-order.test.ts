import { describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');
const disc = await samplePart(shop.db, { inStock: 10_000 });

const ship = (id: string, as: Person | undefined = admin, body: unknown = { status: 'shipped' }) =>
  shop.request('PATCH', `/api/order/${id}`, { ...(as ? { as } : {}), body });
const orderOf = async (id: string) =>
  (await shop.request('GET', `/api/orders/${id}`, { as: ana })).body;

describe('shipping an order', () => {
  it('marks a paid order as shipped, once, with a line in the audit log', async () => {
    const order = await shop.order(ana, disc, 200);
    await shop.pay(ana, order);
    const [first, second] = [await ship(order), await ship(order)];

    expect([first.status, first.body, second.body]).toEqual([
      200,
      { acknowledged: true },
      { acknowledged: true },
    ]);
    expect(await orderOf(order)).toMatchObject({ paid: true, status: 'shipped' });
    const audit = (await shop.request('GET', `/api/admin/audit?q=${order}`, { as: admin })).body;
    expect(audit).toEqual([
      expect.objectContaining({
        action: 'order shipped',
        actor: admin.email,
        subjectType: 'order',
      }),
    ]);
  });

  it('is refused for an unpaid order, for customers, and for any other status', async () => {
    const order = await shop.order(ana, disc, 200);
    const unpaid = await ship(order);
    expect([unpaid.status, unpaid.body.acknowledged, unpaid.body.error]).toEqual([
      409,
      false,
      'order_not_paid',
    ]);

    await shop.pay(ana, order);
    expect((await ship(order, ana)).status).toBe(403);
    expect((await ship(order, admin, { status: 'paid' })).status).toBe(422);
    expect((await ship(order, admin, { status: true })).status).toBe(422);
    expect((await ship('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect(await orderOf(order)).toMatchObject({ paid: true, status: null });
  });

  it('takes no order away: a shipped order cannot be cancelled', async () => {
    const order = await shop.order(ana, disc, 200);
    await shop.pay(ana, order);
    await ship(order);
    const cancelled = await shop.request('DELETE', `/api/order?id=${order}`, { as: ana });
    expect([cancelled.status, cancelled.body.deletedCount]).toEqual([409, 0]);
  });
});

describe("the admin's table of orders", () => {
  it('shows all orders, searched, filtered and sorted; customers are refused', async () => {
    const ben = await shop.person('Ben Okafor');
    const order = await shop.order(ben, disc, 500);
    const transactionId = await shop.pay(ben, order);
    const ids = async (query: string) =>
      (
        (await shop.request('GET', `/api/order?${query}`, { as: admin })).body as { _id: string }[]
      ).map((row) => row._id);

    expect(await ids(`q=${encodeURIComponent(ben.email)}`)).toEqual([order]);
    expect(await ids(`q=${transactionId}`)).toEqual([order]);
    expect(await ids('state=pending&sort=-total')).toContain(order);
    expect((await ids('sort=-total'))[0]).toBe(order);
    expect(await ids(`state=shipped&q=${order}`)).toEqual([]);
    expect((await shop.request('GET', '/api/order', { as: ana })).status).toBe(403);
    expect((await shop.request('GET', '/api/order')).status).toBe(401);
  });

  it('tells what waits to be shipped, and what is, from what was given back wholly', async () => {
    const cleo = await shop.person('Cleo Marsh');
    const given: string[] = [];
    for (const [amount, isShipped] of [
      [2500, false],
      [2499.99, false],
      [2500, true],
      [2499.99, true],
    ] as const) {
      // Orders of one moment have no order among themselves.
      shop.clock.advance(1000);
      const order = await shop.order(cleo, disc, 200);
      await shop.pay(cleo, order);
      if (isShipped) await ship(order);
      const body = { amount, reason: 'Damaged', restock: false };
      expect(
        await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body }),
      ).toMatchObject({ status: 200 });
      given.push(order);
    }
    const shown = async (state: string) => {
      const { body } = await shop.request(
        'GET',
        `/api/order?state=${state}&q=${encodeURIComponent(cleo.email)}`,
        { as: admin },
      );
      return (body as { _id: string }[]).map((row) => row._id);
    };
    const [whole, nearly, shippedWhole, shippedNearly] = given;
    expect([await shown('pending'), await shown('refunded'), await shown('shipped')]).toEqual([
      [nearly],
      [shippedWhole, whole],
      [shippedNearly],
    ]);
  });
});
