import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchNumber } from '#contract/batch-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsTo } from '#test/mailbox.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** Never the same moment twice: what happens at one moment is so because it was written so. */
let time = Date.parse('2026-11-20T09:00:00.000Z');
const clock = { now: () => new Date((time += 1)), advance: (ms: number) => void (time += ms) };
const shop = await useShop({ clock });
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
let ana: Person;
beforeEach(async () => {
  ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
});
afterEach(() => expectInvariants(shop));

const ship = (id: string, as = admin, body?: object) =>
  shop.request('POST', `/api/admin/batches/${id}/ship`, { as, body });

/** A batch of so many discs of 200 pieces each. */
async function placed(lines: number): Promise<{ id: string; orders: string[] }> {
  const parts = [];
  for (let at = 0; at < lines; at += 1)
    parts.push([await samplePart(shop.db, { name: `Disc <${at}>` }), 200] as const);
  const { body } = await placeBatch(shop, ana, parts, { from: '198.51.100.7' });
  return { id: body.insertedId, orders: body.orders.map(({ _id }: { _id: string }) => _id) };
}

const pay = async (...ids: string[]) => {
  for (const id of ids) await shop.pay(ana, id);
};
const told = async () =>
  (await mailsTo(shop.db, ana.email)).filter(({ subject }) => /on (?:its|the) way/.test(subject));
const eventsOf = async (id: string, as = ana) =>
  (await shop.request('GET', `/api/batches/${id}/history`, { as })).body.events;

describe('approving a batch', () => {
  it('ships what is left of each line that can be shipped, once, and says why the others are not', async () => {
    const { id, orders } = await placed(6);
    const [whole = '', rest = '', unpaid = '', refunded = '', cancelled = '', done = ''] = orders;
    await pay(whole, rest, refunded, done);
    await shop.request('DELETE', `/api/order?id=${cancelled}`, { as: ana });
    await shop.request('POST', `/api/orders/${rest}/shipments`, {
      as: admin,
      body: { quantity: 150 },
    });
    await shop.request('PATCH', `/api/order/${done}`, { as: admin, body: { status: 'shipped' } });
    await shop.request('POST', `/api/order/${refunded}/refund`, {
      as: admin,
      body: { amount: 2500, reason: 'Cracked', restock: true },
    });
    const before = await told();
    const results = [
      { _id: whole, done: true },
      { _id: rest, done: true },
      { _id: unpaid, done: false, error: 'order_not_paid', message: 'This order is not paid yet.' },
      { _id: refunded, done: false, error: 'order_refunded', message: expect.any(String) },
      { _id: done, done: true },
    ];
    const answers = await Promise.all([ship(id), ship(id)]);
    for (const { status, body } of [...answers, await ship(id)])
      expect([status, body]).toEqual([200, { acknowledged: true, results }]);

    const { body: batch } = await shop.request('GET', `/api/batches/${id}`, { as: ana });
    const statusOf = ({ status, shippedQuantity }: Record<string, unknown>) => [
      status,
      shippedQuantity,
    ];
    expect(batch.orders.map(statusOf)).toEqual([
      ['shipped', 200],
      ['shipped', 200],
      [null, 0],
      [null, 0],
      [null, 0],
      ['shipped', 200],
    ]);
    const { body: audit } = await shop.request('GET', `/api/admin/audit?q=${rest}`, { as: admin });
    expect(audit[0]).toMatchObject({
      action: 'order shipped',
      after: { shipped: 200, status: 'shipped' },
    });
    expect(audit).toHaveLength(2);
    expect((await told()).length - before.length).toBe(1);
  });

  it('ships no other line than those named, also one that was paid since the admin looked', async () => {
    const { id, orders } = await placed(3);
    const [asked = '', late = '', unpaid = ''] = orders;
    await pay(asked, late);
    const ids = [asked, unpaid];
    expect((await ship(id, admin, { ids })).body).toEqual({
      acknowledged: true,
      results: [
        { _id: asked, done: true },
        { _id: unpaid, done: false, error: 'order_not_paid', message: expect.any(String) },
      ],
    });
    const { body } = await shop.request('GET', `/api/batches/${id}`, { as: ana });
    const stateOf = ({ paid, status }: Record<string, unknown>) => [paid, status];
    expect(body.orders.map(stateOf)).toEqual([
      [true, 'shipped'],
      [true, null],
      [false, null],
    ]);
    expect((await ship(id, admin, { ids: [] })).status).toBe(422);
  });

  it('is told in one mail, whose link opens the list', async () => {
    const { id, orders } = await placed(2);
    await pay(...orders);
    await ship(id);
    const [first = '', second = ''] = orders.map(orderNumber);
    expect(await told()).toEqual([
      {
        subject: `2 parts of your list ${batchNumber(id)} are on the way`,
        text: expect.stringContaining(`We have handed what was left of these orders to the carrier.

${first}: Disc <0>: 200 pieces at $12.50 each, $2500.00
${second}: Disc <1>: 200 pieces at $12.50 each, $2500.00
`),
      },
    ]);
    const { text } = (await told())[0] ?? { text: '' };
    expect(text).toContain(`See your list:\nhttp://shop.test/dashboard/my-orders/list/${id}`);
  });

  it('ships forty lines in one step, which is one event of the list', async () => {
    const { id, orders } = await placed(40);
    await pay(...orders);
    expect((await ship(id)).body.results).toHaveLength(40);
    expect(await told()).toHaveLength(1);
    const events = await eventsOf(id);
    expect(events.at(-1)).toEqual({
      kind: 'shipped',
      createdAt: expect.any(String),
      role: 'admin',
      actor: null,
      amount: null,
      reason: null,
      pieces: 8000,
      shipment: null,
      lines: 40,
      orderId: null,
    });
    expect(events[0]).toMatchObject({ kind: 'placed', lines: 40, orderId: null });
    expect(await eventsOf(id, admin)).toContainEqual(
      expect.objectContaining({ kind: 'shipped', actor: admin.email }),
    );
  });

  it('ships nothing of what is not there, and is for admins', async () => {
    const none = '00000000-0000-4000-8000-000000000000';
    expect((await ship(none)).body).toMatchObject({
      acknowledged: false,
      error: 'batch_not_found',
    });
    const { id } = await placed(1);
    expect((await ship(id, ana)).status).toBe(403);
    expect((await ship(id)).body).toMatchObject({
      acknowledged: true,
      results: [{ done: false, error: 'order_not_paid' }],
    });
  });
});

