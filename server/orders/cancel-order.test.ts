import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let disc: string;
let order: string;

const shop = await useShop();
const [ana, ben] = [await shop.person('Ana Duarte'), await shop.person('Ben Okafor')];
beforeEach(async () => {
  disc = await samplePart(shop.db);
  shop.clock.advance(1000);
  order = await shop.order(ana, disc, 200);
});

const cancel = (id: string, as?: Person) =>
  shop.request('DELETE', `/api/order?id=${id}`, as ? { as } : {});
const inStock = async () =>
  (await shop.request('GET', `/api/parts/${disc}`)).body.inStock as number;
const listOf = async (person: Person) =>
  (
    await shop.request('GET', `/api/orders?email=${encodeURIComponent(person.email)}`, {
      as: person,
    })
  ).body as { _id: string }[];

describe('cancelling an order', () => {
  it('deletes the unpaid order and puts its pieces back on sale', async () => {
    expect(await inStock()).toBe(800);
    const cancelled = await cancel(order, ana);

    expect([cancelled.status, cancelled.body]).toEqual([200, { deletedCount: 1 }]);
    expect(await inStock()).toBe(1000);
    expect((await listOf(ana)).map((row) => row._id)).not.toContain(order);
    expect((await shop.request('GET', `/api/orders/${order}`, { as: ana })).status).toBe(404);
  });

  it('answers the same when it is repeated, and returns the pieces once', async () => {
    await Promise.all([cancel(order, ana), cancel(order, ana)]);
    expect((await cancel(order, ana)).body).toEqual({ deletedCount: 1 });
    expect(await inStock()).toBe(1000);
  });

  it('is refused to guests and to other customers, and changes nothing', async () => {
    const guest = await cancel(order);
    const stranger = await cancel(order, ben);

    expect([guest.status, guest.body]).toEqual([
      401,
      { deletedCount: 0, error: 'sign_in_required', message: 'Please sign in first.' },
    ]);
    expect([stranger.status, stranger.body.deletedCount, stranger.body.error]).toEqual([
      404,
      0,
      'order_not_found',
    ]);
    expect(await inStock()).toBe(800);
  });

  it('is allowed to an admin', async () => {
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    expect((await cancel(order, admin)).body).toEqual({ deletedCount: 1 });
    expect(await inStock()).toBe(1000);
  });

  it('answers 404 for an id that is nobody\u2019s or no id at all', async () => {
    expect((await cancel('00000000-0000-4000-8000-000000000000', ana)).status).toBe(404);
    expect((await cancel('%27%20or%201=1', ana)).status).toBe(404);
  });

  it('ends an open payment at the provider first', async () => {
    const opened = await shop.request('POST', '/api/create-payment-intent', {
      as: ana,
      body: { price: 2500, orderId: order },
    });
    const intentId = opened.body.clientSecret.split('_secret_')[0];
    await cancel(order, ana);

    expect((await shop.cards.getIntent(intentId))?.status).toBe('canceled');
  });

  it('is refused for a paid order, which stays paid', async () => {
    await shop.pay(ana, order);
    const refused = await cancel(order, ana);

    expect([refused.status, refused.body.deletedCount, refused.body.error]).toEqual([
      409,
      0,
      'order_paid',
    ]);
    expect((await listOf(ana)).find((row) => row._id === order)).toMatchObject({
      paid: true,
      status: null,
    });
    expect(await inStock()).toBe(800);
  });
});

describe('reading orders', () => {
  it("shows a customer their own, newest first, and refuses somebody else's list", async () => {
    shop.clock.advance(1000);
    const second = await shop.order(ana, disc, 300);
    expect((await listOf(ana)).slice(0, 2).map((row) => row._id)).toEqual([second, order]);

    const foreign = await shop.request(
      'GET',
      `/api/orders?email=${encodeURIComponent(ana.email)}`,
      { as: ben },
    );
    expect([foreign.status, foreign.body.error]).toEqual([403, 'not_allowed']);
  });

  it('shows only the paid ones when those are asked for', async () => {
    const dora = await shop.person('Dora Lind');
    const plenty = await samplePart(shop.db, { inStock: 10_000 });
    const paid = await shop.order(dora, plenty, 200);
    await shop.order(dora, plenty, 300);
    await shop.pay(dora, paid);

    const listed = await shop.request(
      'GET',
      `/api/orders?email=${encodeURIComponent(dora.email)}&paid=true`,
      { as: dora },
    );
    expect(listed.body).toEqual([expect.objectContaining({ _id: paid, paid: true })]);
  });

  it('shows whoever holds the id what a payer needs, and nothing personal', async () => {
    const linked = await shop.request('GET', `/api/orders/${order}`);
    expect(linked.body).toEqual({
      _id: order,
      productId: disc,
      productName: 'Brake disc, front, vented 300 mm',
      image: '/pictures/brake-disc.webp',
      price: 12.5,
      quantity: 200,
      total: 2500,
      paid: false,
      status: null,
      heldUntil: new Date(shop.clock.now().getTime() + 72 * 3_600_000).toISOString(),
    });
    expect((await shop.request('GET', `/api/orders/${order}`, { as: ben })).body).toEqual(
      linked.body,
    );
    expect(linked.headers['cache-control']).toBe('no-store');
  });

  it('pages through with a cursor, each order once', async () => {
    const carl = await shop.person('Carl Jensen');
    const plenty = await samplePart(shop.db, { inStock: 10_000 });
    for (let count = 0; count < 5; count += 1) await shop.order(carl, plenty, 200);
    const seen: string[] = [];
    let address: string | undefined = `/api/orders?email=${encodeURIComponent(carl.email)}&limit=2`;
    while (address !== undefined) {
      const page: Answer = await shop.request('GET', address, { as: carl });
      seen.push(...(page.body as { _id: string }[]).map((row) => row._id));
      address = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });
});
