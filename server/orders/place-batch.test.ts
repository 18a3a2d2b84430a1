import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectInvariants } from '#test/invariants.ts';
import type { Person } from '#test/harness.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
let ana: Person;
beforeEach(async () => {
  shop.clock.advance(1000);
  ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
});
afterEach(() => expectInvariants(shop));

const parts = (count: number, inStock = 1000) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => samplePart(shop.db, { inStock, name: `Disc ${at}` })),
  );
const place = (lines: Parameters<typeof placeBatch>[2], sent = {}) =>
  placeBatch(shop, ana, lines, sent);
const partOf = async (id: string) => (await shop.request('GET', `/api/parts/${id}`)).body;
const inStock = async (id: string): Promise<number> => (await partOf(id)).inStock;
const ordersOf = async (person = ana) =>
  (await shop.request('GET', `/api/orders?email=${person.email}`, { as: person })).body;

describe('a batch', () => {
  it('makes each line an order as a single one is, in the order of the list, and takes its pieces', async () => {
    const [first = '', second = '', third = ''] = await parts(3);
    const { status, body } = await place([
      [second, 200],
      [first, 300],
      [third, '400'],
    ]);
    expect([status, body]).toEqual([
      201,
      {
        acknowledged: true,
        insertedId: expect.stringMatching(/^[\da-f-]{36}$/),
        total: 900 * 12.5,
        heldUntil: expect.any(String),
        payments: 1,
        orders: [
          [second, 200],
          [first, 300],
          [third, 400],
        ].map(([productId, quantity]) => ({
          _id: expect.any(String),
          productId,
          quantity,
          price: 12.5,
          total: Number(quantity) * 12.5,
        })),
        refused: [],
      },
    ]);
    expect(await Promise.all([first, second, third].map(inStock))).toEqual([700, 800, 600]);

    const listed = await ordersOf();
    expect(listed.map(({ _id }: { _id: string }) => _id)).toEqual(
      body.orders.map(({ _id }: { _id: string }) => _id),
    );
    const single = await shop.order(ana, first, 300);
    const shown = (await ordersOf()).find(({ _id }: { _id: string }) => _id === single);
    expect(listed[1]).toEqual({
      ...shown,
      _id: listed[1]._id,
      heldUntil: body.heldUntil,
      createdAt: listed[1].createdAt,
      batchId: body.insertedId,
    });
    const story = await shop.request('GET', `/api/orders/${listed[0]._id}/history`, { as: ana });
    expect(story.body.events).toEqual([
      expect.objectContaining({ kind: 'placed', role: 'customer' }),
    ]);
  });

  it('is paid, cancelled, shipped and refunded line by line, and adds up', async () => {
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const { body } = await place((await parts(4)).map((id) => [id, 200]));
    const [open, paid, refunded, cancelled] = body.orders.map(({ _id }: { _id: string }) => _id);
    for (const id of [paid, refunded]) await shop.pay(ana, id);
    await shop.request('DELETE', `/api/order?id=${cancelled}`, { as: ana });
    const shipped = { status: 'shipped' };
    await shop.request('PATCH', `/api/order/${paid}`, { as: admin, body: shipped });
    const refund = { amount: 500, reason: 'Cracked', restock: false };
    await shop.request('POST', `/api/order/${refunded}/refund`, { as: admin, body: refund });

    const address = `/api/batches/${body.insertedId}`;
    const { body: batch } = await shop.request('GET', address, { as: ana });
    expect(batch).toEqual({
      _id: body.insertedId,
      number: `UB-${body.insertedId.replaceAll('-', '').slice(0, 10).toUpperCase()}`,
      createdAt: shop.clock.now().toISOString(),
      poNumber: '',
      note: '',
      orders: expect.any(Array),
      totals: { ordered: 10_000, paid: 5000, refunded: 500, open: 2500, cancelled: 2500 },
    });
    expect(batch.orders.map((order: Record<string, unknown>) => order['_id'])).toEqual([
      open,
      paid,
      refunded,
      cancelled,
    ]);
    expect(batch.orders[3]).toMatchObject({ cancelled: true, paid: false, batchId: batch._id });
    expect(batch.orders[1]).toMatchObject({ cancelled: false, paid: true, status: 'shipped' });
    const file = `/api/admin/orders.csv?customer=${encodeURIComponent(ana.email)}`;
    const rows: string[] = (await shop.request('GET', file, { as: admin })).body.split('\r\n');
    expect(rows[0]).toMatch(/,List,PO number,Note$/);
    expect(rows[1]).toMatch(new RegExp(`,${batch.number},,$`));
    expect((await shop.request('GET', address, { as: admin })).body).toEqual(batch);
    expect((await shop.request('GET', address, { as: await shop.person('Nosy') })).body).toEqual({
      error: 'batch_not_found',
      message: 'There is no such batch.',
    });
  });

  it('keeps the number of the purchase and the note that were sent with it', async () => {
    const [part = ''] = await parts(1);
    const typed = { poNumber: ' =PO 4711 ', note: 'Ring "twice",\nthen wait.' };
    const { body } = await place([[part, 200]], { more: typed });
    const { body: batch } = await shop.request('GET', `/api/batches/${body.insertedId}`, {
      as: ana,
    });
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const kept = { poNumber: '=PO 4711', note: typed.note };
    expect(batch).toMatchObject(kept);
    const [order] = batch.orders;
    const single = (await place([[part, 200]])).body.orders[0];
    for (const [id, texts] of [
      [order._id, kept],
      [single._id, { poNumber: '', note: '' }],
    ])
      expect(
        (await shop.request('GET', `/api/orders/${id}/history`, { as: ana })).body.order,
      ).toMatchObject(texts);
    for (const [as, file] of [
      [admin, `/api/admin/orders.csv?batch=${batch._id}`],
      [ana, `/api/my-orders.csv?batch=${batch._id}`],
    ] as const) {
      const { body: csv } = await shop.request('GET', file, { as });
      expect(csv).toContain(`,'=PO 4711,`);
      expect(csv).toContain('"Ring ""twice"",\nthen wait."');
    }
  });

  it('merges lines of the same part before anything is checked', async () => {
    const [part = '', other = ''] = await parts(2);
    const { body } = await place([
      [part, 150],
      [other, 200],
      [part, 150],
    ]);
    expect(body.orders).toMatchObject([
      { productId: part, quantity: 300 },
      { productId: other, quantity: 200 },
    ]);
    const { body: refusal } = await place([
      [other, 200],
      [part, 300],
      [part, 200],
      [part, 300],
    ]);
    expect(refusal.lines).toMatchObject([{ index: 1, productId: part, available: 700 }]);
  });

  it('counts each price at its own quantity, in cents', async () => {
    const [part = '', plain = ''] = await parts(2);
    await shop.db
      .updateTable('parts')
      .set({ price_breaks: JSON.stringify([{ from: 400, cents: 1111 }]) })
      .where('id', '=', part)
      .execute();
    const { body } = await place([
      [part, 400],
      [plain, 400],
    ]);
    expect(body.orders).toMatchObject([
      { price: 11.11, total: 4444 },
      { price: 12.5, total: 5000 },
    ]);
    expect(body.total).toBe(9444);
  });
});