describe('the orders of a batch', () => {
  it('are found by admins by its id, the beginning of its number, and its PO number', async () => {
    const part = await samplePart(shop.db);
    const { body } = await placeBatch(shop, ana, [[part, 200]], {
      more: { poNumber: 'PO-4711/x' },
    });
    await shop.order(ana, part, 200);
    const id: string = body.insertedId;
    for (const query of [`batch=${id}`, `q=${batchNumber(id)}`, 'q=4711%2FX', `q=${id}`]) {
      const { body: rows } = await shop.request('GET', `/api/order?${query}`, { as: admin });
      expect(
        rows.map((row: { batchId: unknown }) => row.batchId),
        query,
      ).toEqual([id]);
      const { body: all } = await shop.request('GET', `/api/admin/orders/count?${query}`, {
        as: admin,
      });
      expect(all, query).toEqual({ count: 1, more: false, total: 2500 });
    }
  });
});

describe('the history of a batch', () => {
  it('tells alone what happened to one line, and together what happened to many', async () => {
    const { id, orders } = await placed(3);
    const [first = '', second = '', third = ''] = orders;
    await shop.request('DELETE', `/api/order?id=${third}`, { as: ana });
    await pay(first, second);
    clock.advance(3_600_000);
    for (const [order, amount] of [
      [first, 100],
      [second, 250.5],
    ] as const)
      await shop.request('POST', `/api/order/${order}/refund`, {
        as: admin,
        body: { amount, reason: 'Scratched', restock: false },
      });
    const events = await eventsOf(id);
    expect(
      events.map(({ kind, lines, orderId, amount, reason }: Record<string, unknown>) => [
        kind,
        lines,
        orderId,
        amount,
        reason,
      ]),
    ).toEqual([
      ['placed', 3, null, null, null],
      ['cancelled', 1, third, null, null],
      ['payment_started', 2, null, null, null],
      ['paid', 2, null, null, null],
      ['refunded', 2, null, 350.5, 'Scratched'],
    ]);
  });

  it('is for its customer and admins; to others there is no such batch', async () => {
    const { id } = await placed(1);
    const eve = await shop.person('Eve');
    const address = `/api/batches/${id}/history`;
    const unknown = '/api/batches/00000000-0000-4000-8000-000000000000/history';
    const [hers, none] = [
      await shop.request('GET', address, { as: eve }),
      await shop.request('GET', unknown, { as: ana }),
    ];
    expect([hers.status, hers.body]).toEqual([404, none.body]);
    expect((await shop.request('GET', address)).status).toBe(401);
  });
});
