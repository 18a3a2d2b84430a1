import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let disc: string;

const shop = await useShop();
const [ana, ben] = [await shop.person('Ana Duarte'), await shop.person('Ben Okafor')];
beforeEach(async () => {
  disc = await samplePart(shop.db);
});

const hour = 3_600_000;
const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };

async function orderOf(id: string, person: Person) {
  return (await shop.request('GET', `/api/orders/${id}`, { as: person })).body;
}

async function inStock(id = disc): Promise<number> {
  return (await shop.request('GET', `/api/parts/${id}`)).body.inStock;
}

describe('placing an order', () => {
  it('takes the pieces off sale and makes an unpaid order at the price of the shop', async () => {
    const placed = await shop.request('POST', '/api/orders', {
      as: ana,
      body: { productId: disc, quantity: 200, price: 12.5, ...delivery },
    });

    expect(placed.status).toBe(201);
    const heldUntil = new Date(shop.clock.now().getTime() + 72 * hour).toISOString();
    expect(placed.body).toEqual({
      acknowledged: true,
      insertedId: expect.any(String),
      price: 12.5,
      total: 2500,
      heldUntil,
    });
    expect(await orderOf(placed.body.insertedId, ana)).toEqual({
      _id: placed.body.insertedId,
      productId: disc,
      productName: 'Brake disc, front, vented 300 mm',
      image: '/pictures/brake-disc.webp',
      price: 12.5,
      quantity: 200,
      total: 2500,
      paid: false,
      status: null,
      heldUntil,
      name: 'Ana Duarte',
      email: ana.email,
      ...delivery,
      transactionId: null,
      refundedTotal: 0,
      disputedSince: null,
      carrier: null,
      trackingNumber: null,
      shippedQuantity: 0,
      refundedQuantity: 0,
      shipments: [],
      batchId: null,
      createdAt: shop.clock.now().toISOString(),
    });
    expect(await inStock()).toBe(800);
  });

  it("ignores a price of 0.01, a foreign e-mail and another name: the order is the caller's, at the shop's price", async () => {
    const placed = await shop.request('POST', '/api/orders', {
      as: ana,
      body: {
        productId: disc,
        quantity: 200,
        price: 0.01,
        email: ben.email,
        name: 'Somebody Else',
        image: 'https://evil.example/x.png',
        productName: 'Free',
        ...delivery,
      },
    });

    expect(placed.body).toMatchObject({
      acknowledged: true,
      priceChanged: true,
      price: 12.5,
      total: 2500,
    });
    expect(await orderOf(placed.body.insertedId, ana)).toMatchObject({
      price: 12.5,
      total: 2500,
      email: ana.email,
      name: 'Ana Duarte',
      productName: 'Brake disc, front, vented 300 mm',
      image: '/pictures/brake-disc.webp',
    });
    const bens = await shop.request('GET', `/api/orders?email=${encodeURIComponent(ben.email)}`, {
      as: ben,
    });
    expect(bens.body).toEqual([]);
  });

  it.each([
    ['below the minimum', 100, [200]],
    ['between two steps', 250, [200, 300]],
    ['above the stock', 1100, [1000]],
    ['zero', 0, [200]],
    ['negative', -200, [200]],
    ['a fraction', 200.5, [200, 300]],
    ['a numeric string out of range', '150', [200]],
  ])(
    'refuses a quantity %s, names the valid ones and changes nothing',
    async (_words, quantity, nearest) => {
      const refused = await shop.request('POST', '/api/orders', {
        as: ana,
        body: { productId: disc, quantity, ...delivery },
      });

      expect(refused.status).toBe(422);
      expect(refused.body).toEqual({
        acknowledged: false,
        error: 'quantity_out_of_range',
        message: 'This quantity cannot be ordered.',
        minimum: 200,
        available: 1000,
        step: 100,
        nearest,
      });
      expect(await inStock()).toBe(1000);
    },
  );

  it.each([
    ['no address', { address: undefined }],
    ['an empty address', { address: '   ' }],
    ['no phone', { phone: undefined }],
    ['a phone of two lines', { phone: '1\n2' }],
    ['a quantity in words', { quantity: 'two hundred' }],
    ['a text that is no text', { address: 'a\u0000b' }],
    ['a lone surrogate', { address: 'a\ud800b' }],
  ])('refuses %s and changes nothing', async (_words, fault) => {
    const refused = await shop.request('POST', '/api/orders', {
      as: ana,
      body: { productId: disc, quantity: 200, ...delivery, ...fault },
    });

    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ acknowledged: false, error: 'invalid_input' });
    expect(await inStock()).toBe(1000);
  });

  it('refuses a part that is not in the shop', async () => {
    const refused = await shop.request('POST', '/api/orders', {
      as: ana,
      body: { productId: '00000000-0000-4000-8000-000000000000', quantity: 200, ...delivery },
    });
    expect([refused.status, refused.body.error]).toEqual([404, 'part_not_found']);
  });

  it('refuses a guest, and an order without a valid token is not made', async () => {
    const body = { productId: disc, quantity: 200, ...delivery };
    const guest = await shop.request('POST', '/api/orders', { body });
    const forged = await shop.request('POST', '/api/orders', { token: 'forged', body });

    expect([guest.status, guest.body]).toEqual([
      401,
      { acknowledged: false, error: 'sign_in_required', message: 'Please sign in first.' },
    ]);
    const unfit = await shop.request('POST', '/api/orders', { token: 'forged', body: {} });
    expect([forged, unfit].map(({ status, body: { error } }) => [status, error])).toEqual([
      [401, 'session_expired'],
      [401, 'session_expired'],
    ]);
    expect(await inStock()).toBe(1000);
  });

  it('sent twice with the same key it is made once', async () => {
    const send = () =>
      shop.request('POST', '/api/orders', {
        as: ana,
        key: 'form-1',
        body: { productId: disc, quantity: 200, ...delivery },
      });
    const [first, second] = await Promise.all([send(), send()]);

    expect(second.body).toEqual(first.body);
    expect(await inStock()).toBe(800);
  });

  it('refuses a key that belongs to another request, while another customer may use the same', async () => {
    const first = { productId: disc, quantity: 200, ...delivery };
    await shop.request('POST', '/api/orders', { as: ana, key: 'form-2', body: first });
    const reused = await shop.request('POST', '/api/orders', {
      as: ana,
      key: 'form-2',
      body: { ...first, quantity: 300 },
    });
    const neighbour = await shop.request('POST', '/api/orders', {
      as: ben,
      key: 'form-2',
      body: first,
    });

    expect([reused.status, reused.body.error]).toEqual([422, 'key_reused']);
    expect(neighbour.status).toBe(201);
    expect(await inStock()).toBe(600);
  });

  it('sells what there is once: thirty buyers of the last ten lots get ten', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => shop.person(`Buyer ${index}`)),
    );
    const last = await samplePart(shop.db, { orderQuantity: 100, inStock: 1000 });
    const answers = await Promise.all(
      buyers.map((buyer) =>
        shop.request('POST', '/api/orders', {
          as: buyer,
          body: { productId: last, quantity: 100, ...delivery },
        }),
      ),
    );

    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(20);
    expect(await inStock(last)).toBe(0);
  });

  it('stops at twenty unpaid orders of one customer', async () => {
    const hoarder = await shop.person('Hoarder');
    const plenty = await samplePart(shop.db, { orderQuantity: 100, inStock: 10_000 });
    const send = () =>
      shop.request('POST', '/api/orders', {
        as: hoarder,
        body: { productId: plenty, quantity: 100, ...delivery },
      });
    const answers = await Promise.all(Array.from({ length: 22 }, send));

    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
    const refused = answers.filter((answer) => answer.body.error === 'too_many_unpaid_orders');
    expect(refused.map((answer) => [answer.status, answer.headers['retry-after']])).toEqual([
      [429, String(72 * 3600 + 60)],
      [429, String(72 * 3600 + 60)],
    ]);
    expect(await inStock(plenty)).toBe(8000);
  });
});