describe('a line that cannot be ordered', () => {
  const none = '00000000-0000-4000-8000-000000000000';

  it('refuses the whole list, with the fix of each line, and nothing is stored', async () => {
    const [fine = '', odd = ''] = await parts(2);
    const before = await ordersOf();
    const { status, body } = await place([
      [fine, 200],
      [none, 200],
      [odd, 250],
      [odd, 33],
    ]);
    expect([status, body]).toEqual([
      422,
      {
        acknowledged: false,
        error: 'lines_refused',
        message: 'Some lines cannot be ordered, so none was.',
        lines: [
          {
            index: 1,
            productId: none,
            error: 'part_not_found',
            message: 'This part is not in the shop.',
          },
          {
            index: 2,
            productId: odd,
            error: 'quantity_out_of_range',
            message: 'This quantity cannot be ordered.',
            minimum: 200,
            available: 1000,
            step: 100,
            nearest: [200, 300],
            rest: 0,
          },
        ],
      },
    ]);
    expect(await inStock(fine)).toBe(1000);
    expect(await ordersOf()).toEqual(before);
  });

  it.each([[0], [-200], [200.5], ['1e3'], [1e300]])('has a quantity of %j', async (quantity) => {
    const [part = ''] = await parts(1);
    const { status, body } = await place([
      [part, quantity],
      [part, 400],
    ]);
    expect([status, ['lines_refused', 'invalid_input'].includes(body.error)]).toEqual([422, true]);
    expect(await inStock(part)).toBe(1000);
  });

  it('is left out when what is possible is ordered, and named', async () => {
    const [fine = '', odd = ''] = await parts(2);
    const { status, body } = await place(
      [
        [odd, 250],
        [fine, 200],
      ],
      { more: { partly: true } },
    );
    expect([status, body.total]).toEqual([201, 2500]);
    expect(body.orders).toMatchObject([{ productId: fine }]);
    expect(body.refused).toMatchObject([{ index: 0, productId: odd, nearest: [200, 300] }]);
    expect(await inStock(odd)).toBe(1000);
  });

  it('refuses also what is possible, when that is nothing', async () => {
    const { status, body } = await place([[none, 200]], { more: { partly: true } });
    expect([status, body.error]).toEqual([422, 'lines_refused']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no lines', { lines: [] }],
    ['501 lines', { lines: Array.from({ length: 501 }, () => ({ productId: none, quantity: 1 })) }],
    ['a product that is no id', { lines: [{ productId: 'x', quantity: 1 }] }],
    ['a long number', { poNumber: 'x'.repeat(65) }],
    ['a number of two lines', { poNumber: 'x\ny' }],
    ['a long note', { note: 'x'.repeat(501) }],
    ['no address', { address: '' }],
  ])('is not read in a list with %s', async (_what, more) => {
    const [part = ''] = await parts(1);
    expect((await place([[part, 200]], { more })).body.error).toBe('invalid_input');
  });
});

describe('what is left below the minimum', () => {
  const withRest = async () => {
    const [part = ''] = await parts(1, 250);
    const order = await shop.order(await shop.person('Ben'), part, 200);
    expect(await inStock(part)).toBe(50);
    return { part, order };
  };

  it('is sold as a whole, and only so, to a list that says so', async () => {
    const { part } = await withRest();
    const line = (quantity: number, sellTheRest: boolean) =>
      place([], { more: { lines: [{ productId: part, quantity, sellTheRest }] } });
    for (const [quantity, rest] of [
      [50, false],
      [49, true],
      [51, true],
    ] as const)
      expect((await line(quantity, rest)).body).toMatchObject({ lines: [{ rest: 50 }] });
    const { body } = await line(50, true);
    expect(body.orders).toMatchObject([{ quantity: 50, price: 12.5, total: 625 }]);
    expect(await inStock(part)).toBe(0);
    await shop.request('DELETE', `/api/order?id=${body.orders[0]._id}`, { as: ana });
    expect(await inStock(part)).toBe(50);
  });

  it('is not sold to a single order', async () => {
    const { part } = await withRest();
    const { body } = await shop.request('POST', '/api/orders', {
      as: ana,
      body: { productId: part, quantity: 50, sellTheRest: true, address: 'x', phone: '1' },
    });
    expect(body.error).toBe('quantity_out_of_range');
  });
});

describe('the key of a batch', () => {
  it('replays the first answer, also when the parts are gone, and is not taken for another list', async () => {
    const [part = '', other = ''] = await parts(2);
    const send = (lines: Parameters<typeof placeBatch>[2], more = {}) =>
      place(lines, { key: 'list-1', more });
    const first = await send([[part, 1000]]);
    const again = await Promise.all([send([[part, 1000]]), send([[part, 1000]])]);
    expect(again.map(({ status, body }) => [status, body])).toEqual([
      [201, first.body],
      [201, first.body],
    ]);
    expect(await ordersOf()).toHaveLength(1);
    for (const reused of [
      await send([[part, 900]]),
      await send([
        [part, 1000],
        [other, 200],
      ]),
      await send([[part, 1000]], { partly: true }),
      await send([[part, 1000]], { note: 'Another' }),
      await shop.request('POST', '/api/orders', {
        as: ana,
        key: 'list-1',
        body: { productId: part, quantity: 1000, address: '12 Dock Road, Leeds', phone: '1' },
      }),
    ])
      expect([reused.status, reused.body.error]).toEqual([422, 'key_reused']);
  });

  it.each(['cancelled', 'paid'])('replays nothing of a list that is %s by now', async (how) => {
    const [part = '', other = ''] = await parts(2);
    const lines: Parameters<typeof placeBatch>[2] = [
      [part, 200],
      [other, 200],
    ];
    const first = await place(lines, { key: `list-${how}` });
    const { insertedId, orders } = first.body;
    const [one, another] = orders.map(({ _id }: { _id: string }) => _id);
    const end = (id: string) =>
      how === 'paid'
        ? shop.pay(ana, id)
        : shop.request('DELETE', `/api/order?id=${id}`, { as: ana });
    await end(one);
    expect((await place(lines, { key: `list-${how}` })).body).toEqual(first.body);
    await end(another);
    const again = await place(lines, { key: `list-${how}` });
    expect([again.status, again.body]).toMatchObject([
      422,
      { acknowledged: false, error: 'list_ordered_before', insertedId },
    ]);
    expect(await ordersOf()).toHaveLength(how === 'paid' ? 2 : 0);
  });

  it('makes one batch when it is sent many times at once', async () => {
    const [part = ''] = await parts(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => place([[part, 200]], { key: 'at once' })),
    );
    expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await inStock(part)).toBe(800);
  });
});

describe('a large batch', () => {
  it('of 500 lines is placed as a whole or not at all', { timeout: 120_000 }, async () => {
    const all = await parts(500);
    const lines = all.map((id) => [id, 200] as const);
    await shop.pay(ana, await shop.order(ana, all[0] ?? '', 200));
    const refused = await place([...lines.slice(0, 499), [all[499] ?? '', 1100]]);
    expect(refused.body).toMatchObject({ lines: [{ index: 499, nearest: [1000] }] });
    const { status, body } = await place(lines);
    expect([status, body.orders.length, body.total]).toEqual([201, 500, 1_250_000]);
    // $1,250,000 is more than a card can be charged.
    expect(body.payments).toBe(2);
    expect(body.orders.map((line: { productId: string }) => line.productId)).toEqual(all);
  });

  it('may cost more than a card can be charged, a line of it may not', async () => {
    const [dear = '', other = ''] = await parts(2, 100_000);
    const { body } = await place([
      [dear, 79_900],
      [other, 79_900],
    ]);
    expect([body.total, body.payments]).toEqual([1_997_500, 2]);
    const refused = await place([[(await parts(1, 100_000))[0] ?? '', 80_000]]);
    expect(refused.body).toMatchObject({
      lines: [{ error: 'quantity_out_of_range', nearest: [79_900] }],
    });
  });
});
